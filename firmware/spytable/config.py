"""The settings file: TOML, checked as a whole; every default of the table stands here."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from spytable.errors import SpyTableError
from spytable.seats.gpio import pins
from spytable.seats.gpio.errors import WiringError
from spytable.seats.gpio.wiring import Wiring

LARGEST = 256 * 1024
"""Bytes. A larger file is not a settings file, and is not read."""

SYSTEM_FILE = Path("/etc/spytable/table.toml")
"""Read where the user has no settings file."""


class ConfigError(SpyTableError, ValueError):
    """The settings cannot be used. *faults* has a sentence for each thing that is wrong."""

    def __init__(self, source: Path, *faults: str) -> None:
        head = f"The settings in {source} cannot be used:"
        super().__init__(f"{head} {faults[0]}" if len(faults) == 1 else "\n  ".join((head, *faults)))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Rule:
    """What a setting may be: *allowed* in words, and *accepts*, which tells for any value of TOML."""

    allowed: str
    accepts: Callable[[Any], bool]


def _setting(default: Any, rule: Rule, meaning: str) -> Any:
    """*meaning*: for a person who edits the file; docs/settings.md is made of it."""
    return field(default=default, metadata={"rule": rule, "meaning": meaning})


def _one_of(*words: str) -> Rule:
    return Rule(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def _whole(least: int, most: int, unit: str = "") -> Rule:
    """A whole number; TOML's true and false are none, though Python's are."""
    words = f"a whole number from {least} to {most}{unit}"
    return Rule(words, lambda value: type(value) is int and least <= value <= most)


def _number(least: float, most: float, unit: str = "") -> Rule:
    words = f"a number from {least:g} to {most:g}{unit}"
    return Rule(words, lambda value: type(value) in (int, float) and least <= value <= most)


def _text(words: str, pattern: str) -> Rule:
    return Rule(words, lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None)


_YES_OR_NO = Rule("true or false", lambda value: isinstance(value, bool))
_LANGUAGE = _text("a language's two or three letters, such as en", "[a-z]{2,3}")


@dataclass(frozen=True, slots=True)
class Web:
    """The virtual table: the seats in a browser."""

    host: str = _setting(
        "127.0.0.1",
        _text("an address or a host name", r"[0-9A-Za-z._:%-]{1,253}"),
        "who can open the virtual table: 127.0.0.1 is this machine alone, 0.0.0.0 everybody in the home network",
    )
    port: int = _setting(8737, _whole(0, 65535), "its port; 0 is any that is free")
    open_browser: bool = _setting(True, _YES_OR_NO, "open it in the browser at the start, where there is a desktop")


@dataclass(frozen=True, slots=True)
class Voice:
    """What is heard."""

    output: str = _setting(
        "auto",
        _one_of("auto", "sounddevice", "aplay", "browser", "none"),
        "what plays the sound; auto takes the browser at the virtual table, else sounddevice, else aplay",
    )
    device: str = _setting(
        "",
        _text('the id of a sound card, such as "Headphones"', r"[^\x00-\x1f]{0,200}"),
        "the sound card, by the id that /proc/asound/cards shows in brackets; empty is the system's own",
    )
    pack: str | None = _setting(
        None,
        _text("the path of a folder", r"[^\x00]{1,4095}"),
        "a voice pack: a folder of recorded sounds that replace the synthesised voice",
    )
    language: str = _setting("en", _LANGUAGE, "the language of the voice and the panels")
    second: str | None = _setting(None, _LANGUAGE, "a second language, in which the voice repeats each call")
    rate: int = _setting(170, _whole(80, 400, " (words a minute)"), "how fast it speaks")
    volume: float = _setting(1.0, _number(0, 1), "how loud; 0.5 is half the amplitude")
    lead_in: float = _setting(
        0.0,
        _number(0, 5, " (seconds)"),
        "silence before each line, for a loudspeaker that swallows the first syllable (HDMI, Bluetooth)",
    )


@dataclass(frozen=True, slots=True)
class Languages:
    """The panels' languages. A seat without one here has that of the voice. *seat_1* is the first of four."""

    seat_1: str | None = _setting(None, _LANGUAGE, "the language of seat 1: its panel, and the words for its phone")
    seat_2: str | None = _setting(None, _LANGUAGE, "the language of seat 2")
    seat_3: str | None = _setting(None, _LANGUAGE, "the language of seat 3")
    seat_4: str | None = _setting(None, _LANGUAGE, "the language of seat 4")

    @property
    def by_seat(self) -> dict[int, str]:
        """The languages of the seats that have one, by seat number."""
        each = {1: self.seat_1, 2: self.seat_2, 3: self.seat_3, 4: self.seat_4}
        return {seat: language for seat, language in each.items() if language is not None}


