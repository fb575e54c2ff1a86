"""Keys and lamps, down to the kernel's lines: edges become presses, on pins that gpiozero opens."""
