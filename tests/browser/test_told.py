"""An evening from its announcement to its first round on several phones, which are told of it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from scorekeeper import create_app
from scorekeeper.server import webhooks
from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone
from tests.browser.serving import FLAGS, serving
from tests.requirements import need_browser
from tests.web.phones import Phone as Client
from tests.web.test_push import Browser as Subscribed
from tests.web.test_webhook import Receiver, receiving

pytestmark = [pytest.mark.browser, pytest.mark.hard]

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
ASKED = """
sessionStorage.asked ??= "";
const ask = Notification.requestPermission.bind(Notification);
Notification.requestPermission = () => {
  sessionStorage.asked += "permission ";
  return ask();
};
PushManager.prototype.subscribe = async () => {
  sessionStorage.asked += "subscription ";
  return window.made;
};"""
"""Notes what the browser's owner is asked, and when. A subscription comes from the test: the push
service of the browser's maker cannot be reached by one."""
SHOWN = """async (count) => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.length >= count && shown.map((one) => one.title);
}"""
"""The titles of the notifications that are shown, once there are so many."""
TAPPED = """async (tag) => {
  const notifications = await registration.getNotifications();
  const notification = notifications.find((one) => one.tag === tag);
  const opened = [];
  // no window opens without a finger on the notification, which no program has
  clients.openWindow = async (address) => void opened.push(new URL(address, location).href);
  dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  const left = await registration.getNotifications();
  return [opened, left.map((one) => one.tag)];
}"""
"""A tap on a notification: the page that it opens, and which notifications are left."""


class Told:
    """A member's phone, whose push service is the test's."""

    def __init__(self, phone: Phone, app: Flask, service: Receiver) -> None:
        self.phone = phone
        self._push = Subscribed(Client(app), service)

    def asks(self) -> None:
        """Tap *Tell me*; the browser's owner is asked then, and not before."""
        page = self.phone.page
        page.add_init_script(ASKED)
        self.phone.go("/me/notifications")
        assert page.evaluate("[Notification.permission, sessionStorage.asked]") == ["default", ""]
        self.phone.context.grant_permissions(["notifications"], origin=self.phone.base)
        page.evaluate("made => { window.made = made; }", self._push.subscription)
        self.phone.follow(page.locator('[data-notifications="tell"]'))
        expect(page.locator("#message")).to_contain_text("told from now on")
        assert page.evaluate("sessionStorage.asked") == "permission subscription "

    @property
    def titles(self) -> list[str]:
        """The titles of what it was told."""
        return self._push.titles

    def shows(self) -> list[str]:
        """Hand what it was told to the page's service worker; the notifications that it shows."""
        page = self.phone.page
        session = self.phone.context.new_cdp_session(page)
        found: list[str] = []
        session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
        )
        session.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        for news in self._push.told:
            message = {"origin": self.phone.base, "registrationId": found[-1]}
            message["data"] = json.dumps(news)
            session.send("ServiceWorker.deliverPushMessage", message)
        tags = {one["tag"] for one in self._push.told}
        page.wait_for_function(SHOWN, arg=len(tags))
        shown: list[str] = page.evaluate(SHOWN, 0)
        return shown

    def taps(self, title: str) -> None:
        """Tap a notification, and follow it to the page that it opens."""
        (tag,) = {one["tag"] for one in self._push.told if one["title"] == title}
        (worker,) = self.phone.context.service_workers
        opened, left = worker.evaluate(TAPPED, tag)
        assert tag not in left
        (address,) = opened
        self.phone.go(address)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """The app that delivers: on the database of the one that is served, with its key."""
    return create_app(
        {
            "SQLALCHEMY_DATABASE_URI": f"sqlite:///{tmp_path / 'score.db'}",
            "SECRET_KEY": "of both",
            "PRIVATE_WEBHOOKS": True,
        }
    )


@pytest.fixture(scope="module")
def framed(browser: Browser) -> Iterator[Browser]:
    """A browser whose owner can be asked for notifications."""
    program = need_browser(shell=False)
    started = browser.browser_type.launch(executable_path=program, args=FLAGS)
    yield started
    started.close()


