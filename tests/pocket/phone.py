"""A phone with the pocket edition: the app stands in a frame of the page."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Frame, Page

from tests.browser.phone import Phone

STARTED: Final = "html[data-engine=ready]"
MADE: Final = "html[data-snapshot]"
"""That a snapshot of the engine was made, or could not be."""
START_MS: Final = 120_000
"""So long the engine may take to start on a busy machine."""
_OF_THE_PAGE: Final = {
    *("touchscreen", "keyboard", "mouse", "expect_response", "expect_download", "on", "route"),
    *("unroute_all", "set_viewport_size", "emulate_media", "screenshot", "wait_for_timeout"),
}


class Framed:
    """The app's frame where a test looks for the app, the page around it for the rest."""

    def __init__(self, page: Page, frame: Frame) -> None:
        self.page, self.frame = page, frame

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page if name in _OF_THE_PAGE else self.frame, name)


class PocketPhone(Phone):
    """A phone whose server is in its browser."""

    shell: Page

    def __init__(self, browser: Browser, base: str, **kind: Any) -> None:
        super().__init__(browser, base, workers=True, **kind)

    def go(self, address: str) -> int:
        """Open a page of the app, wherever the edition lies; the answer's status."""
        return super().go(self.base + address)

    @classmethod
    def within(cls, phone: Phone) -> "PocketPhone":
        """The same phone, which goes on in the edition on the page that it has open."""
        here = cls.__new__(cls)
        here.__dict__.update(phone.__dict__, base=f"{phone.base}/pocket", shell=phone.page)
        here.await_engine()
        return here

    def new_tab(self) -> None:
        """Go on in a tab of its own."""
        self.shell = self.context.new_page()
        self._session = self.context.new_cdp_session(self.shell)
        self.watch(self.shell)
        self.shell.goto(self.base)
        self.await_engine()

    def move_to(self, tab: Page) -> None:
        """Go on in another tab that is open."""
        self.shell = tab
        self._session = self.context.new_cdp_session(tab)
        self.await_engine()

    def await_engine(self) -> None:
        """Wait until the engine runs and the app is shown."""
        self.shell.locator(STARTED).wait_for(state="attached", timeout=START_MS)
        frame = self.shell.locator("#app").element_handle().content_frame()
        assert frame
        frame.locator("main#main").wait_for()
        self.page = Framed(self.shell, frame)  # type: ignore[assignment]

    def reload(self) -> None:
        """Start the app anew."""
        self.shell.reload()
        self.await_engine()

    def saved(self, folder: Path) -> Path:
        """Save everything to a file in this folder, where the button for it is shown."""
        with self.shell.expect_download() as download:
            self.page.get_by_role("button", name="Save everything to a file").click()
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file

    def restore(self, file: Path) -> None:
        """Bring back everything from a file."""
        self.go("/pocket/kept")
        self.page.set_input_files("input[type=file]", file)
        self.page.get_by_role("button", name="Restore").click()
        self.page.get_by_role("heading", name="Restored").wait_for()
        self.await_engine()

    def storage(self, command: str, **given: Any) -> None:
        """Have the browser do something to what it stores."""
        self._session.send(f"Storage.{command}", {"origin": self.base, **given})

    def sheet(self, table: str = "") -> dict[str, Any]:
        """The score sheet as the engine has it."""
        address = f"{table or self.table}/sheet.json"
        ask = "address => fetch(address).then(answer => answer.json())"
        sheet: dict[str, Any] = self.page.evaluate(ask, self.base + address)
        return sheet


def started_quickly(phone: PocketPhone) -> bool:
    """Return whether the engine came from the snapshot."""
    return "tried" in phone.shell.evaluate("marks.engine")
