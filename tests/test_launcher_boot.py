"""What the service's installation writes into the Pi's own files: nothing without consent, and out again."""

from __future__ import annotations

from pathlib import Path

import pytest

from installed_pi import COMMAND_LINE, CONFIG, Pi


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_without_consent_nothing_is_written_into_the_pis_own_files(pi: Pi) -> None:
    _, _, err = pi.run("install")
    assert pi.config == CONFIG
    assert (pi.boot / "cmdline.txt").read_text() == COMMAND_LINE
    assert "keeps GPIO 14 and 15" in err and "--no-console" in err, "what is missing is said"


def test_a_person_who_says_no_to_all_finds_the_files_as_they_were(pi: Pi) -> None:
    status, said = pi.run_on_a_terminal("n\nn\nn\nn", "install")
    assert status == 0, said
    assert said.count("[y/N]") == 4
    assert sorted(path.name for path in pi.boot.iterdir()) == ["cmdline.txt", "config.txt"]
    assert pi.config == CONFIG


def test_choices_are_written_once_each_with_its_reason_and_the_old_file_is_kept(pi: Pi) -> None:
    choices = ("--yes", "--mux", "--amplifier", "--no-console")
    status, _, err = pi.run("install", *choices)
    assert status == 0, err
    assert "sudo reboot" in err
    ours = pi.config.removeprefix(CONFIG).splitlines()
    assert ours[1] == "[all]", "what stands before may be for another model alone"
    settings = [line for line in ours if line.startswith("dt")]
    assert settings == [
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
        "dtoverlay=i2c-mux,pca9548,addr=0x70",
        "dtoverlay=max98357a,no-sdmode",
    ]
    for line in settings:
        assert ours[ours.index(line) - 1].startswith("# "), f"nothing explains {line}"
    assert (pi.boot / "cmdline.txt").read_text() == "console=tty1 root=PARTUUID=1234-02 rootwait\n"
    assert (pi.boot / "config.txt.before-spytable-1").read_text() == CONFIG
    assert (pi.boot / "cmdline.txt.before-spytable-1").read_text() == COMMAND_LINE
    before = pi.files()
    for again in (choices, ("--yes",), ()):
        status, _, err = pi.run("install", *again)
        assert (status, pi.files()) == (0, before), err


def test_an_older_system_has_its_files_in_boot_itself(pi: Pi) -> None:
    for name in ("config.txt", "cmdline.txt"):
        (pi.boot / name).rename(pi.boot.parent / name)
    pi.run("install", "--i2c", "--no-console")
    assert "dtparam=i2c_arm=on" in (pi.boot.parent / "config.txt").read_text()
    assert "serial0" not in (pi.boot.parent / "cmdline.txt").read_text()
    assert (pi.boot.parent / "config.txt.before-spytable-1").read_text() == CONFIG
    pi.run("uninstall", "--yes")
    assert (pi.boot.parent / "config.txt").read_text() == CONFIG


def test_what_config_txt_has_already_is_not_written_again(pi: Pi) -> None:
    text = "dtparam=spi=off,i2c_arm=on,i2c_arm_baudrate=100000\r\ndtoverlay=max98357a,sdmode-pin=16\r\n"
    (pi.boot / "config.txt").write_bytes(text.encode())
    pi.run("install", "--i2c", "--amplifier")
    assert (pi.boot / "config.txt").read_bytes().decode() == text


def test_a_line_that_is_switched_off_does_not_count(pi: Pi) -> None:
    (pi.boot / "config.txt").write_text("#dtparam=i2c_arm=on\n")
    pi.run("install", "--i2c")
    assert "\ndtparam=i2c_arm=on" in pi.config


@pytest.mark.parametrize("section", ["[pi4]", "[cm4]", "[none]"])
def test_a_line_for_another_model_does_not_count(pi: Pi, section: str) -> None:
    (pi.boot / "config.txt").write_text(f"{section}\ndtparam=i2c_arm=on\n")
    pi.run("install", "--i2c")
    assert "\ndtparam=i2c_arm=on,i2c_arm_baudrate" in pi.config


