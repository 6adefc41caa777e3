"""A passkey end to end, with a virtual authenticator: who lost every phone comes back on a new one;
what was sent before, and what another site had signed, is refused."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.browser.looks import faults
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

AUTHENTICATOR: Final = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Holder:
    """A phone that holds passkeys: what its owner's finger would confirm is confirmed."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.phone = Phone(browser, base)
        self._session: CDPSession = self.phone.context.new_cdp_session(self.phone.page)
        self._session.send("WebAuthn.enable")
        made = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._id = made["authenticatorId"]

    def go(self) -> None:
        """Open the page about passkeys."""
        self.phone.go("/me/passkeys")

    def press(self, what: str) -> dict[str, str]:
        """Press the key that creates a passkey, or signs in with one; what the form then sends."""
        page = self.phone.page
        with page.expect_request(
            lambda one: one.method == "POST" and "credential=%7B" in (one.post_data or "")
        ) as sent:
            page.locator(f'[data-passkey="{what}"]').tap()
        page.wait_for_load_state()
        page.locator("#message").wait_for()
        return {**(sent.value.post_data_json or {})}

    @property
    def credentials(self) -> list[dict[str, Any]]:
        """The passkeys that it holds."""
        held = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        found: list[dict[str, Any]] = held["credentials"]
        return found

    def take(self, credentials: list[dict[str, Any]]) -> None:
        """Get passkeys from another phone, as its maker's cloud brings them."""
        for one in credentials:
            self._session.send(
                "WebAuthn.addCredential", {"authenticatorId": self._id, "credential": one}
            )

    def send(self, **fields: str) -> tuple[int, str]:
        """Send the form's fields from this phone; the status, and where that leads."""
        page = self.phone.context.request.get("/me/passkeys").text()
        token = re.search('name="csrf_token" value="([^"]*)"', page)
        assert token
        form = {**fields, "csrf_token": token[1]}
        answer = self.phone.context.request.post(
            "/me/passkeys", form=form, max_redirects=0, headers={"Origin": self.phone.base}
        )
        return answer.status, answer.text()


@pytest.fixture
def site(base: str) -> str:
    """The app by a name for which passkeys can be made: an address of numbers is none."""
    return base.replace("127.0.0.1", "localhost")


@pytest.fixture
def holders(browser: Browser, site: str) -> Iterator[list[Holder]]:
    """Three phones that hold passkeys."""
    made = [Holder(browser, site) for _ in range(3)]
    yield made
    for one in made:
        assert one.phone.complaints == []
        one.phone.context.close()


def test_passkey_restores_access_without_phones(holders: list[Holder]) -> None:
    old, new, _ = holders
    table = old.phone.bring("tally", {"points": [1, 2, 3, 4]})
    old.go()
    assert faults(old.phone.page) == []
    old.press("create")
    assert faults(old.phone.page) == []
    new.take(old.credentials)
    assert new.phone.go(f"{table}/share") == 403

    new.go()
    new.press("enter")

    assert new.phone.go(f"{table}/share") == 200


@pytest.mark.hard
def test_a_replayed_passkey_answer_is_refused(
    holders: list[Holder], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    old, new, thief = holders
    old.go()
    old.press("create")
    new.take(old.credentials)
    new.go()
    sent = new.press("enter")

    for phone in (new, thief):
        status, text = phone.send(do="enter", credential=sent["credential"])
        assert status == 422
        assert "doesn&#39;t work here" in text
    assert caplog.text.count("passkey refused: this was sent before") == 2


@pytest.mark.hard
def test_a_signature_for_another_site_is_refused(
    holders: list[Holder], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    old, new, _ = holders
    old.go()
    old.press("create")
    new.take(old.credentials)
    _, text = new.send(do="options.enter")
    options = json.loads(text)
    page = new.phone.page
    page.route("http://localhost:9/", lambda route: route.fulfill(body="<title>evil</title>"))
    page.goto("http://localhost:9/")
    signed = page.evaluate(
        """async ({challenge, rpId}) => {
          const plain = challenge.replaceAll("-", "+").replaceAll("_", "/");
          const bytes = Uint8Array.from(atob(plain), one => one.charCodeAt(0));
          const made = await navigator.credentials.get({publicKey: {challenge: bytes, rpId}});
          return JSON.stringify(made.toJSON());
        }""",
        {"challenge": options["challenge"], "rpId": options["rpId"]},
    )

    status, text = new.send(do="enter", credential=signed)

    assert status == 422
    assert "doesn&#39;t work here" in text
    assert 'Unexpected client data origin "http://localhost:9"' in caplog.text


@pytest.mark.hard
def test_a_passkey_that_is_removed_opens_nothing(holders: list[Holder]) -> None:
    old, new, _ = holders
    old.go()
    old.press("create")
    new.take(old.credentials)
    old.phone.page.locator('[value^="remove."]').tap()
    old.phone.page.get_by_text("Passkey removed here.").wait_for()

    new.go()
    new.phone.page.locator('[data-passkey="enter"]').tap()
    new.phone.page.locator("#passkey-fault", has_text="doesn't work here").wait_for()


def test_no_passkeys_without_https(phone: Phone) -> None:
    phone.go("/me/passkeys")

    assert "Passkeys need an address that begins with https://." in phone.page.inner_text("main")
    assert phone.page.locator("[data-passkey]").count() == 0
    assert faults(phone.page) == []
