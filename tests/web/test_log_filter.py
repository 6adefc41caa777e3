"""No secret gets into a log, however its address was spelled and whoever logs it."""

import logging
from urllib.parse import quote

import pytest
from flask import Flask

from scorekeeper.web.shared.logs import without_secrets
from tests.web.phones import Phone, link

SECRET = "kX3_p9-QmZ7aLw0TbV5cR2yEfHg"
ENCODED = "".join(f"%{ord(letter):02X}" for letter in SECRET)
SPELLINGS = {
    "as it is": f"/s/{SECRET}",
    "percent-encoded": f"/s/{ENCODED}",
    "encoded twice": f"/s/{quote(ENCODED)}",
    "its first letter encoded": f"/s/%{ord(SECRET[0]):02x}{SECRET[1:]}",
    "its s encoded": f"/%73/{SECRET}",
    "its slash encoded": f"/s%2F{SECRET}",
    "both slashes encoded": f"%2fs%2f{SECRET}",
    "double slashes": f"//s//{SECRET}",
    "upper case": f"/S/{SECRET}",
    "a dot before it": f"/./s/{SECRET}",
    "a page before it": f"/t/../s/{SECRET}",
    "a dot after it": f"/s/{SECRET}.",
    "a slash after it": f"/s/{SECRET}/",
    "a query after it": f"/s/{SECRET}?from=mail",
    "an absolute address": f"http://pad.example/s/{SECRET}",
    "a slip in the path": f"/x/{SECRET}",
    "alone": SECRET,
    "in a query": f"/?link={SECRET}",
}


@pytest.mark.parametrize("how", SPELLINGS)
def test_logs_hide_secrets_in_every_spelling(
    app: Flask, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        for name in ("waitress", "waitress.queue", "gunicorn.error", "of.somebody.else"):
            logger = logging.getLogger(name)
            for method in ("GET", "HEAD"):
                logger.info('"%s %s HTTP/1.1" 404', method, SPELLINGS[how])
            try:
                raise ValueError(f"cannot parse {SPELLINGS[how]}")
            except ValueError:
                logger.exception("Bad request")

    assert len(caplog.records) == 12
    for hidden in (SECRET, SECRET[1:], ENCODED, quote(ENCODED)):
        assert hidden.lower() not in caplog.text.lower()


def test_what_is_no_secret_stays_in_the_log() -> None:
    for text in (
        "Exception on /t/a1b2c3d4e5/history [GET]",
        "scorekeeper.store.migrations.versions.0001_the_first_tables",
        "sqlalchemy.exc.PendingRollbackError in test_logs_hide_secrets_in_every_spelling",
        '/rules/bridge/trick?hand=AS "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"',
    ):
        assert without_secrets(text) == text


def test_a_real_link_is_known_by_its_looks(phone: Phone) -> None:
    table = phone.starts("tally")
    secrets = [link(phone, table, role).rpartition("/")[2] for role in ("watch", "scorer")]

    assert [without_secrets(secret) for secret in secrets] == ["…", "…"]
