"""What the pages lead to is there: files, headings, commands and choices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spytable import cli

ROOT = Path(__file__).parents[2]
BOOT = (ROOT / "systemd/boot.sh").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("hardware/*.md")), *sorted(ROOT.glob("docs/*.md"))]


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives to the headings of *page*."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", head).lower() for head in heads)
    return {re.sub(r"[^\w\- ]", "", head).strip().replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_a_page_names_is_one_that_there_is(page: Path) -> None:
    parser = cli._parser()
    (commands,) = (set(action.choices) for action in parser._actions if action.choices)
    commands |= {"test", "install", "upgrade", "uninstall"}
    text = page.read_text(encoding="utf-8")
    typed = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text)
    named = {name for line in typed for name in re.findall(r"(?:\./table|^spytable) ([a-z]+)\b", line, re.MULTILINE)}
    assert named <= commands


def test_the_choices_of_install_are_those_that_it_has() -> None:
    script = (ROOT / "systemd/install.sh").read_text(encoding="utf-8")
    for page in PAGES:
        for line in re.findall(r"\./table (?:install|upgrade|uninstall)([^`\n]*)", page.read_text(encoding="utf-8")):
            for choice in re.findall(r"--[a-z-]+", line):
                assert f"{choice})" in script or f"{choice} |" in script, choice


def test_what_install_writes_for_the_pis_start_is_what_the_page_says() -> None:
    page = (ROOT / "docs/build.md").read_text(encoding="utf-8")
    written = set(re.findall(r"'(dt(?:param|overlay)=[^'\n]*)'$", BOOT, re.MULTILINE))
    named = set(re.findall(r"`(dt(?:param|overlay)=[^`]*)`", page))
    assert named and named == {line for line in written if "(.*" not in line}
