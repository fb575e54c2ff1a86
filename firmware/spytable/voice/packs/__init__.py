"""Voices that people have recorded: packs, what is heard of them, and how one is made."""
