"""Tables in one file, opened in Chromium."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from support.browser import BrowserTable, Opened


@pytest.fixture(scope="module")
def browser(tool: Callable[[str], str]) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=tool("chromium"), args=["--no-sandbox"])


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens the table of a game on a small laptop's screen; nothing on it may complain or ask the network."""
    tables: list[BrowserTable] = []

    def open_table(game: str) -> BrowserTable:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, has_touch=True)
        tables.append(BrowserTable(context.new_page(), game))
        return tables[-1]

    yield open_table
    for each in tables:
        assert not each.wrong
        each.page.context.close()
