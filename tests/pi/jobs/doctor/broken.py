"""Breaks each thing once, and keeps what the doctor says of it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench import service
from bench.findings import note
from bench.hardware import PLACE, SEATS, Glass, held, press
from bench.patience import run, wait
from bench.person import Person

SETTINGS = Path("/etc/spytable/table.toml")
GAMES = Path("/var/lib/spytable")
PROGRAM = next(Path("/opt/spytable/venv/lib").glob("python3*/site-packages"))
SIMULATED = Path("/sys/kernel/config/gpio-sim/pi")

HELD = """
import lgpio, time
lgpio.gpio_claim_input(lgpio.gpiochip_open(0), 17)
print("has it", flush=True)
time.sleep(3600)
"""


def look(name: str, *, user: str = "root") -> None:
    """Keeps what the doctor says as *name*."""
    words = ["doctor", "--json"]
    command = ["spytable", *words] if user == "root" else ["runuser", "-u", user, "--", "spytable", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", env=service.OWN)
    try:
        told = json.loads(done.stdout)
    except ValueError:
        told = {"findings": []}
    told["exit"], told["errors"] = done.returncode, done.stderr
    note(name, told)
    print(f"\n== {name}: {done.returncode} {done.stderr}")
    for each in told["findings"]:
        if each["severity"] >= 0:
            print(f"{each['severity']} {each['part']}: {each['says']}")
            print(f"    Likely: {each['likely']}\n    Do: {each['remedy']}", flush=True)


def person(name: str, *, no: str = "", wired: Mapping[tuple[int, int], int] | None = None) -> None:
    """Keeps as *name* what the doctor says to somebody who does what it asks (see `Person`)."""
    asked = Person(["spytable", "doctor"], Path("/"), service.OWN)
    asked.does_what_the_doctor_asks(no=no, wired=wired)
    print(f"\n== {name}")
    note(name, {"exit": asked.ends(), "felt": asked.said.count("  yes"), "said": asked.said})


def start() -> None:
    """Starts the table, and waits until it is up or has given up."""
    service.systemctl("reset-failed", service.NAME)
    service.systemctl("restart", service.NAME)


def stop() -> None:
    """Stops it."""
    service.systemctl("stop", service.NAME)


def shell(*words: str) -> None:
    """Does one thing as root."""
    subprocess.run(words, check=True)


def said(words: str) -> bool:
    """Whether the table that runs tells of *words*, as what does not work."""
    return any(words in f"{fault['part']}: {fault['what']}" for fault in service.status().get("faults", ()))


@contextlib.contextmanager
def moved_away(path: Path) -> Iterator[None]:
    """Without this file or folder."""
    away = path.with_name(f"{path.name}.away")
    path.rename(away)
    try:
        yield
    finally:
        away.rename(path)


@contextlib.contextmanager
def settings(change: str, into: str) -> Iterator[None]:
    """With settings that are edited."""
    before = SETTINGS.read_text()
    assert change in before
    SETTINGS.write_text(before.replace(change, into, 1))
    try:
        yield
    finally:
        SETTINGS.write_text(before)


def well() -> None:
    """Nothing is broken, with a person at the terminal and without, and with a table that runs and without."""
    start()
    look("well, running")
    person("person, running")
    stop()
    look("well")
    person("person")
    person("person, wrong", no="its lamp", wired={(3, 2): 3, (3, 3): 2})


def panel_unplugged() -> None:
    """Panel 2 is pulled out, while the table runs and before it starts."""
    glass = Glass(2)
    glass.plug()
    start()
    wait(lambda: said("panel of seat 2"), "word of the panel that is gone")
    look("panel unplugged, running")
    stop()
    look("panel unplugged")
    glass.plug()


def all_unplugged() -> None:
    """As where SDA and SCL changed places."""
    for seat in SEATS:
        Glass(seat).plug()
    look("all panels unplugged")
    start()
    wait(lambda: said("panel of seat 4"), "word of the panels that are gone")
    look("all panels unplugged, running")
    stop()
    for seat in SEATS:
        Glass(seat).plug()


def key_stuck() -> None:
    """Key 2 of seat 3 is down when nobody presses it."""
    with held(3, 2):
        look("key stuck")
        start()
        wait(lambda: said("key 2 of seat 3"), "word of the key that is stuck")
        look("key stuck, running")
        stop()


def no_sound_card() -> None:
    """The card is gone."""
    shell("modprobe", "-r", "snd-aloop")
    look("no sound card")
    start()
    press(1, 1)  # It makes a sound.
    wait(lambda: said("sound: "), "word of the sound that is gone")
    look("no sound card, running")
    stop()
    shell("modprobe", "snd-aloop")
    with settings('table = "pi"', 'table = "pi"\nvoice.device = "Speaker"'):
        look("another sound card")
        start()
        press(1, 1)  # It makes a sound.
        wait(lambda: said("Speaker"), "word of the card that is not there")
        look("another sound card, running")
        stop()


def not_in_groups() -> None:
    """A user without the groups."""
    shell("useradd", "newcomer")
    look("user without groups", user="newcomer")


def no_i2c() -> None:
    """The module is not loaded, or the settings name a bus that there is not."""
    shell("modprobe", "-r", "i2c-dev")
    look("no I2C module")
    shell("modprobe", "i2c-dev")
    shell("udevadm", "settle")
    number = (PLACE / "panel2/bus").read_text()
    with settings(f"panel = {{ bus = {number} }}", "panel = { bus = 9 }"):
        look("wrong bus")
    with settings(f"panel = {{ bus = {number} }}", f"panel = {{ bus = {number}, channel = 1 }}"):
        look("no multiplexer")


def wrong_settings() -> None:
    """Two kinds of mistakes."""
    with settings('table = "pi"', 'table = "pie"\nvoice.volume = 11\nvioce.rate = 1'):
        look("settings with faults")
        start()
        wait(lambda: service.shown("ActiveState") == "failed", "the end of the service")
        note("service with faulty settings", service.shown("ExecMainStatus"))
        look("service ended")
    service.systemctl("reset-failed", service.NAME)
    with settings('table = "pi"', 'table = "pi'):
        look("settings that are no TOML")


def disk() -> None:
    """The place of the games is full, or cannot be written."""
    shell("mount", "-t", "tmpfs", "-o", "size=1m", "none", str(GAMES))
    with contextlib.suppress(OSError), (GAMES / "full").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(65_536))
    look("disk full")
    start()
    wait(lambda: said("journal: "), "word of the games that are not kept")
    look("disk full, running")
    stop()
    shell("umount", str(GAMES))
    shell("mount", "--bind", str(GAMES), str(GAMES))
    shell("mount", "-o", "remount,bind,ro", str(GAMES))
    look("disk read-only")
    start()
    note("service on a disk that is read-only", service.is_up())
    wait(lambda: said("journal: "), "word of the games that are not kept")
    look("disk read-only, running")
    stop()
    shell("umount", str(GAMES))
    journal = GAMES / "journal.sqlite"
    shutil.copy2(journal, "/root/journal")
    journal.write_bytes(b"no journal " * 500)
    look("journal damaged")
    shutil.copy2("/root/journal", journal)
    owner = GAMES.stat().st_uid
    os.chown(journal, owner, owner)


def parts_missing() -> None:
    """Fonts, voices and packages."""
    with moved_away(PROGRAM / "spytable/screen/fonts"):
        look("no fonts")
    with moved_away(PROGRAM / "espeakng_loader"):
        look("no voice")
    with moved_away(PROGRAM / "smbus2"):
        look("no package")


def line_taken() -> None:
    """Another program has GPIO 17."""
    command = ["/opt/spytable/venv/bin/python", "-c", HELD]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, cwd="/root")
    assert program.stdout is not None
    program.stdout.readline()
    look("line taken")
    start()
    wait(lambda: said("GPIO 17"), "word of the line that is taken")
    look("line taken, running")
    stop()
    program.kill()
    program.wait()


def no_header() -> None:
    """The chip with the header's label is not there."""
    (SIMULATED / "live").write_text("0")
    label = (SIMULATED / "bank0/label").read_text()
    (SIMULATED / "bank0/label").write_text("some-expander")
    (SIMULATED / "live").write_text("1")
    look("no header")
    (SIMULATED / "live").write_text("0")
    (SIMULATED / "bank0/label").write_text(label)
    (SIMULATED / "live").write_text("1")


CASES = {
    case.__name__: case
    for case in (
        well, panel_unplugged, all_unplugged, key_stuck, no_sound_card, not_in_groups, no_i2c, wrong_settings, disk,
        parts_missing, line_taken, no_header,
    )
}  # fmt: skip


def main() -> None:
    """All, or those that are named."""
    wait(service.is_up, "the table")
    stop()
    for name in sys.argv[1:] or CASES:
        try:
            CASES[name]()
        except TimeoutError:
            print(service.spytable("status"), *service.log()[-40:], sep="\n", flush=True)
            raise


if __name__ == "__main__":
    run(main)
