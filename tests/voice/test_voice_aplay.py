"""aplay: every sample reaches it, and it is judged by whether it played."""

import stat
from pathlib import Path

import pytest

from spytable.voice.devices import cards
from spytable.voice.devices.aplay import AplayOutput
from spytable.voice.devices.cards import card_number
from spytable.voice.devices.outputs import OutputLostError, Take
from spytable.voice.samples.clip import RATE, Clip, octets

CLIP = Clip(octets([1000] * (RATE // 10)), name="tone")


def program(folder: Path, body: str) -> str:
    path = folder / "aplay"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture(autouse=True)
def no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a program takes its time to begin and to end."""
    monkeypatch.setattr(AplayOutput, "_STUCK", 60.0)


def test_aplay_gets_every_sample_and_is_told_what_they_are(tmp_path: Path) -> None:
    output = AplayOutput(program=program(tmp_path, f'echo "$@" > {tmp_path}/told; cat > {tmp_path}/heard'))
    output.play(Take(CLIP))
    assert (tmp_path / "heard").read_bytes() == CLIP.samples
    assert (tmp_path / "told").read_text() == "-q -t raw -f S16_LE -c 1 -r 22050\n"


def test_a_card_is_named_by_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "asound").mkdir()
    (tmp_path / "asound" / "Headphones").symlink_to("card3")
    monkeypatch.setattr(cards, "_ASOUND", tmp_path / "asound")
    assert card_number("Headphones") == 3
    assert card_number("../../etc") is None
    AplayOutput("Headphones", program(tmp_path, f'echo "$@" > {tmp_path}/told; cat > /dev/null')).play(Take(CLIP))
    assert "--device=sysdefault:CARD=Headphones" in (tmp_path / "told").read_text()


@pytest.mark.parametrize(
    "body",
    [
        "cat > /dev/null; echo 'ALSA lib noise' >&2; echo 'audio open error: No such device' >&2; exit 1",
        "echo 'audio open error: No such device' >&2; exit 1",
    ],
)
def test_aplay_is_judged_by_whether_it_played(tmp_path: Path, body: str) -> None:
    long = Clip(bytes(2 * RATE // 4))
    with pytest.raises(OutputLostError, match="No such device"):
        AplayOutput(program=program(tmp_path, body)).play(Take(long))


def test_aplay_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AplayOutput, "_STUCK", 0.05)
    output = AplayOutput(program=program(tmp_path, f"echo $$ > {tmp_path}/id; exec sleep 600"))
    with pytest.raises(OutputLostError, match="hangs"):
        output.play(Take(CLIP))
    # It may be ended before it has written its number, or began to.
    process = (tmp_path / "id").read_text().strip() if (tmp_path / "id").exists() else ""
    assert not process or not Path(f"/proc/{process}").exists()


def test_without_aplay_the_remedy_is_said() -> None:
    with pytest.raises(OutputLostError, match="aplay is not installed") as caught:
        AplayOutput(program="/no/such/aplay").play(Take(CLIP))
    assert caught.value.missing
    assert "alsa-utils" in caught.value.remedy
