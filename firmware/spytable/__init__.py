"""The Spy table: a daemon that referees the card game Spy while the players hold the real cards."""

__version__ = "0.1.0"
