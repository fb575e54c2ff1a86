"""The journal: games, announcements and settings in SQLite."""
