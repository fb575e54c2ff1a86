"""Makes the pictures of panels that docs/build.md shows, from the table's own screens.

    .venv/bin/python docs/build_pictures.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageOps

from spytable.language.phrases import Phrases
from spytable.referee.screen import Screen
from spytable.screen.draw import render
from spytable.screen.tour import tour

PICTURES = Path(__file__).parent / "pictures"

ENLARGED = 3
"""Times larger than the panel's own 128 x 64 pixels."""

WANTED: dict[str, Callable[[Screen], bool]] = {
    "who-plays": lambda screen: screen.title.text == "Who plays?" and len(screen.body) == 1,
    "your-spy": lambda screen: screen.title.text == "Your Spy",
    "turn": lambda screen: screen.title.text == "Turn: You" and screen.fan is not None,
    "answer": lambda screen: screen.title.text == "{seat} spies here" and screen.fan is not None,
}
"""What each picture shows: the first screen of the tour that fits."""


def main() -> None:
    """Writes them."""
    words = Phrases("en").text
    left = dict(WANTED)
    for _, screen in tour():
        for name, fits in list(left.items()):
            if fits(screen):
                panel = render(screen, words).convert("L")
                size = (panel.width * ENLARGED, panel.height * ENLARGED)
                picture = ImageOps.expand(panel.resize(size, Image.Resampling.NEAREST), border=8, fill=0)
                picture.convert("1").save(PICTURES / f"panel-{name}.png", optimize=True)
                print(PICTURES / f"panel-{name}.png")
                del left[name]
    if left:
        raise SystemExit(f"The tour has no screen for {', '.join(left)}.")


if __name__ == "__main__":
    main()
