"""Imports run only downwards, as the house is drawn in docs/house.md."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import spytable

ROOT = Path(spytable.__file__).parent

SHARED = {"errors"}
"""May be imported from everywhere; imports nothing of ours."""

BELOW = {
    "game": set(),
    "referee": {"game"},
    "language": {"game", "referee"},
    "screen": {"game", "referee"},
    "seats": {"game", "referee"},
    "voice": {"game", "referee"},
    "journal": {"game", "referee"},
}
"""The rooms that a room may import from. What is not listed (table, play, cli, config, bench, …) stands on top."""


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides which room it reaches into"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if node.module == "spytable"}
    return found


MODULES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_from_rooms_below_it(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0].removesuffix(".py")
    ours = {room_of(module) for module in imports_of(path) if module.split(".")[0] == "spytable"} - {room, ""}
    if room in SHARED:
        assert not ours
    elif room in BELOW:
        assert ours <= BELOW[room] | SHARED, f"{room} reaches into {sorted(ours - BELOW[room] - SHARED)}"


@pytest.mark.parametrize("path", sorted((ROOT / "game").rglob("*.py")), ids=lambda path: path.name)
def test_the_rules_use_the_standard_library_alone(path: Path) -> None:
    roots = {module.split(".")[0] for module in imports_of(path)}
    assert roots <= set(sys.stdlib_module_names) | {"spytable"}
    assert not roots & {"time", "datetime", "threading", "os", "pathlib", "io", "random", "gettext", "locale", "socket"}


WIRED = "spytable.seats.gpio"

ROOMS = {"lines": set(), "panels": set(), "simulated": {"lines", "panels"}}
"""The rooms of the wired seats, and which of the others each may import from."""

GROUND = {"errors", "retry", "wiring"}
"""What stands beside them and below; all else there is made of them."""


@pytest.mark.parametrize(
    "path",
    [path for room in ROOMS for path in sorted((ROOT / "seats/gpio" / room).rglob("*.py"))],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_lines_and_panels_do_not_know_each_other_nor_what_is_made_of_them(path: Path) -> None:
    room = path.parent.name
    ours = [module.removeprefix(WIRED) for module in imports_of(path) if module.startswith(WIRED)]
    assert {name[1:].split(".")[0] for name in ours} <= ROOMS[room] | GROUND | {room}


PLAYS_ON_SIMULATED = ("rehearsal.py", "bench/panel.py", "seats/gpio/simulated/")
"""Measurements and what tests share."""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_table_that_people_play_at_loads_nothing_simulated(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    if not name.startswith(PLAYS_ON_SIMULATED):
        assert not [module for module in imports_of(path) if module.startswith(f"{WIRED}.simulated")]


CHANGES_THE_TALK = {"core.py", "announcing.py", "requests.py", "chairs.py", "covers.py"}
"""The modules of the conversation that its first rule names (core.py); pages see only what a seat may."""


@pytest.mark.parametrize("path", sorted((ROOT / "referee").rglob("*.py")), ids=lambda path: path.name)
def test_what_the_table_is_in_the_middle_of_is_changed_only_where_it_is_said(path: Path) -> None:
    reaches = "spytable.referee.conversation.talk" in imports_of(path)
    assert reaches == (path.name in CHANGES_THE_TALK), f"{path.name} {'reaches' if reaches else 'changes no'} talk.py"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_first_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), f"{path} has no opening line"


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("spytable.cli", {"aiohttp", "PIL", "sqlite3", "gpiozero", "luma", "pyttsx3", "sounddevice", "asyncio"}),
        ("spytable.game.rules", {"aiohttp", "PIL", "sqlite3", "gpiozero", "luma", "pyttsx3", "json", "asyncio"}),
        ("spytable.referee.server", {"aiohttp", "PIL", "gpiozero", "luma", "pyttsx3", "sounddevice", "asyncio"}),
        ("spytable.seats.gpio", {"gpiozero", "luma", "smbus2", "lgpio", "RPi"}),
        ("spytable.seats.web", {"aiohttp", "asyncio"}),
        ("spytable.voice", {"pyttsx3", "sounddevice", "espeakng_loader"}),
    ],
)
def test_what_a_room_does_not_need_is_not_loaded_with_it(module: str, heavy: set[str]) -> None:
    code = f"import sys, {module}; print(' '.join(sorted({{name.split('.')[0] for name in sys.modules}})))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not heavy & set(loaded)
