"""What a seat is made of: gpio (keys, lamp and panel), web (a browser), scripted (tests). Imports need no device."""
