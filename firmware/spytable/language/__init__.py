"""Words: messages and calls to sentences, on panels and aloud."""
