"""Devices in memory, as strict as the real ones, and hands on them: for tests, rehearsals and measurements alone."""
