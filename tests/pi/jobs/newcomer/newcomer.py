"""A newcomer with docs/build.md: each command is one that stands there, and what it says of it comes true.

Each start of the machine runs this once more. The first ends where the page says `sudo reboot`.
"""

from __future__ import annotations

import re
import subprocess
import urllib.request
from pathlib import Path

from bench import service
from bench.findings import note
from bench.hardware import PLACE, SEATS, Glass, press
from bench.patience import run, wait
from bench.person import Person
from bench.players import Players

from keypress import TWO, People
from spytable.language.phrases import Phrases
from spytable.screen.draw import render

HOME = Path("/home/maker")
FOLDER = HOME / "spytable"
PAGE = FOLDER / "docs/build.md"
BOOT = Path("/boot/firmware")
BREADBOARD = 1
"""N of the /dev/i2c-N that the breadboard's panel is on."""

I2C = "dtparam=i2c_arm=on\n"
CONFIG = f"#{I2C}dtparam=audio=on\ncamera_auto_detect=1\ndtoverlay=vc4-kms-v3d\narm_64bit=1\n\n[all]\n"
COMMAND_LINE = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 rootwait\n"
"""config.txt, in short, and cmdline.txt as Raspberry Pi OS has them."""

RULES = """
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
"""
"""Of its udev rules those for pins and buses."""

GAME = 44
"""The seed of a short game of two."""


def raspberry_pi_os() -> None:
    """What Raspberry Pi OS has beyond Debian: groups, rules, the files that the Pi starts from, and the first user."""
    BOOT.mkdir(parents=True)
    (BOOT / "config.txt").write_text(CONFIG)
    (BOOT / "cmdline.txt").write_text(COMMAND_LINE)
    Path("/etc/udev/rules.d/99-com.rules").write_text(RULES)
    for command in (
        ["groupadd", "--system", "gpio"],
        ["groupadd", "--system", "i2c"],
        ["useradd", "--create-home", "--groups", "gpio,i2c,audio", HOME.name],
        ["udevadm", "control", "--reload"],
        ["udevadm", "trigger", "--settle", "--subsystem-match=gpio", "--subsystem-match=i2c-dev"],
    ):
        subprocess.run(command, check=True)


def step_2() -> None:
    """The project is fetched."""
    FOLDER.mkdir()
    subprocess.run(["tar", "xf", "checkout.tar", "-C", FOLDER], check=True)
    subprocess.run(["chown", "-R", f"{HOME.name}:", FOLDER], check=True)


def command(words: str) -> list[str]:
    """A command of the page; what begins with sudo as root, all else as the newcomer."""
    pattern = rf"(^ *|`){re.escape(words)}(`|  |$)"
    assert re.search(pattern, PAGE.read_text(), re.MULTILINE), f"{words!r} does not stand in {PAGE.name}"
    if words.startswith("sudo "):
        return words.removeprefix("sudo ").split()
    return ["runuser", "-u", HOME.name, "--", "env", f"HOME={HOME}", *words.split()]


def types(words: str) -> str:
    """Types a command of the page; what it says, and how it ends."""
    done = subprocess.run(
        command(words),
        cwd=FOLDER,
        env=service.OWN,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"$ {words}\n{done.stdout}status {done.returncode}", flush=True)
    note(words, {"exit": done.returncode, "said": done.stdout})
    return done.stdout


def person(words: str) -> Person:
    """Somebody who types a command of the page at a terminal."""
    return Person(command(words), FOLDER, service.OWN)


def step_3() -> None:
    """Play without wires: no panel is there yet."""
    glasses = [Glass(seat) for seat in SEATS]
    for glass in glasses:
        glass.plug()
    words = "./table play --host 0.0.0.0"
    newcomer = person(words)
    (address,) = newcomer.reads(r"(http://[\d.]+:\d+/)")
    pages = [urllib.request.urlopen(f"{address}{page}").read().decode() for page in ("", "seat/1")]
    newcomer.interrupts()
    note(words, {"exit": newcomer.ends(), "said": newcomer.said, "titles": [_title(page) for page in pages]})
    for glass in glasses:
        glass.plug()


def _title(page: str) -> str:
    found = re.search("<title>(.*?)</title>", page)
    return found[1] if found else page[:80]


def step_4() -> None:
    """One seat on a breadboard: it asks who plays; a colour sits down, and leaves again."""
    (panel,) = [seat for seat in SEATS if (PLACE / f"panel{seat}/bus").read_text() == str(BREADBOARD)]
    glass, people, text = Glass(panel), People((1,)), Phrases().text
    # What `raspi-config nonint do_i2c 0` does.
    (BOOT / "config.txt").write_text(CONFIG.replace(f"#{I2C}", I2C))
    types("./table doctor --config hardware/breadboard.toml")
    words = "./table play --config hardware/breadboard.toml"
    newcomer = person(words)
    newcomer.reads("wired seats")

    def look() -> str:
        should = render(people.screen(1), text).tobytes()
        try:
            wait(lambda: glass.picture().tobytes() == should, people.shows(1))
        except TimeoutError:
            glass.picture().save("/mnt/job/breadboard-shows.png")
            render(people.screen(1), text).save("/mnt/job/breadboard-should.png")
            print(newcomer.said, flush=True)
            raise
        return people.shows(1)

    shown = [look()]
    for label in ("Green", "Leave"):
        press(1, people.labels(1).index(label) + 1)
        people.press(1, label)
        shown.append(look())
    newcomer.interrupts()
    note(words, {"exit": newcomer.ends(), "said": newcomer.said, "shown": shown, "faults": glass.faults})
    note("dark", glass.picture().getbbox() is None)


def step_9() -> None:
    """The installation, with the answers that the page names."""
    words = "sudo ./table install"
    newcomer = person(words)
    asked = newcomer.answers({"I2C": "y", "TCA9548A": "y", "MAX98357A": "y", "console": "y"})
    note(words, {"exit": newcomer.ends(), "said": newcomer.said, "asked": asked})
    note("config.txt", (BOOT / "config.txt").read_text())
    note("cmdline.txt", (BOOT / "cmdline.txt").read_text())
    note("copies", {file.name: file.read_text() for file in BOOT.iterdir() if "spytable" in file.name})
    # Built otherwise than drawn: these panels are on buses of their own.
    with Path("/etc/spytable/table.toml").open("a") as file:
        subprocess.run(["/opt/bench/python", "-m", "bench.settings"], stdout=file, check=True)


def step_10() -> None:
    """The check."""
    types("spytable pins")
    types("sudo systemctl stop spytable")
    words = "spytable doctor"
    newcomer = person(words)
    newcomer.does_what_the_doctor_asks()
    note(words, {"exit": newcomer.ends(), "said": newcomer.said})
    types("sudo systemctl start spytable")
    wait(service.is_up, "the table")
    types("spytable status")


def step_11() -> None:
    """The first game."""
    players = Players()
    players.announced = players.look
    players.play(TWO, GAME)
    note("winner", [players.shows(seat) for seat in TWO])
    note("log", service.log())
    note("faults", [fault for glass in players.glass.values() for fault in glass.faults])


def first_start() -> None:
    raspberry_pi_os()
    step_2()
    step_3()
    step_4()
    step_9()


def second_start() -> None:
    note("up", wait(service.is_up, "the table"))
    step_10()
    step_11()


if __name__ == "__main__":
    run(second_start if FOLDER.exists() else first_start)