@pytest.fixture
def club(tmp_path: Path, framed: Browser) -> Iterator[NewPhone]:
    """Makes phones that look at one server of this test's own."""
    mail = {"MAIL_SERVER": "smtp://127.0.0.1:9", "MAIL_FROM": "club@club.example"}
    with serving(tmp_path, SECRET_KEY="of both", PRIVATE_WEBHOOKS="yes", **mail) as address:
        phones: list[Phone] = []

        def make(**kind: object) -> Phone:
            phones.append(Phone(framed, address, **kind))  # type: ignore[arg-type]
            return phones[-1]

        yield make
        complaints = [complaint for phone in phones for complaint in phone.complaints]
        for phone in phones:
            phone.context.close()
        assert complaints == []


def joined(phone: Phone, link: str, name: str) -> Phone:
    """A member's phone that says whose it is."""
    phone.go(link)
    phone.touch(phone.page.locator(f'label:has(input[name="who"][value="{name}"])'))
    phone.follow(phone.page.locator("button.main"))
    return phone


def replies(phone: Phone, league: str, what: str) -> None:
    phone.go(f"{league}/evenings")
    phone.follow(phone.button(what).first)


def test_evening_from_announcement_to_round(club: NewPhone, app: Flask) -> None:
    organiser = club()
    league = organiser.found(NAMES)
    organiser.go(f"{league}/organise")
    organiser.follow(organiser.button("make.member"))
    link = organiser.page.locator("input[readonly]").first.input_value()
    with receiving() as service:
        phones = [joined(club(workers=True), link, name) for name in NAMES]
        members = [Told(phone, app, service) for phone in phones]
        for one in members:
            one.asks()
        ann, *_, eve = members

        organiser.go(f"{league}/evening/announce")
        organiser.page.fill("input[name=date]", "2031-01-07")
        organiser.touch(organiser.page.get_by_text("A series of evenings"))
        organiser.touch(organiser.page.locator('label:has(input[value="weekly"])'))
        organiser.page.fill("input[name=until]", "2031-01-14")
        organiser.touch(organiser.page.get_by_text("Where, note, name, places"))
        organiser.page.fill("input[name=places]", "4")
        organiser.page.select_option("select[name=game]", "bridge")
        organiser.follow(organiser.button("announce"))
        organiser.follow(organiser.button("announce"))
        webhooks.deliver_due(app)
        assert [one.titles for one in members] == [["2 evenings announced"]] * 5

        for phone in phones:
            replies(phone, league, "coming")
        expect(phones[-1].page.locator("main")).to_contain_text("You are on the waiting list.")
        replies(phones[1], league, "away")
        webhooks.deliver_due(app)
        assert eve.titles[1:] == ["You have moved up from the waiting list"]

        organiser.go(f"{league}/evenings")
        evening = organiser.page.locator("main section h3 a").first.get_attribute("href") or ""
        organiser.go(f"{evening}/plan")
        organiser.follow(organiser.page.locator(".act .main"))
        organiser.follow(organiser.page.locator(".act .main"))
        organiser.follow(organiser.page.locator(".act .main"))
        webhooks.deliver_due(app)
        assert ann.titles[1:] == ["Round 1: you are at table 1"]
        assert members[1].titles[1:] == ["Round 1 has started"]

        assert {*ann.shows()} == {*ann.titles}
        ann.taps("Round 1: you are at table 1")
        expect(ann.phone.page.locator("h1")).to_contain_text("Bridge")
        ann.taps("2 evenings announced")
        expect(ann.phone.page.locator("h1")).to_contain_text("Tuesday club")
        assert ann.phone.address == evening


def test_notifications_page_fits_a_phone(club: NewPhone, app: Flask) -> None:
    with receiving() as service:
        told = Told(club(workers=True), app, service)
        told.phone.found()
        for scheme in ("light", "dark"):
            told.phone.page.emulate_media(color_scheme=scheme)
            told.phone.go("/me/notifications")
            assert faults(told.phone.page) == []
            told.phone.page.emulate_media(color_scheme=scheme)
            if folder := os.environ.get("PICTURES"):
                told.phone.page.screenshot(path=Path(folder, f"told-{scheme}.png"), full_page=True)
        told.asks()
        assert faults(told.phone.page) == []


def test_denied_notifications_name_the_calendar(phone: Phone) -> None:
    """The browser without a frame denies them."""
    league = phone.found()
    phone.go("/me/notifications")
    if phone.page.evaluate("Notification.permission") != "denied":
        phone.page.evaluate("Notification.requestPermission = async () => 'denied'")
        phone.touch(phone.page.locator('[data-notifications="tell"]'))
    expect(phone.page.locator('[data-notifications="tell"]')).to_be_hidden()
    expect(phone.page.locator(f'a[href="{league}/calendar"]')).to_be_visible()
    assert faults(phone.page) == []
