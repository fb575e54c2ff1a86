"""Makes the pictures of panels that docs/build.md shows, from the table's own screens.

    .venv/bin/python docs/build_pictures.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageOps

from spytable.language.phrases import Phrases
from spytable.referee.message import Message
from spytable.referee.screen import Screen
from spytable.screen.draw import render
from spytable.screen.tour import tour

PICTURES = Path(__file__).parent / "pictures"

ENLARGED = 3
"""Times larger than the panel's own 128 x 64 pixels."""

WANTED: dict[str, Callable[[Screen], bool]] = {
    "who-plays": lambda screen: screen.title.text == "Who plays?" and len(screen.body) == 1,
    "your-spy": lambda screen: screen.title.text == "Your Spy" and screen.labels[3] == Message("Ready"),
    "turn": lambda screen: screen.title.text == "Turn: You" and screen.fan is not None,
    "answer": lambda screen: screen.title.text == "{seat} spies here" and screen.fan is not None,
}
"""What each picture shows: the first screen of the tour that fits."""

PRESS = Screen(Message("Press key 2"), labels=(None, Message("here"), None, None), prompt=3)
"""What `spytable doctor` shows while it waits for a key."""


def pictures() -> dict[str, Image.Image]:
    """Each picture by its name. Raises LookupError where the tour has no such screen."""
    found = {"press-key": PRESS}
    for _, screen in tour():
        for name, fits in WANTED.items():
            if name not in found and fits(screen):
                found[name] = screen
        if len(found) > len(WANTED):
            return {name: enlarged(screen) for name, screen in found.items()}
    raise LookupError(f"the tour has no screen for {', '.join(WANTED.keys() - found.keys())}")


def enlarged(screen: Screen) -> Image.Image:
    """A screen as it lights up, in a black frame."""
    panel = render(screen, Phrases("en").text).convert("L")
    size = (panel.width * ENLARGED, panel.height * ENLARGED)
    return ImageOps.expand(panel.resize(size, Image.Resampling.NEAREST), border=8, fill=0).convert("1")


def main() -> None:
    """Writes them."""
    for name, picture in pictures().items():
        file = PICTURES / f"panel-{name}.png"
        picture.save(file, optimize=True)
        print(file)


if __name__ == "__main__":
    main()
