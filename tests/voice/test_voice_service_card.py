"""A table that runs as a service speaks to the card itself: nothing between them may end the program."""

from pathlib import Path

import pytest

from spytable.voice.devices import soundcard

DEVICES = [(0, "hdmi: - (hw:0,0)"), (1, "max98357a: hifi - (hw:1,0)"), (2, "sysdefault"), (3, "default")]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    monkeypatch.setenv("INVOCATION_ID", "0123")
    for name in ("XDG_RUNTIME_DIR", "ALSA_CARD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(soundcard, "_OWN_SOUND", tmp_path / "asound.conf")
    return monkeypatch


def test_a_service_takes_the_first_card_itself(service: pytest.MonkeyPatch) -> None:
    assert soundcard._bare_card(DEVICES) == [0]


def test_a_service_takes_the_card_that_its_unit_names(service: pytest.MonkeyPatch) -> None:
    service.setenv("ALSA_CARD", "1")
    assert soundcard._bare_card(DEVICES) == [1]
    service.setenv("ALSA_CARD", "NoSuchCard")
    assert soundcard._bare_card(DEVICES) == []


def test_in_a_session_the_sound_is_shared(service: pytest.MonkeyPatch) -> None:
    service.setenv("XDG_RUNTIME_DIR", "/run/user/1000")
    assert soundcard._bare_card(DEVICES) == []


def test_what_somebody_made_of_alsa_comes_first(service: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "asound.conf").touch()
    assert soundcard._bare_card(DEVICES) == []
