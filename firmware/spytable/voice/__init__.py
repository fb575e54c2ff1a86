"""Calls to words to sound: synthesis, cache, effects, player."""
