"""Imports run only downwards, as the house is drawn in docs/house.md."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
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
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
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


WIRED_BELOW = {"errors", "retry", "wiring"}
"""What the rooms of the wired seats stand on; all else beside them is made of them."""

INNER = {
    "seats/gpio": {
        "lines": WIRED_BELOW,
        "panels": WIRED_BELOW,
        "simulated": WIRED_BELOW | {"lines", "panels"},
    },
    "voice": {
        "samples": set(),
        "devices": {"samples"},
        "synthesis": {"samples", "manner", "words"},
        "packs": {"samples", "devices", "synthesis", "cache"},
    },
}
"""The rooms within a room, and what of that room each may import from."""


@pytest.mark.parametrize(
    ("around", "path"),
    [
        pytest.param(around, path, id=f"{around}/{room}/{path.name}")
        for around, rooms in INNER.items()
        for room in rooms
        for path in sorted((ROOT / around / room).rglob("*.py"))
    ],
)
def test_a_room_within_a_room_imports_only_from_those_below_it(around: str, path: Path) -> None:
    room, whole = path.relative_to(ROOT / around).parts[0], f"spytable.{around.replace('/', '.')}."
    ours = {module.removeprefix(whole).split(".")[0] for module in imports_of(path) if module.startswith(whole)}
    assert ours <= INNER[around][room] | {room}


FOR_TESTS = ("spytable.seats.gpio.simulated", "spytable.voice.devices.recording", "spytable.voice.synthesis.measure")
"""Devices in memory, and what is measured beside the table."""

TESTS_AND_MEASURES = ("rehearsal.py", "bench/", "seats/gpio/simulated/")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_table_that_people_play_at_loads_nothing_simulated(path: Path) -> None:
    if not str(path.relative_to(ROOT)).startswith(TESTS_AND_MEASURES):
        assert not [module for module in imports_of(path) if module.startswith(FOR_TESTS)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_synthesised_in_a_process_of_its_own(path: Path) -> None:
    assert "spytable.voice.synthesis.worker" not in imports_of(path), "it is started by its name, and hangs alone"


def test_no_module_leads_back_to_itself() -> None:
    dotted = {path: ".".join(("spytable", *path.relative_to(ROOT).with_suffix("").parts)) for path in MODULES}
    names = {name.removesuffix(".__init__"): path for path, name in dotted.items()}
    graph = {}
    for name, path in names.items():
        wanted = imports_of(path) & names.keys()
        # Where a module of a package is wanted, the package is only the way to it.
        graph[name] = wanted - {module.rpartition(".")[0] for module in wanted} - {name}
    TopologicalSorter(graph).prepare()


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