@pytest.mark.parametrize("section", ["[pi0]", "[pi0w]", "[pi02]", "[pi4]\n[all]", "[EDID=VSC-TD2220]"])
def test_a_line_for_this_model_counts(pi: Pi, section: str) -> None:
    (pi.boot / "config.txt").write_text(f"{section}\ndtparam=i2c=on,i2c_baudrate=400000\n")
    before = pi.config
    pi.run("install", "--i2c")
    assert pi.config == before


def test_a_last_line_without_an_end_counts(pi: Pi) -> None:
    (pi.boot / "config.txt").write_text("dtoverlay=i2c-mux,pca9548,addr=0x71")
    pi.run("install", "--mux")
    assert pi.config == "dtoverlay=i2c-mux,pca9548,addr=0x71"


def test_i2c_that_is_on_and_slow_is_made_faster(pi: Pi) -> None:
    (pi.boot / "config.txt").write_text("dtparam=i2c_arm=on\n")
    pi.run("install", "--i2c")
    assert [line for line in pi.config.splitlines() if line.startswith("dt")] == [
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm_baudrate=400000",
    ]
    before = pi.config
    pi.run("install", "--i2c")
    assert pi.config == before


def test_a_last_line_without_an_end_stays_a_line(pi: Pi) -> None:
    (pi.boot / "config.txt").write_text("enable_uart=1")
    pi.run("install", "--i2c")
    assert pi.config.splitlines()[:2] == [
        "enable_uart=1",
        "# The Spy table: begin (sudo ./table uninstall takes it out)",
    ]
    pi.run("uninstall", "--yes")
    assert pi.config == "enable_uart=1\n"


def test_what_somebody_changed_in_our_lines_stays(pi: Pi) -> None:
    pi.run("install", "--i2c")
    mine = pi.config.replace("400000", "100000")
    (pi.boot / "config.txt").write_text(mine)
    pi.run("install", "--i2c")
    assert pi.config == mine


def test_lines_behind_ours_stay_where_the_end_of_ours_is_gone(pi: Pi) -> None:
    pi.run("install", "--i2c")
    cut = pi.config.replace("# The Spy table: end\n", "gpu_mem=64\n")
    (pi.boot / "config.txt").write_text(cut)
    pi.run("install", "--i2c", "--mux")
    assert "gpu_mem=64\n" in pi.config
    assert pi.config.count("dtparam=i2c_arm=on") == 1


def test_an_amplifier_that_takes_a_key_is_said(pi: Pi) -> None:
    (pi.boot / "config.txt").write_text("dtoverlay=max98357a\n")
    assert "write ,no-sdmode behind it" in pi.run("install", "--amplifier")[2]
    assert pi.config == "dtoverlay=max98357a\n"


def test_debians_own_system_for_the_pi_keeps_the_lines_over_a_new_kernel(pi: Pi) -> None:
    head = "# Do not modify this file!\n#\n# It is automatically generated upon install/update.\n"
    (pi.boot / "config.txt").write_text(head)
    pi.file("etc/default").mkdir(parents=True)
    (pi.boot / "cmdline.txt").write_text("console=tty0 console=ttyS1,115200 root=LABEL=RASPIROOT\n")
    _, _, err = pi.run("install", "--i2c", "--no-console")
    assert (pi.boot / "cmdline.txt").read_text() == "console=tty0 root=LABEL=RASPIROOT\n"
    assert "CONSOLES" in err
    custom = pi.file("etc/default/raspi-firmware-custom")
    assert custom.read_text() == pi.config.removeprefix(head)
    before = pi.files()
    pi.run("install", "--i2c")
    assert pi.files() == before
    pi.run("uninstall", "--yes")
    assert custom.read_text() == "" and pi.config == head


def test_uninstall_says_that_the_serial_console_stays_off(pi: Pi) -> None:
    pi.run("install", "--no-console")
    assert "do_serial_cons 0" in pi.run("uninstall", "--yes")[2]
    pi.run("install")
    (pi.boot / "cmdline.txt").write_text(COMMAND_LINE)
    assert "do_serial_cons" not in pi.run("uninstall", "--yes")[2]


def test_uninstall_without_consent_leaves_config_txt_and_says_so(pi: Pi) -> None:
    pi.run("install", "--i2c")
    before = pi.config
    _, _, err = pi.run("uninstall")
    assert pi.config == before
    assert "stay" in err
