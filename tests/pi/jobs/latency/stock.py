"""What one would write instead: on a press it draws the screen with luma's canvas, and says the sentence with pyttsx3.

python stock.py GPIO BUS
"""

from __future__ import annotations

import signal
import sys

import pyttsx3
from gpiozero import Button, Device
from gpiozero.pins.lgpio import LGPIOFactory
from luma.core.interface.serial import i2c
from luma.core.render import canvas
from luma.oled.device import ssd1306

from spytable.voice.synthesis import loading

# It speaks with the same eSpeak NG as the table.
loading.load()
Device.pin_factory = LGPIOFactory(chip=0)
device = ssd1306(i2c(port=int(sys.argv[2]), address=0x3C))
engine = pyttsx3.init("espeak")
players = ["Green", "Red"]


def pressed() -> None:
    players.reverse()
    with canvas(device) as draw:
        draw.text((0, 0), f"{players[0]}'s turn", fill="white")
        draw.text((0, 18), "Move, spy, done", fill="white")
        draw.line((0, 52, 127, 52), fill="white")
        draw.text((0, 53), "Move  Spy  Done", fill="white")
    engine.say(f"{players[0]}'s turn.")
    engine.runAndWait()


button = Button(int(sys.argv[1]), pull_up=True)
button.when_pressed = pressed
print("ready", flush=True)
signal.pause()
