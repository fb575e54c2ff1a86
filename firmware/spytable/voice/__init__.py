"""Calls to words to sound: synthesis, cache, effects, player. Begin with `voice.Voice`."""