_NAME = _text("a name of at most 24 letters", r"[^\x00-\x1f\x7f]{0,24}")


@dataclass(frozen=True, slots=True)
class Names:
    """What the seats' players are called. A name that a player gives at the virtual table counts before."""

    seat_1: str = _setting("", _NAME, "what the player at seat 1 is called, aloud and on the panels")
    seat_2: str = _setting("", _NAME, "the player at seat 2")
    seat_3: str = _setting("", _NAME, "the player at seat 3")
    seat_4: str = _setting("", _NAME, "the player at seat 4")

    @property
    def by_seat(self) -> dict[int, str]:
        """The names by seat number, "" where there is none."""
        return {1: self.seat_1, 2: self.seat_2, 3: self.seat_3, 4: self.seat_4}


@dataclass(frozen=True, slots=True)
class Kept:
    """Where games are kept. *path* None: see `state_folder`."""

    path: str | None = _setting(
        None,
        _text("the path of a file", r"[^\x00]{1,4095}"),
        "the file that keeps the games; without it journal.sqlite in ~/.local/state/spytable, or in "
        "/var/lib/spytable for the service",
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, each checked. *source* is the file that they come from, or None."""

    table: str = _setting(
        "auto",
        _one_of("auto", "pi", "virtual"),
        "which table: wired seats, or a browser; auto takes the wired ones on a Pi where a panel answers",
    )
    shutdown: bool = _setting(
        False,
        _YES_OR_NO,
        "whether the machine may be switched off from a seat: in the lobby under MORE, by holding a key",
    )
    web: Web = field(default_factory=Web)
    voice: Voice = field(default_factory=Voice)
    languages: Languages = field(default_factory=Languages)
    names: Names = field(default_factory=Names)
    journal: Kept = field(default_factory=Kept)
    seats: Wiring = field(default_factory=pins.default)
    source: Path | None = None

    @property
    def journal_path(self) -> Path:
        """The journal's file: as set (a relative path counts from the settings file's folder), or the
        default.
        """
        if self.journal.path is None:
            return state_folder() / "journal.sqlite"
        return self._path(self.journal.path)

    @property
    def pack_path(self) -> Path | None:
        """The folder of the voice pack, if one is set; a relative one counts from the settings file's folder."""
        return None if self.voice.pack is None else self._path(self.voice.pack)

    def _path(self, path: str) -> Path:
        return (self.source.parent if self.source else Path()) / _expanded(path)


_SECTIONS: dict[str, type[Any]] = {"web": Web, "voice": Voice, "languages": Languages, "names": Names, "journal": Kept}
_NAMES = (*_SECTIONS, "seats", "table", "shutdown")


def load(file: Path | None = None) -> Settings:
    """The settings in *file*; without one, those of the first settings file there is, else the defaults.

    Raises ConfigError, which names every fault of the file.
    """
    source = file if file is not None else find()
    if source is None:
        return Settings()
    return check(_parsed(source), source)


def find() -> Path | None:
    """$XDG_CONFIG_HOME/spytable/table.toml (~/.config where it is not set), else /etc/spytable/table.toml."""
    for candidate in (_folder("XDG_CONFIG_HOME", "~/.config") / "spytable" / "table.toml", SYSTEM_FILE):
        if os.path.lexists(candidate):
            return candidate
    return None


def state_folder() -> Path:
    """Where the table keeps what it must not lose: systemd's StateDirectory, else
    $XDG_STATE_HOME/spytable.
    """
    # systemd gives several folders separated by colons; ours is the first.
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else _folder("XDG_STATE_HOME", "~/.local/state") / "spytable"


def languages_folder() -> Path:
    """Where the user's own phrase files are: beside the settings, in `languages`, of the user or of the system."""
    own = _folder("XDG_CONFIG_HOME", "~/.config") / "spytable" / "languages"
    return own if own.is_dir() or not (SYSTEM_FILE.parent / "languages").is_dir() else SYSTEM_FILE.parent / "languages"


