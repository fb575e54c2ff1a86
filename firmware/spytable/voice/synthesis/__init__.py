"""Words to samples: pyttsx3 on eSpeak NG, in a process of its own."""
