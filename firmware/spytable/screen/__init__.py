"""Screens as data to 128 x 64 pictures: fonts, icons, the fan."""