def check(content: Mapping[str, Any], source: Path) -> Settings:
    """The settings that *content*, read from *source*, describes. Raises ConfigError."""
    faults: list[str] = []
    values: dict[str, Any] = {"source": source}
    for name, value in content.items():
        if name in _SECTIONS:
            values[name] = _section(name, value, faults)
        elif name == "seats":
            values[name] = _wiring(value, faults)
        elif name in ("table", "shutdown"):
            rule = Settings.__dataclass_fields__[name].metadata["rule"]
            values[name] = _checked(name, value, rule, faults)
        else:
            faults.append(_unknown(name, "", _NAMES))
    if faults:
        raise ConfigError(source, *faults)
    return Settings(**values)


def _section(name: str, value: Any, faults: list[str]) -> Any:
    kind = _SECTIONS[name]
    if not isinstance(value, dict):
        faults.append(f"{name} is a section: write [{name}] on a line, and its settings below.")
        return None
    rules = {each.name: each.metadata["rule"] for each in fields(kind)}
    values = {}
    for key, content in value.items():
        if key in rules:
            values[key] = _checked(f"{name}.{key}", content, rules[key], faults)
        else:
            faults.append(_unknown(key, name, tuple(rules)))
    return kind(**values)


def _checked(name: str, value: Any, rule: Rule, faults: list[str]) -> Any:
    if not rule.accepts(value):
        faults.append(f"{name} is {_shown(value)}; allowed is {rule.allowed}.")
    elif rule is _LANGUAGE and value not in (known := _languages()):
        faults.append(f"{name} is {_shown(value)}; there are phrases for {', '.join(known)}.")
    return value


def _languages() -> tuple[str, ...]:
    # Late: most settings name no language.
    from spytable.language.phrases import languages

    return languages(own=languages_folder())


def _wiring(value: Any, faults: list[str]) -> Wiring | None:
    if not isinstance(value, dict):
        faults.append("seats is a section: write [seats], and [[seats.seat]] for each seat.")
        return None
    try:
        return pins.read(value)
    except WiringError as error:
        faults.extend(f"seats: {fault}" for fault in error.faults)
        return None


def _unknown(key: str, section: str, known: tuple[str, ...]) -> str:
    name = f"{section}.{key}" if section else key
    head = f"{_shown(name)} is no setting"
    near = difflib.get_close_matches(key.lower()[:80], known, n=1)
    if near:
        return f"{head}; did you mean {section + '.' if section else ''}{near[0]}?"
    homes = [f"[{home}]" for home, kind in _SECTIONS.items() if key in {each.name for each in fields(kind)}]
    if homes:
        return f"{head}; {key} belongs in {' or '.join(homes)}."
    return f"{head}; known are {', '.join(known)}."


def _shown(value: Any) -> str:
    """*value* as it would stand in the file, on one line, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a section"
    try:
        text = repr(value)
    except ValueError:
        return "a number of very many digits"  # Python refuses to write these out.
    if isinstance(value, str):
        text = '"' + text[1:-1] + '"'
    return text if len(text) <= 60 else f"{text[:57]}..."


def _parsed(source: Path) -> dict[str, Any]:
    try:
        with source.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise ConfigError(
            source, f"It cannot be read: {getattr(error, 'strerror', None) or error}."
        ) from error
    if len(content) > LARGEST:
        raise ConfigError(source, f"It is larger than {LARGEST // 1024} KB: this is not a settings file.")
    try:
        # Windows' editor puts a byte order mark before the first line.
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(source, f"Line {line} is not UTF-8 text: save the file as UTF-8.") from error
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(source, f"It is not TOML: {error}.") from error
    except (RecursionError, ValueError) as error:
        # tomllib nests as deep as the file does, and Python limits the digits of a number.
        raise ConfigError(source, "It is not TOML: nested too deep, or a number too long.") from error


def _folder(variable: str, default: str) -> Path:
    """An XDG base folder. The specification has relative ones ignored."""
    given = os.environ.get(variable, "")
    return Path(given) if given.startswith("/") else _expanded(default)


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        # A service without HOME and without an account has no home folder.
        return Path("/var/lib/spytable") / path.removeprefix("~/")
