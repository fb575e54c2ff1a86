"""Samples to a loudspeaker and from a microphone: sound cards, and what stands for one."""
