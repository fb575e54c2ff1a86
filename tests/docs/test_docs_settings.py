"""The page of settings says what the table really has."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import settings_page
from spytable import config
from spytable.seats.gpio.wiring import PanelWiring, SeatWiring


def test_the_page_of_settings_is_the_one_that_the_code_makes() -> None:
    made = settings_page.page()
    assert settings_page.PAGE.read_text(encoding="utf-8") == made, "run .venv/bin/python docs/settings_page.py"


def test_every_setting_is_on_the_page() -> None:
    page = settings_page.page()
    for kind in config._SECTIONS.values():
        for each in fields(kind):
            assert each.metadata["meaning"] and f"| `{each.name}` |" in page
    assert set(settings_page.PANEL) == {each.name for each in fields(PanelWiring)}
    assert set(settings_page.SEAT) == {each.name for each in fields(SeatWiring)}


def test_the_file_on_the_page_is_taken_and_changes_nothing() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", settings_page.page(), re.DOTALL)
    source = Path("table.toml")
    assert config.check(tomllib.loads(example), source) == config.Settings(source=source)
