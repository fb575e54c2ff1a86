"""A table at which each seat has its language, from the settings to the panels."""

from pathlib import Path

from daemon import Daemon
from spytable.language.phrases import Phrases
from spytable.referee.message import message


def test_each_seat_reads_its_own_language_and_a_users_own_words(tmp_path: Path) -> None:
    settings = tmp_path / "spytable"
    (settings / "languages").mkdir(parents=True)
    (settings / "table.toml").write_text(
        '[voice]\nlanguage = "fi"\noutput = "none"\n[languages]\nseat_2 = "el"\nseat_3 = "nl"\n', encoding="utf-8"
    )
    (settings / "languages" / "nl.po").write_text('msgid "Who plays?"\nmsgstr "Wie speelt?"\n', encoding="utf-8")
    (settings / "languages" / "fi.po").write_text('msgid "Who plays?"\nmsgstr "Pelataanko?"\n', encoding="utf-8")
    with Daemon(tmp_path) as daemon:
        shown = daemon.shown()
        assert {seat: screen["words"][0] for seat, screen in shown.items()} == {
            1: "Pelataanko?",
            2: Phrases("el").text(message("Who plays?")),
            3: "Wie speelt?",
            4: "Pelataanko?",
        }
        assert shown[2]["language"] == "el"
        assert shown[3]["labels"][0] == "Green", "what a language lacks is in English"
        assert len({shown[seat]["picture"] for seat in (1, 2, 3)}) == 3, "and so are the panels drawn"
        status, said = daemon.stop()
    assert status == 0
    assert said.count("“Press your colour” is not translated") == 1
