"""Which copy of eSpeak NG speaks."""

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from spytable.voice.synthesis import espeak, loading


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any eSpeak NG, its libraries under the path given."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(espeak, "_FOLDERS", (str(tmp_path),))
    return tmp_path


def wheel(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = folder / "espeakng_loader"
    (home / "espeak-ng-data").mkdir(parents=True)
    (home / espeak.SONAME).write_bytes(b"wheel")
    spec = ModuleSpec("espeakng_loader", None, is_package=True)
    spec.submodule_search_locations = [str(home)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec if name == "espeakng_loader" else None)
    return home


def debian(folder: Path) -> Path:
    library = folder / "arm-linux-gnueabihf" / espeak.SONAME
    library.parent.mkdir()
    library.write_bytes(b"debian")
    return library


def test_where_there_is_none_that_is_known_without_an_error(machine: Path) -> None:
    assert espeak.find() is None
    assert loading.identity() == "none"


def test_debian_s_library_speaks_where_there_is_no_wheel(machine: Path) -> None:
    library = debian(machine)
    assert espeak.find() == espeak.Library(library)


def test_the_wheel_speaks_before_debian_s_library_and_with_its_own_data(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    debian(machine)
    home = wheel(machine, monkeypatch)
    assert espeak.find() == espeak.Library(home / espeak.SONAME, home)


def test_sound_of_another_synthesiser_is_not_taken_for_this_one_s(machine: Path) -> None:
    library = debian(machine)
    before = loading.identity()
    library.write_bytes(b"a newer one")
    assert loading.identity() != before
