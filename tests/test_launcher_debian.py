"""./table and Debian's packages: it says which and why, asks, and goes on without where it can."""

from __future__ import annotations

from pathlib import Path

import pytest

from launcher import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def lent(tmp_path: Path) -> Machine:
    """A machine whose person is not root."""
    return Machine(tmp_path, root=False)


def apt(machine: Machine) -> list[str]:
    return [call for call in machine.calls() if call.startswith(("apt-get", "sudo"))]


def test_on_a_64_bit_machine_no_debian_package_is_asked_for(machine: Machine) -> None:
    machine.run("play")
    assert apt(machine) == []


def test_root_gets_python3_venv_without_a_question(machine: Machine) -> None:
    machine.mark("no-venv")
    status, out, err = machine.run("play")
    assert (status, out) == (0, "runs spytable play\n")
    assert "python3-venv" in err
    assert len(apt(machine)) == 1


def test_without_a_terminal_nobody_is_asked_and_the_command_is_said(lent: Machine) -> None:
    lent.mark("no-venv")
    status, out, err = lent.run("play")
    assert (status, out) == (1, "")
    assert "Install them with: sudo apt install python3-venv" in err
    assert apt(lent) == []


def test_a_person_who_agrees_gets_it_through_sudo(lent: Machine) -> None:
    lent.mark("no-venv")
    status, said = lent.run_on_a_terminal("y", "play")
    assert status == 0
    assert "with sudo? [y/N]" in said
    assert apt(lent)[0].startswith("sudo env DEBIAN_FRONTEND=noninteractive apt-get install")


@pytest.mark.parametrize("answer", ["n", "", "what?"])
def test_a_person_who_does_not_agree_is_told_the_command(lent: Machine, answer: str) -> None:
    lent.mark("no-venv")
    status, said = lent.run_on_a_terminal(answer, "play")
    assert status == 1
    assert "sudo apt install python3-venv" in said
    assert apt(lent) == []


def test_automatic_checks_are_never_asked_even_on_a_terminal(lent: Machine) -> None:
    lent.mark("no-venv")
    status, said = lent.run_on_a_terminal("y", "play", CI="true")
    assert status == 1
    assert "[y/N]" not in said


def test_packages_lists_are_renewed_where_the_first_attempt_fails(machine: Machine) -> None:
    machine.mark("no-venv")
    machine.mark("apt-fails")
    status, _, err = machine.run("play")
    assert status == 1
    assert "E: Unable to fetch some archives" in err
    words = [call.split()[1] for call in apt(machine)]
    assert words in (["install", "update"], ["install", "update", "install"])


def test_a_system_without_apt_is_told_the_names(machine: Machine) -> None:
    machine.mark("no-venv")
    machine.without("apt-get")
    machine.without("dpkg-query")
    status, _, err = machine.run("play")
    assert status == 1
    assert "python3-venv" in err and "no apt" in err


def test_on_32_bit_arm_debians_espeak_speaks(machine: Machine) -> None:
    machine.mark("kind", "armv7l 32\n")
    status, _, err = machine.run("play")
    calls = machine.calls()
    assert status == 0
    assert "libespeak-ng1 espeak-ng-data" in err
    assert not any("voice.txt" in call for call in calls)


def test_a_32_bit_system_on_a_64_bit_kernel_is_known(machine: Machine) -> None:
    machine.mark("kind", "aarch64 32\n")
    machine.run("play")
    assert machine.installed() == ["build", "run", "."]


def test_without_a_voice_the_table_plays_on_and_says_so(lent: Machine) -> None:
    lent.mark("kind", "armv7l 32\n")
    status, out, err = lent.run("play")
    assert (status, out) == (0, "runs spytable play\n")
    assert "the table is silent" in err
    assert lent.run("play") == (0, "runs spytable play\n", "")


def test_on_a_pi_what_the_wired_seats_lack_is_said_and_the_browser_remains(lent: Machine) -> None:
    lent.is_a_pi()
    status, out, err = lent.run("play")
    assert (status, out) == (0, "runs spytable play\n")
    assert "libportaudio2" in err and "aplay" in err
    assert "python3-lgpio" in err and "not at wired seats" in err


def test_root_gets_chromium_for_the_tests_without_a_question(machine: Machine) -> None:
    machine.without("chromedriver")
    status, out, _ = machine.run("test", CI="true")
    assert (status, out) == (0, "runs pytest\n")
    assert any("chromium chromium-driver" in call for call in apt(machine))


def test_without_chromium_the_tests_run_and_what_is_skipped_is_said(lent: Machine) -> None:
    lent.without("chromedriver")
    status, out, err = lent.run("test")
    assert (status, out) == (0, "runs pytest\n")
    assert "the tests in a browser are skipped" in err
