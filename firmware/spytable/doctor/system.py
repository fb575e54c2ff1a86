"""The machine: model, system, rights, disk, power and clock."""

from __future__ import annotations

import ctypes
import datetime
import grp
import os
import platform
import pwd
import shutil
import struct
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from spytable import machine
from spytable.doctor.finding import NOT_KEPT, Finding, Severity
from spytable.doctor.service import shown

ROOT = Path("/")

LEAST_DISK, LITTLE_DISK = 10 * 1024**2, 100 * 1024**2
"""Bytes free below which nothing can be kept, and below which it may soon be so."""

HOT = 80.0
"""Degrees Celsius from which a Pi slows down (https://www.raspberrypi.com/documentation/computers/config_txt.html)."""

OLDEST_CLOCK = datetime.date(2025, 1, 1)
"""No table of this version ran before: a clock that says so was never set."""

TIME_ERROR = 5
"""What adjtimex(2) answers where nothing keeps the clock right (<linux/timex.h>)."""

SERVICE_USER = "spytable"
GROUPS = {"gpio": "/dev/gpiochip*", "i2c": "/dev/i2c-*", "audio": "/dev/snd/controlC*"}
"""The groups whose devices a table uses, and these devices."""


def look(games: Path, *, wired: bool) -> list[Finding]:
    """All findings of this room. *games*: the file that keeps them."""
    return [
        *_about(),
        *_packages(wired),
        *(_groups() if wired else ()),
        *_disk(games.parent),
        *_power(),
        *_clock(),
    ]


def _about(root: Path = ROOT) -> Iterator[Finding]:
    bits = 8 * struct.calcsize("P")
    name = platform.uname()
    model = machine.look(root).model or "no Raspberry Pi"
    width = f"{bits} bit" if bits == 64 or "64" not in name.machine else f"{bits} bit on a 64-bit kernel"
    yield Finding("machine", Severity.WELL, f"{model}, {name.machine}, {width}")
    yield Finding("system", Severity.WELL, f"{_system(root)}, Linux {name.release}, Python {platform.python_version()}")


def _system(root: Path) -> str:
    try:
        text = (root / "etc/os-release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "unknown system"
    names = [line.partition("=")[2].strip("\"'") for line in text.splitlines() if line.startswith("PRETTY_NAME=")]
    return names[0] if names else "unknown system"


def _packages(wired: bool) -> Iterator[Finding]:
    needed = ["PIL", "pyttsx3", "sounddevice", *(["gpiozero", "luma.oled", "smbus2"] if wired else ["aiohttp"])]
    lacking = [name for name in needed if not _there(name)]
    if lacking:
        kind = "pi" if wired else "virtual"
        other = "a table in the browser" if wired else "a table with wired seats"
        likely = f"the installation was cut off, or was for {other}"
        remedy = f"sudo ./table install --table {kind}, or for a table of your own ./table play."
        yield Finding("packages", Severity.FAULT, f"missing: {', '.join(lacking)}", likely, remedy)


def _there(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


def _groups(root: Path = ROOT) -> Iterator[Finding]:
    """Whether whoever runs this, and the service's user if there is one, may use the devices."""
    people = [pwd.getpwuid(os.getuid()).pw_name] if os.getuid() else []
    try:
        pwd.getpwnam(SERVICE_USER)
    except KeyError:
        pass
    else:
        people.append(SERVICE_USER)
    for person in dict.fromkeys(people):
        given = shown("SupplementaryGroups").get("SupplementaryGroups", "").split() if person == SERVICE_USER else []
        lacking = [group for group in GROUPS if group not in given and not _in_group(person, group)]
        lacking = [group for group in lacking if any(root.glob(GROUPS[group].lstrip("/")))]
        if lacking:
            yield Finding(
                "groups",
                Severity.WARNING,
                f"{person} is not in {', '.join(lacking)}",
                likely=f"{', '.join(GROUPS[group] for group in lacking)} may not be used by this user",
                remedy=f"sudo usermod -aG {','.join(lacking)} {person}, and log in again or restart the service.",
            )
        else:
            yield Finding("groups", Severity.WELL, f"{person} may use pins, panels and sound")


def _in_group(person: str, group: str) -> bool:
    try:
        found = grp.getgrnam(group)
    except KeyError:
        return False
    return person in found.gr_mem or pwd.getpwnam(person).pw_gid == found.gr_gid


def _disk(folder: Path) -> Iterator[Finding]:
    place = next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))
    free = shutil.disk_usage(place).free
    said = f"{free // 1024**2} MB free where the games are kept ({folder})"
    if os.statvfs(place).f_flag & os.ST_RDONLY:
        yield Finding(
            "disk",
            Severity.WARNING,
            f"{place} cannot be written: {NOT_KEPT}",
            likely="the card is worn out or was pulled: the system went on reading alone",
            remedy="Start the machine again; if it comes back, put the system on a new card.",
        )
    elif free < LEAST_DISK:
        likely = f"it is full: {NOT_KEPT}, and one that is cut off is lost"
        remedy = "Delete what you do not need, or take a larger card."
        yield Finding("disk", Severity.WARNING, said, likely, remedy)
    elif free < LITTLE_DISK:
        yield Finding("disk", Severity.WARNING, said, "it is full soon", "Delete what you do not need.")
    else:
        yield Finding("disk", Severity.WELL, said)


def _power() -> Iterator[Finding]:
    found = machine.look_closely()
    remedy = "Use the supply that is made for this Pi, and a short thick cable; take off what else it feeds."
    likely = "keys that press themselves, panels that freeze and sound that stops come from this too"
    if found.power_low:
        yield Finding("power", Severity.WARNING, "too low now", likely, remedy)
    elif found.power_was_low:
        yield Finding("power", Severity.WARNING, "was too low since the start", likely, remedy)
    elif found.power_low is not None:
        yield Finding("power", Severity.WELL, "enough")
    elif (found.model or "").startswith("Raspberry Pi"):
        says = "this system does not tell whether it is enough"
        yield Finding("power", Severity.NOTE, says, remedy="sudo vcgencmd get_throttled: 0x0 is enough")
    if found.temperature is not None and found.temperature >= HOT:
        says = f"{found.temperature:.0f} °C"
        yield Finding("heat", Severity.WARNING, says, remedy="Give the middle of the table air.")


def _clock(today: datetime.date | None = None, synchronised: bool | None = None) -> Iterator[Finding]:
    today = today or datetime.datetime.now().astimezone().date()
    synchronised = is_synchronised() if synchronised is None else synchronised
    if today < OLDEST_CLOCK:
        says = f"it is {today.isoformat()} by this clock"
        likely = "no clock chip, and no network since the start"
        yield Finding("clock", Severity.NOTE, says, likely, "Games are played as ever; only their dates are wrong.")
    elif synchronised is False:
        says = f"{today.isoformat()}, which no time server has confirmed"
        likely = "no network since the start; without a clock chip, a Pi goes on from when it was last switched off"
        yield Finding("clock", Severity.NOTE, says, likely, "Games are played as ever; their dates may be off.")
    else:
        yield Finding("clock", Severity.WELL, today.isoformat() + (", by a time server" if synchronised else ""))


def is_synchronised() -> bool | None:
    """Whether something keeps the clock right, as the kernel knows; None where it does not tell."""
    try:
        # Without a mode set in what it is given it only reads, and every user may do that: adjtimex(2).
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else state != TIME_ERROR
