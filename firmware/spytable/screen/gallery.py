"""The gallery: screens as picture files and one page that shows them with their words beside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from pathlib import Path

from PIL import Image

from spytable.errors import SpyTableError
from spytable.referee.screen import Fan, Screen
from spytable.screen.draw import Phrase, render

ENLARGED = 4
"""How many times larger the second picture of each screen is."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The screens of the Spy table</title>
<style>
body {{ font: 16px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }}
article {{ border-top: 1px solid #bbb; display: flex; flex-wrap: wrap; gap: 1.5rem; padding: 1.5rem 0; }}
img {{ image-rendering: pixelated; outline: 6px solid #222; }}
.panel {{ display: flex; flex-direction: column; gap: 1.5rem; max-width: 100%; padding: 6px; }}
.panel img {{ max-width: 100%; height: auto; align-self: flex-start; }}
.words {{ flex: 1 1 14rem; }}
h3 {{ font-size: 1.1rem; margin: 0 0 .5rem; }}
dl {{ display: grid; gap: .3rem 1rem; grid-template-columns: auto 1fr; margin: 0; }}
dt {{ font-weight: 600; }}
dd {{ margin: 0; }}
</style>
</head>
<body>
<h1>The screens of the Spy table</h1>
<p>Each panel enlarged {enlarged} times and, below it, pixel for pixel.</p>
<nav>{languages}</nav>
{sections}
</body>
</html>
"""

_SECTION = """<section id="{language}">
<h2>{language}</h2>
{articles}
</section>"""

_ARTICLE = """<article>
<div class="panel">
<img loading="lazy" src="{large}" width="{width}" height="{height}" alt="{alt}">
<img loading="lazy" src="{small}" alt="">
</div>
<div class="words">
<h3>{number}. {name}</h3>
<dl>
{words}
</dl>
</div>
</article>"""


class GalleryError(SpyTableError, OSError):
    """The folder for the pictures cannot be made or written."""


def write_gallery(
    out: Path, screens: Iterable[tuple[str, Screen]], *, phrases: Mapping[str, Phrase], strict: bool = False
) -> Path:
    """Draws *screens*, each with its name, in each of the languages of *phrases*. Returns the page that shows them.

    The pictures of each language are in a folder of its own in the folder *out*, which is made if need be. *strict*:
    raises TooLong or NoSuchLetter for a text that does not fit. Raises GalleryError if the folder cannot be written.
    """
    named = tuple(screens)
    try:
        sections = [_write_section(out, language, phrase, named, strict) for language, phrase in phrases.items()]
        page = out / "index.html"
        links = " ".join(f'<a href="#{escape(language)}">{escape(language)}</a>' for language in phrases)
        html = _PAGE.format(enlarged=ENLARGED, languages=links, sections="\n".join(sections))
        page.write_text(html, encoding="utf-8")
    except OSError as fault:
        raise GalleryError(f"The screens cannot be written to {out}: {fault.strerror or fault}") from fault
    return page


def with_large_print(screens: Iterable[tuple[str, Screen]]) -> Iterator[tuple[str, Screen]]:
    """Each of *screens* as it is, and then as it is in large print."""
    for name, screen in screens:
        yield name, replace(screen, large=False)
        yield f"{name} large", replace(screen, large=True)


def _write_section(
    out: Path, language: str, phrase: Phrase, screens: Iterable[tuple[str, Screen]], strict: bool
) -> str:
    (out / language).mkdir(parents=True, exist_ok=True)
    articles = [
        _write_screen(out, language, number, name, screen, phrase, strict)
        for number, (name, screen) in enumerate(screens, start=1)
    ]
    return _SECTION.format(language=escape(language), articles="\n".join(articles))


def _write_screen(
    out: Path, language: str, number: int, name: str, screen: Screen, phrase: Phrase, strict: bool
) -> str:
    picture = render(screen, phrase, strict=strict)
    stem = f"{language}/{number:03}-{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-') or 'screen'}"
    small, large = f"{stem}.png", f"{stem}-x{ENLARGED}.png"
    width, height = picture.width * ENLARGED, picture.height * ENLARGED
    picture.save(out / small)
    picture.resize((width, height), Image.Resampling.NEAREST).save(out / large)
    words = list(_words(screen, phrase))
    return _ARTICLE.format(
        small=escape(small),
        large=escape(large),
        width=width,
        height=height,
        number=number,
        name=escape(name),
        alt=escape("; ".join(f"{what}: {text}" for what, text in words)),
        words="\n".join(f"<dt>{escape(what)}</dt><dd>{escape(text)}</dd>" for what, text in words),
    )


def _words(screen: Screen, phrase: Phrase) -> Iterable[tuple[str, str]]:
    if screen.blank:
        yield "Panel", "dark"
        return
    yield "Title", phrase(screen.title)
    if screen.seat is not None:
        yield "Sign", screen.seat
    if screen.icons:
        yield "Icons", ", ".join(sorted(icon.replace("_", " ") for icon in screen.icons))
    if screen.fan is not None:
        yield "Fan", fan_in_words(screen.fan)
    if screen.body:
        yield "Body", " / ".join(phrase(message) for message in screen.body)
    for key, label in enumerate(screen.labels, start=1):
        if label is not None:
            yield f"K{key}", phrase(label)


def fan_in_words(fan: Fan) -> str:
    """What a fan shows, for those who read it rather than see it.

    >>> from spytable.game.base import Facing
    >>> fan_in_words(Fan(8, 4, Facing.LEFT, looked_at=2))
    '8 places, Spy at 4 facing left, looked at: 2'
    """
    parts = [f"{fan.size} places", f"Spy at {fan.spy} facing {fan.facing}"]
    parts += [f"{card} exposed at {place}" for place, card in sorted(fan.exposed)]
    parts += [f"{card} entered at {place}" for place, card in sorted(fan.known)]
    if fan.asked is not None:
        parts.append(f"asked for: {fan.asked}")
    if fan.lit:
        parts.append("lit: " + ", ".join(map(str, sorted(fan.lit))))
    if fan.marked is not None:
        parts.append(f"faced: {fan.marked}")
    if fan.looked_at is not None:
        parts.append(f"looked at: {fan.looked_at}")
    return ", ".join(parts)
