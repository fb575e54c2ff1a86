"""The conversation. Pure: announcements and key presses in, calls and screens as data out."""
