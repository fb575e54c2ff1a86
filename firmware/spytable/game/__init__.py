"""The rules of Spy. Pure: no clock, thread, file, device or language; standard library only."""
