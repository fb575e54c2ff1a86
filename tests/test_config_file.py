"""The settings file: what it sets is what runs, and every fault in it is said at once, in words that help."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spytable import config
from spytable.config import ConfigError, Settings, load
from spytable.seats.gpio import pins


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without settings, so that those of this machine do not matter."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(config, "SYSTEM_FILE", tmp_path / "etc" / "table.toml")
    return tmp_path


def written(folder: Path, content: str | bytes) -> Path:
    file = folder / "table.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def faults(folder: Path, content: str | bytes) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        load(written(folder, content))
    assert str(folder / "table.toml") in str(caught.value)
    assert all(fault in str(caught.value) for fault in caught.value.faults)
    return caught.value.faults


def test_without_a_file_everything_has_its_default(home: Path) -> None:
    settings = load()
    assert settings == Settings()
    assert (settings.table, settings.web.host, settings.web.open_browser) == ("auto", "127.0.0.1", True)
    assert (settings.voice.output, settings.voice.language, settings.voice.volume) == ("auto", "en", 1.0)
    assert settings.seats == pins.default()
    assert settings.journal_path == home / ".local/state/spytable/journal.sqlite"


def test_an_empty_file_changes_nothing(home: Path) -> None:
    file = written(home, "")
    assert load(file) == Settings(source=file)


def test_what_the_file_sets_is_what_runs(home: Path) -> None:
    settings = load(
        written(
            home,
            """
            table = "pi"
            [web]
            host = "0.0.0.0"
            port = 0
            open_browser = false
            [voice]
            output = "aplay"
            device = "Headphones"
            pack = "grandma"
            language = "fy"
            second = "en"
            rate = 120
            volume = 0.5
            lead_in = 1
            [languages]
            seat_2 = "el"
            seat_4 = "sq"
            [journal]
            path = "/srv/games.sqlite"
            [seats]
            uses = ["i2c"]
            [[seats.seat]]
            seat = 2
            keys = [4, 17, 27, 22]
            panel = { driver = "sh1106", bus = 3 }
            """,
        )
    )
    assert settings.table == "pi"
    assert (settings.web.host, settings.web.port, settings.web.open_browser) == ("0.0.0.0", 0, False)
    assert settings.voice == config.Voice("aplay", "Headphones", "grandma", "fy", "en", 120, 0.5, 1)
    assert settings.languages.by_seat == {2: "el", 4: "sq"}
    assert settings.pack_path == home / "grandma"
    assert settings.journal_path == Path("/srv/games.sqlite")
    assert [(seat.seat, seat.keys, seat.panel.bus) for seat in settings.seats.seats] == [
        (2, (4, 17, 27, 22), 3)
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("table = 'pie'", 'table is "pie"; allowed is one of auto, pi, virtual.'),
        ("table = 3", "table is 3; allowed is one of auto, pi, virtual."),
        ("web = 3", "web is a section: write [web] on a line, and its settings below."),
        ("seats = 'four'", "seats is a section: write [seats], and [[seats.seat]] for each seat."),
        ("web.port = 65536", "web.port is 65536; allowed is a whole number from 0 to 65535."),
        ("web.port = '80'", 'web.port is "80"; allowed is a whole number from 0 to 65535.'),
        ("web.port = true", "web.port is true; allowed is a whole number from 0 to 65535."),
        ("web.host = ''", 'web.host is ""; allowed is an address or a host name.'),
        ("web.open_browser = 1", "web.open_browser is 1; allowed is true or false."),
        ("voice.volume = nan", "voice.volume is nan; allowed is a number from 0 to 1."),
        ("voice.volume = 70", "voice.volume is 70; allowed is a number from 0 to 1."),
        ("voice.rate = 17", "voice.rate is 17; allowed is a whole number from 80 to 400 (words a minute)."),
        ("voice.device = 2", 'voice.device is 2; allowed is the id of a sound card, such as "Headphones".'),
        ("voice.pack = ''", 'voice.pack is ""; allowed is the path of a folder.'),
        ("names.seat_1 = 7", "names.seat_1 is 7; allowed is a name of at most 24 letters."),
        ("names.seat_1 = '" + "x" * 25 + "'", "names.seat_1 is"),
        ("journal.path = ''", 'journal.path is ""; allowed is the path of a file.'),
        ("voice = { output = {} }", "voice.output is a section; allowed is one of auto,"),
        ("web.prot = 80", '"web.prot" is no setting; did you mean web.port?'),
        ("tabel = 'pi'", '"tabel" is no setting; did you mean table?'),
        ("port = 80", '"port" is no setting; port belongs in [web].'),
        ("voice.path = 'x'", '"voice.path" is no setting; path belongs in [journal].'),
        ("colour = 1", '"colour" is no setting; known are web, voice, languages, names, journal, seats, table, shut'),
        ("[seats]\nuses = ['steam']", "seats: uses names 'steam'"),
    ],
)
def test_a_fault_names_the_setting_its_value_and_what_is_allowed(home: Path, line: str, said: str) -> None:
    (fault,) = faults(home, line)
    assert fault.startswith(said)


def test_all_faults_are_said_at_once(home: Path) -> None:
    found = faults(
        home, "table = 1\nfoo = 2\n[web]\nport = -1\nhots = ''\n[voice]\nvolume = 2\n[journal]\npath = 5\n"
    )
    assert len(found) == 6


def test_two_keys_on_one_pin_are_refused(home: Path) -> None:
    found = faults(home, "[[seats.seat]]\nseat = 1\nkeys = [4, 17, 27, 27]\npanel = {}\n")
    assert any("GPIO 27 is used twice" in fault for fault in found)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"table = \n", "line 1"),
        (b"[web]\nport = 80\nport = 81\n", "line 3"),
        (b"table = 'auto'\n# caf\xe9\n", "Line 2 is not UTF-8"),
        (b"\xff\xfet\0a\0", "Line 1 is not UTF-8"),
        (b"#" * (config.LARGEST + 1), "larger than 256 KB"),
        (b"x = " + b"[" * 100_000, "not TOML"),
        (b"web.port = " + b"9" * 5000, "not TOML"),
        (b"web.port = 0x" + b"f" * 9000, "web.port is"),
        (b"SQLite format 3\0", "not TOML"),
    ],
)
def test_a_file_that_is_no_toml_is_said_with_its_line(home: Path, content: bytes, said: str) -> None:
    (fault,) = faults(home, content)
    assert said in fault
    assert len(fault) < 200


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(home: Path) -> None:
    assert load(written(home, b"\xef\xbb\xbftable = 'pi'\r\n[web]\r\nport = 1\r\n")).web.port == 1


def test_a_file_that_is_named_must_be_there(home: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        load(home / "missing.toml")
    with pytest.raises(ConfigError, match="directory"):
        load(home)
    with pytest.raises(ConfigError, match="null"):
        load(Path("nul\0"))


def test_a_file_without_end_is_not_read_for_ever() -> None:
    with pytest.raises(ConfigError, match="larger"):
        load(Path("/dev/zero"))


def test_the_users_file_comes_before_the_systems(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(home / "etc", "table = 'pi'")
    assert load().table == "pi"
    written(home / ".config" / "spytable", "table = 'virtual'")
    assert load().table == "virtual"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "other"))
    assert load().table == "pi"
    written(home / "other" / "spytable", "table = 'auto'")
    assert load().table == "auto"


def test_a_settings_file_that_leads_nowhere_is_not_passed_over(home: Path) -> None:
    (home / ".config" / "spytable").mkdir(parents=True)
    (home / ".config" / "spytable" / "table.toml").symlink_to(home / "gone")
    with pytest.raises(ConfigError):
        load()


def test_a_relative_journal_counts_from_the_settings_file(home: Path) -> None:
    assert load(written(home, "journal.path = 'games.sqlite'")).journal_path == home / "games.sqlite"
    assert load(written(home, "journal.path = '~/games.sqlite'")).journal_path == home / "games.sqlite"


def test_a_service_keeps_its_games_where_systemd_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    assert load().journal_path == home / "state/spytable/journal.sqlite"
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/spytable:/var/lib/other")
    assert load().journal_path == Path("/var/lib/spytable/journal.sqlite")


def test_no_relative_base_folder_is_believed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    assert load().journal_path == home / ".local/state/spytable/journal.sqlite"


TOML = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.binary(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["table", "web", "voice", "journal", "seats", "port", "host", "path", "uses", "seat", "keys"]
)


@given(
    st.dictionaries(
        st.one_of(KEYS, st.text(max_size=8)), st.one_of(TOML, st.dictionaries(KEYS, TOML, max_size=3))
    )
)
@example({"": {"": ""}})
def test_no_content_ends_in_anything_but_settings_or_faults(content: dict[str, object]) -> None:
    try:
        config.check(content, Path("table.toml"))
    except ConfigError as error:
        assert error.faults and all(fault for fault in error.faults)


@given(st.binary(max_size=200))
def test_no_bytes_end_in_anything_but_settings_or_faults(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    file.write_bytes(content)
    try:
        load(file)
    except ConfigError as error:
        assert error.faults


def test_reading_settings_needs_no_hardware_and_no_device_library() -> None:
    code = "import sys, spytable.config; print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    ).stdout.split()
    assert not {"gpiozero", "luma", "smbus2", "lgpio", "aiohttp", "sounddevice", "pyttsx3"} & set(loaded)


def test_phrase_files_of_ones_own_are_beside_the_settings(home: Path, tmp_path: Path) -> None:
    own = home / ".config" / "spytable" / "languages"
    assert config.languages_folder() == own
    (tmp_path / "etc" / "languages").mkdir(parents=True)
    assert config.languages_folder() == tmp_path / "etc" / "languages"
    own.mkdir(parents=True)
    assert config.languages_folder() == own
