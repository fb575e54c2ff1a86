"""Calls to words to sound: what is said, when, and from where its sound comes. Begin with `voice.Voice`."""
