"""A game that outlives power cuts on a real kernel. For those who ask for all of it: see README.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import emulated
import pytest

pytestmark = pytest.mark.usefixtures("whole")

Found = dict[str, Any]


@pytest.fixture(scope="module")
def cut(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Three starts from one disk, with a power cut after the first two."""
    folder = tmp_path_factory.mktemp("cut")
    emulated.disk(folder, installed / "disk.img")
    emulated.boot("cut", folder, power_cut=True)
    emulated.boot("cut", folder, power_cut=True)
    emulated.boot("cut", folder)
    return emulated.findings(folder)


def test_a_game_goes_on_at_the_same_question_after_a_power_cut(cut: Found) -> None:
    assert len(cut["the question after the first cut"]) == 1


def test_a_game_goes_on_after_a_power_cut_in_the_middle_of_an_answer(cut: Found) -> None:
    assert cut["answered"] in (True, False)
    assert "spytable: The game that was not finished goes on." in cut["log"]
    assert cut["faults"] == []
