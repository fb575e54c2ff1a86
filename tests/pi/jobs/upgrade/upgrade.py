"""A newer version over an installed one whose settings and unit were edited, one that does not start, and the end."""

from __future__ import annotations

import pwd
import re
import shutil
import subprocess
import time
from pathlib import Path

from bench import service
from bench.findings import note
from bench.patience import run, wait
from bench.players import Players

from keypress import TWO

PACKAGES = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/mnt/job/wheels"}
CHECKOUT = Path("/root/table")
SETTINGS = Path("/etc/spytable/table.toml")
UNITS = Path("/etc/systemd/system")
UNIT, DROP_IN = UNITS / "spytable.service", UNITS / "spytable.service.d/mine.conf"
GAMES = Path("/var/lib/spytable")


def version(number: str, *, starts: bool = True) -> Path:
    """A checkout of another version, whose unit differs too."""
    folder = Path(f"/root/version-{number}")
    shutil.copytree(CHECKOUT, folder)
    for name, pattern in (
        ("pyproject.toml", r'(?m)^version = ".*"'),
        ("firmware/spytable/__init__.py", '__version__ = ".*"'),
    ):
        text = (folder / name).read_text()
        new = re.sub(pattern, lambda found: found[0].split('"')[0] + f'"{number}"', text, count=1)
        assert new != text
        (folder / name).write_text(new)
    with (folder / "systemd/spytable.service").open("a") as file:
        file.write(f"# version {number}\n")
    if not starts:
        (folder / "firmware/spytable/play.py").write_text('raise SystemExit("this version cannot play")\n')
    return folder


def table(folder: Path, *words: str) -> str:
    """Runs ./table there; its exit status and what it says."""
    tell(f"== {folder} {' '.join(words)}")
    said = ""
    with subprocess.Popen(
        ["./table", *words],
        cwd=folder,
        env=service.OWN | PACKAGES,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            tell(line.rstrip())
            said += line
    tell(f"status {running.returncode}")
    if running.returncode:
        print(*service.log()[-40:], sep="\n", flush=True)
    return f"{said}status {running.returncode}"


def tell(line: str) -> None:
    """Says it, with the seconds since the start of the guest."""
    print(f"{time.monotonic():6.0f} {line}", flush=True)


def files() -> dict[str, str]:
    """All files that the installer wrote, with what is in them; the environment by its name alone."""
    places = (
        UNITS,
        Path("/etc/spytable"),
        Path("/etc/udev/rules.d"),
        Path("/etc/sysusers.d"),
        Path("/etc/modules-load.d"),
    )
    found = {
        str(path): path.read_text()
        for place in places
        for path in sorted(place.rglob("*"))
        if path.is_file() and "spytable" in str(path)
    }
    found |= {str(path): "" for path in Path("/opt/spytable").iterdir() if not path.name.startswith("environment-")}
    return found | {"environments": str(len(list(Path("/opt/spytable").glob("environment-*"))))}


def leftovers() -> list[str]:
    """What bears the table's name on this disk, outside of the places of this job and of the system's log."""
    command = ["find", "/", "-xdev", "(", "-path", "/root", "-o", "-path", "/mnt", "-o", "-path", "/var/log", ")"]
    command += ["-prune", "-o", "-name", "*spytable*", "-print"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return sorted(done.stdout.split())


def edit() -> None:
    """What a maker changes: settings, a drop-in, and the unit itself, which they had better not."""
    SETTINGS.write_text(SETTINGS.read_text().replace('table = "pi"', 'table = "pi"  # mine\nvoice.volume = 0.5', 1))
    DROP_IN.parent.mkdir(exist_ok=True)
    DROP_IN.write_text("[Service]\nEnvironment=MINE=yes\n")
    UNIT.write_text(UNIT.read_text().replace("RestartSec=3", "RestartSec=4", 1))
    service.systemctl("daemon-reload")


def upgrade() -> None:
    note("user before", pwd.getpwnam("spytable").pw_uid)
    wait(service.is_up, "the table")
    tell("the table is up")
    players = Players()
    players.begin(TWO)
    players.press(1, "Done")
    players.look()
    tell("a game has begun")

    def goes_on() -> bool:
        players.go_on()
        players.look()
        (turn,) = (seat for seat in players.seats if "Done" in players.labels(seat))
        players.press(turn, "Done")
        players.look()
        tell("the game goes on")
        return True

    edit()
    before = {str(path): path.read_text() for path in (SETTINGS, DROP_IN, UNIT)}
    newer = version("8.1.0")
    note("upgrade", table(newer, "upgrade"))
    note("kept", {name: Path(name).read_text() == text for name, text in before.items()})
    note("new unit", (UNITS / "spytable.service.new").read_text() == (newer / "systemd/spytable.service").read_text())
    note("upgraded", [service.spytable("--version"), service.status().get("version")])
    note("in force", [service.shown("RestartUSec"), "MINE=yes" in service.shown("Environment")])
    note("goes on after the upgrade", goes_on())

    once = files()
    note("install again", table(newer, "install", "--yes"))
    twice = files()
    note("changed by installing again", sorted(name for name in once | twice if once.get(name) != twice.get(name)))
    note("goes on after installing again", goes_on())

    note("no start", table(version("8.2.0", starts=False), "upgrade"))
    wait(service.is_up, "the version before")
    note("taken back", [service.spytable("--version"), service.status().get("version")])
    note("goes on with the version before", goes_on())

    note("uninstall", table(newer, "uninstall", "--yes"))
    note("left", leftovers())
    note("games", sorted(path.name for path in GAMES.iterdir()))
    note("owner", sorted({path.stat().st_uid for path in (GAMES, *GAMES.iterdir())}))
    note("user", [name for name in ("spytable", "gpio", "i2c") if known(name)])
    note("uninstall again", table(newer, "uninstall", "--yes"))

    settings = before[str(SETTINGS)]
    table(CHECKOUT, "install", "--yes", "--table", "pi", "--no-start")
    SETTINGS.write_text(settings)
    subprocess.run(["systemctl", "start", service.NAME], check=True)
    note("goes on after all", goes_on())


def known(name: str) -> bool:
    """Whether there is such a user or group."""
    return any(
        subprocess.run(["getent", kind, name], stdout=subprocess.DEVNULL, check=False).returncode == 0
        for kind in ("passwd", "group")
    )


if __name__ == "__main__":
    run(upgrade)
