"""Installing the service on a made-up Raspberry Pi, upgrading it and taking it off: nothing is lost."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from installed_pi import CONFIG, Pi
from launcher import ROOT


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_it_installs_in_a_place_of_its_own_and_starts_with_the_machine(pi: Pi) -> None:
    status, out, err = pi.run("install")
    assert (status, out) == (0, ""), err
    calls = pi.calls()
    assert "systemctl enable --quiet spytable.service" in calls
    assert calls[-1] == "systemctl restart spytable.service"
    names = [call.split()[0] for call in calls]
    last_pip = max(i for i, call in enumerate(calls) if "/source" in call)
    assert last_pip < names.index("sync") < names.index("systemd-sysusers"), "on the card before anything points to it"
    assert names.index("systemd-sysusers") < names.index("udevadm"), "udev reads its rules when the groups are there"
    assert not (pi.home / ".venv").exists(), "the checkout stays as it was"
    assert pi.unit.read_text() == (ROOT / "systemd/spytable.service").read_text()
    assert 'table = "pi"' in pi.file("etc/spytable/table.toml").read_text()
    assert (pi.file("opt/spytable/venv") / "bin/python").exists()
    (made,) = (call for call in calls if call.startswith("pip install") and "/source" in call)
    assert "--editable" not in made


def test_an_upgrade_keeps_the_settings_the_drop_ins_and_an_edited_unit(pi: Pi) -> None:
    pi.run("install")
    settings, drop_in = pi.file("etc/spytable/table.toml"), pi.unit.parent / "spytable.service.d/mine.conf"
    settings.write_text('table = "pi"\n[voice]\nlanguage = "fi"\n')
    drop_in.parent.mkdir()
    drop_in.write_text("[Service]\nNice=5\n")
    pi.unit.write_text("# mine\n")
    (pi.home / "systemd/60-spytable.rules").write_text("# a newer rule\n")
    before, environment = pi.files(), pi.file("opt/spytable/venv").readlink()
    status, _, err = pi.run("upgrade")
    assert status == 0, err
    for file in (settings, drop_in, pi.unit):
        assert file.read_text() == before[str(file.relative_to(pi.root))]
    assert "was edited and stays" in err
    assert (pi.unit.parent / "spytable.service.new").read_text() == (ROOT / "systemd/spytable.service").read_text()
    assert pi.file("etc/udev/rules.d/60-spytable.rules").read_text() == "# a newer rule\n"
    assert pi.file("opt/spytable/venv").readlink() != environment
    assert len(list(pi.file("opt/spytable").glob("environment-*"))) == 1


def test_an_upgrade_renews_each_file_that_nobody_edited(pi: Pi) -> None:
    pi.run("install")
    files = {
        "sysusers.conf": "etc/sysusers.d/spytable.conf",
        "modules.conf": "etc/modules-load.d/spytable.conf",
        "60-spytable.rules": "etc/udev/rules.d/60-spytable.rules",
    }
    for name in files:
        with (pi.home / "systemd" / name).open("a") as file:
            file.write("# a later version\n")
    _, _, err = pi.run("upgrade")
    assert "was edited" not in err
    for installed in files.values():
        assert pi.file(installed).read_text().endswith("# a later version\n")


def test_a_version_that_cannot_be_installed_leaves_the_one_before_untouched(pi: Pi) -> None:
    pi.run("install")
    environment = pi.file("opt/spytable/venv").readlink()
    pi.mark("pip-fails", "ERROR: No matching distribution (from versions: none)\n")
    assert pi.run("upgrade")[0] == 1
    assert pi.file("opt/spytable/venv").readlink() == environment
    assert [path.name for path in pi.file("opt/spytable").glob("environment-*")] == [str(environment)]


def test_what_pip_said_stays_where_it_is_said_to_be(pi: Pi) -> None:
    pi.mark("pip-fails", "ERROR: No space left on device\n")
    _, _, err = pi.run("install")
    assert "No space left on device" in err
    log = re.search(r"all of them are in (.*)\)", err)
    assert log and "No space left" in Path(log[1]).read_text()


def test_an_attempt_that_was_cut_off_is_cleared_away_by_the_next(pi: Pi) -> None:
    pi.run("install")
    half = pi.file("opt/spytable/environment-7")
    (half / "bin").mkdir(parents=True)
    (half / "bin/python").symlink_to(pi.folder / "python3.11")
    (half / "begun").write_text("")
    pi.run("install", "--no-start")
    assert not half.exists()
    assert len(list(pi.file("opt/spytable").glob("environment-*"))) == 2


def test_one_who_breaks_it_off_leaves_nothing_half_behind(pi: Pi) -> None:
    process = pi.start_until_pip("install")
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert list(pi.file("opt/spytable").glob("environment-*")) == []


def test_two_installs_at_once_go_one_after_the_other(pi: Pi) -> None:
    first = pi.start_until_pip("install")
    second = pi.start("install")
    assert second.stderr is not None
    assert second.stderr.readline() == "Another install is at work here; waiting for it.\n"
    (pi.folder / "pip-waits").rename(pi.folder / "passed")
    (pi.folder / "pip-goes-on").write_text("on\n")
    for process in (first, second):
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert [path.name for path in pi.file("opt/spytable").glob("environment-*")] == ["environment-2"]


def test_what_is_installed_can_be_read_by_the_service_whatever_roots_own_rule_is(pi: Pi) -> None:
    pi.call(["sh", "-c", f"umask 077; exec '{pi.home}/table' install"], pi.folder)
    for name in ("opt/spytable", "etc/spytable", "opt/spytable/as-installed"):
        assert pi.file(name).stat().st_mode & 0o777 == 0o755, name


def test_an_upgrade_brings_what_the_settings_need(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    (pi.folder / "model").write_text("a PC that a header hangs on")
    pi.run("install", "--table", "pi")
    pi.calls()
    pi.run("upgrade")
    assert any("/requirements/pi.txt" in call for call in pi.calls())
    assert not (pi.unit.parent / "spytable.service.d").exists()
    _, _, err = pi.run("install", "--table", "virtual")
    assert "--table virtual changes nothing" in err and 'has table = "pi"' in err


def test_a_drop_in_goes_with_the_choice_that_it_was_for_unless_somebody_edited_it(pi: Pi) -> None:
    settings, drop_in = pi.file("etc/spytable/table.toml"), pi.unit.parent / "spytable.service.d/browser.conf"
    pi.run("install", "--table", "virtual")
    assert drop_in.exists()
    settings.write_text('table = "pi"\n')
    pi.run("upgrade")
    assert not drop_in.exists()
    settings.write_text('table = "virtual"\n')
    pi.run("upgrade")
    drop_in.write_text("[Service]\nPrivateNetwork=no\n")
    settings.write_text('table = "pi"\n')
    pi.run("upgrade")
    assert drop_in.exists()


def test_rpigpio_is_installed_where_the_settings_choose_it_and_stays_over_an_upgrade(pi: Pi) -> None:
    pi.run("install")
    assert not any("/requirements/rpigpio.txt" in call for call in pi.calls())
    pi.file("etc/spytable/table.toml").write_text('table = "pi"\n[seats]\nfactory = "rpigpio"\n')
    pi.run("upgrade")
    assert any("/requirements/rpigpio.txt" in call for call in pi.calls())
    assert "/dev/gpiomem" in (pi.unit.parent / "spytable.service.d/rpigpio.conf").read_text()


def test_a_python_that_a_new_debian_took_away_is_said_with_what_to_do(pi: Pi) -> None:
    pi.run("install")
    shutil.rmtree(pi.file("opt/spytable/venv").resolve())
    done = subprocess.run([pi.file("usr/local/bin/spytable")], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "sudo ./table upgrade" in done.stderr


def test_a_version_that_does_not_start_gives_way_to_the_one_before(pi: Pi) -> None:
    pi.run("install")
    environment, unit = pi.file("opt/spytable/venv").readlink(), pi.unit.read_text()
    with (pi.home / "systemd/spytable.service").open("a") as file:
        file.write("# a newer unit\n")
    pi.mark("systemctl-fails")
    status, _, err = pi.run("upgrade")
    assert status == 1 and "the one before runs again" in err
    assert pi.unit.read_text() == unit
    assert pi.file("opt/spytable/venv").readlink() == environment
    assert (pi.file("opt/spytable") / environment / "bin/python").exists()


def test_uninstall_leaves_the_games_and_says_where(pi: Pi) -> None:
    before = pi.files()
    pi.run("install", "--i2c")
    games = pi.file("var/lib/spytable/journal.sqlite")
    games.parent.mkdir(parents=True)
    games.write_text("games")
    pi.file("etc/spytable/table.toml").write_text('[journal]\npath = "/media/stick/games.sqlite"\n')
    status, _, err = pi.run("uninstall", "--yes")
    assert status == 0, err
    assert str(games.parent) in err and "/media/stick/games.sqlite" in err
    left = {name: text for name, text in pi.files().items() if "before-spytable" not in name}
    assert left == before | {"var/lib/spytable/journal.sqlite": "games"}
    assert not pi.file("opt/spytable").exists()
    assert "userdel spytable" in pi.calls()


def test_uninstall_takes_groups_along_that_it_made_and_nobody_else_is_in(pi: Pi) -> None:
    pi.mark("group-i2c", "i2c:x:994:spytable\n")
    pi.run("install")
    pi.mark("group-gpio", "gpio:x:993:\n")
    pi.mark("group-i2c", "i2c:x:994:\n")
    pi.run("install")
    pi.run("uninstall", "--yes")
    assert [call for call in pi.calls() if call.startswith("groupdel")] == ["groupdel gpio"]
    pi.unmark("group-gpio")
    pi.run("install")
    pi.mark("group-gpio", "gpio:x:993:somebody\n")
    pi.run("uninstall", "--yes")
    assert not any(call.startswith("groupdel") for call in pi.calls())


def test_a_person_who_changes_their_mind_keeps_the_table(pi: Pi) -> None:
    pi.run("install")
    before = pi.files()
    status, _ = pi.run_on_a_terminal("n", "uninstall")
    assert (status, pi.files()) == (1, before)


@pytest.mark.parametrize(
    "words", [("install", "--mucks"), ("install", "--table", "wooden"), ("upgrade",), ("uninstall",)]
)
def test_what_cannot_be_done_is_said_and_nothing_is_changed(pi: Pi, words: tuple[str, ...]) -> None:
    before = pi.files()
    status, out, err = pi.run(*words)
    assert (status, out) == (1, "") and err.startswith("table: ")
    assert pi.files() == before


def test_who_is_not_root_is_told_the_command(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    pi.program("id", "#!/bin/sh\necho 1000\n")
    status, _, err = pi.run("install")
    assert status == 1 and "sudo ./table install" in err
    assert pi.run("install", "--help")[0] == 0


def test_on_a_pc_it_installs_the_table_in_the_browser(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    (pi.folder / "model").write_text("a PC")
    status, _, err = pi.run("install", "--yes")
    assert status == 0, err
    assert 'table = "virtual"' in pi.file("etc/spytable/table.toml").read_text()
    assert "AF_INET" in (pi.unit.parent / "spytable.service.d/browser.conf").read_text()
    assert pi.config == CONFIG


def test_a_32_bit_system_without_wheels_gets_what_builds_them(pi: Pi) -> None:
    pi.mark("kind", "armv7l 32\n")
    pi.mark("pip-fails", "ERROR: Could not build wheels for cffi\n")
    status, _, err = pi.run("install")
    assert status == 1 and "That failed" in err
    (asked,) = (call for call in pi.calls() if call.startswith("apt-get install"))
    assert {"gcc", "libffi-dev", "python3-dev"} <= set(asked.split())


def test_on_32_bit_nothing_is_needed_that_is_built_with_rust(pi: Pi) -> None:
    pi.mark("kind", "armv7l 32\n")
    pi.run("install", "--table", "pi")
    used = (pi.file("opt/spytable/venv") / "pi.txt").read_text()
    assert "\ncbor2==5.9.0\n" in used and "\nluma.core==" in used
    (asked,) = (call for call in pi.calls() if "/run.txt" in call)
    assert "/environment-1/pi.txt" in asked and "/requirements/pi.txt" not in asked


def test_the_right_to_switch_the_machine_off_is_given_by_choice_alone(pi: Pi) -> None:
    rule = pi.file("etc/polkit-1/rules.d/50-spytable.rules")
    pi.run("install", "--yes")
    assert not rule.exists()
    assert not any("polkitd" in call for call in pi.calls())
    pi.run("install", "--shutdown")
    assert any("polkitd" in call for call in pi.calls())
    pi.run("upgrade")
    assert 'subject.user == "spytable"' in rule.read_text()
    pi.run("uninstall", "--yes")
    assert not rule.exists()
