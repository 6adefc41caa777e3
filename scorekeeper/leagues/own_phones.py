"""My phones: the phones of one person, with the same rights. A code shown on one adds another."""

import json
from collections.abc import Sequence
from secrets import token_bytes, token_urlsafe
from typing import Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import Deciding, DecisionRequest, decision
from scorekeeper.leagues.phones import phones_of_league as phones_in
from scorekeeper.leagues.phones import sign_out_phones
from scorekeeper.leagues.visit import my_leagues
from scorekeeper.store import phones
from scorekeeper.store.access.budgets import CODES, Budget, count, retry_after, spend
from scorekeeper.store.access.links import hash_secret
from scorekeeper.store.phones import KnownPhone, StoredPasskey
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.store.table.rows import Change

WINDOW: Final = 15 * 60 * 1000
"""Milliseconds in which wrong codes are counted."""
MOST_WRONG: Final = {"device": 5, "address": 30, "all": 500}


class WrongCode(Exception):
    """The code is wrong or has expired; after too many wrong ones, ``wait`` so many seconds."""

    def __init__(self, wait: int = 0) -> None:
        super().__init__(f"wrong code; wait {wait} s")
        self.wait = wait


def my_phones(device: str) -> Sequence[KnownPhone]:
    """Return the phones of this one's person, this one first, though nothing may be known of it."""
    with reading() as connection:
        devices = [device, *phones.others_of(connection, device)]
        known = phones.known(connection, devices)
    return [known.get(one) or KnownPhone(one, "", "", 0, "") for one in devices]


def new_code(device: str, address: str = "") -> str:
    """Return a code that adds another phone to this one: six letters, for five minutes, once.
    Raises ``BudgetSpent``."""
    with writing() as connection:
        spend(connection, CODES, device, address)
        phones.add(connection, device)
        return phones.make_code(connection, device)


def add_phone(code: str, device: str, address: str = "") -> None:
    """Add this phone to the phones of the person who was shown the code. Raises ``WrongCode``."""
    budgets = _budgets(device, address)
    with writing() as connection:
        wait = retry_after(connection, budgets)
        first = None if wait else phones.redeem_code(connection, "".join(code.split()).upper())
        if first is None and not wait:
            count(connection, budgets)
        owner = phones.find(connection, first) if first is not None else None
        if owner and first != device:
            phones.add_phone(connection, device, owner.owner)
    if first is None:
        raise WrongCode(wait)
    take_over_names(device)


def take_over_names(device: str) -> None:
    """Give this phone, in each league, the player that another phone of its person has."""
    with reading() as connection:
        others = phones.others_of(connection, device)
    for visit in my_leagues(device):
        claims = visit.league.claims
        players = [visit.league.player_of(one) for one in others]
        player = next((one for one in players if one is not None), None)
        if player is not None and not claims.get(device):
            _claim(visit, DecisionRequest(f"mine-{token_urlsafe(12)}", None, device), player)


@decision
def _claim(at: Deciding, player: int) -> list[Change]:
    return [Change("claim", {"device": at.sent.device, "player": player, "agreed": True})]


def sign_out_my_phone(device: str, other: str) -> bool:
    """Sign out another phone of this one's person, of everything; whether it was one."""
    with reading() as connection:
        if other not in phones.others_of(connection, device):
            return False
    for visit in my_leagues(other):
        ids = [one.ids[0] for one in phones_in(visit) if one.device == other]
        order = DecisionRequest(f"lost-{token_urlsafe(12)}", None, device)
        sign_out_phones(visit, order, ids)
    with writing() as connection:
        phones.remove_phone(connection, other)
    return True


def _budgets(device: str, address: str) -> Sequence[Budget]:
    """Return the budgets that limit guesses at a code: this phone's, this address's, and
    everybody's."""
    own = [Budget(f"code {device}", MOST_WRONG["device"], WINDOW)]
    if address:
        own.append(Budget(f"code {hash_secret(address)}", MOST_WRONG["address"], WINDOW))
    return (*own, Budget("code", MOST_WRONG["all"], WINDOW))


class Site(NamedTuple):
    """The site where a passkey is valid: the host without its port, and the origin of its pages."""

    host: str
    origin: str


class PasskeyRefused(ValueError):
    """A passkey that is none of this site, or an answer that was sent before."""


def my_passkeys(device: str) -> list[StoredPasskey]:
    """Return the passkeys of this phone's person."""
    with reading() as connection:
        known = phones.find(connection, device)
        return [*phones.passkeys_of(connection, known.owner)] if known else []


def creation_options(site: Site, device: str, address: str = "") -> str:
    """Return what a browser needs to make a passkey, as JSON."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    with writing() as connection:
        challenge = _challenge(connection, device, address)
        known = phones.find(connection, device)
        assert known
        there = phones.passkeys_of(connection, known.owner)
    options = generate_registration_options(
        rp_id=site.host,
        rp_name="Scorekeeper",
        user_id=known.owner.encode()[:64],
        user_name=known.name or "Scorekeeper",
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.credential)) for one in there
        ],
    )
    return options_to_json(options)


def entry_options(site: Site, device: str, address: str = "") -> str:
    """Return what a browser needs to ask for a passkey, as JSON."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    with writing() as connection:
        challenge = _challenge(connection, device, address)
    required = UserVerificationRequirement.REQUIRED
    options = generate_authentication_options(
        rp_id=site.host, challenge=challenge, user_verification=required
    )
    return options_to_json(options)


def create_passkey(site: Site, device: str, sent: str, kind: str) -> None:
    """Save the passkey that a browser made for this phone's person. Raises ``PasskeyRefused``."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    challenge = _use(sent, device)
    try:
        made = verify_registration_response(
            credential=sent,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except WebAuthnException as error:
        raise PasskeyRefused(str(error)) from None
    credential = bytes_to_base64url(made.credential_id)
    with writing() as connection:
        known = phones.find(connection, device)
        if known is None or phones.find_passkey(connection, credential):
            raise PasskeyRefused("there is such a passkey already")
        key, count = made.credential_public_key, made.sign_count
        phones.add_passkey(connection, known.owner, credential, key, count, kind)


def enter_by_passkey(site: Site, device: str, sent: str) -> None:
    """Add this phone to the phones of the person whose passkey signed this. Raises
    ``PasskeyRefused``."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json
    from webauthn.helpers.exceptions import WebAuthnException

    challenge = _use(sent, device)
    with writing() as connection:
        try:
            credential = parse_authentication_credential_json(sent)
            known = phones.find_passkey(connection, bytes_to_base64url(credential.raw_id))
            if known is None:
                raise PasskeyRefused("no such passkey here")
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.sign_count,
                require_user_verification=True,
            )
        except WebAuthnException as error:
            raise PasskeyRefused(str(error)) from None
        phones.passkey_was_used(connection, known.id, verified.new_sign_count)
        phones.add_phone(connection, device, known.owner)
    take_over_names(device)


def remove_passkey(device: str, passkey: int) -> None:
    """Remove a passkey of this phone's person."""
    with writing() as connection:
        if known := phones.find(connection, device):
            phones.remove_passkey(connection, known.owner, passkey)


def _challenge(connection: Connection, device: str, address: str) -> bytes:
    """Return bytes for a passkey to sign; valid for as long as a code, once, and for this phone."""
    spend(connection, CODES, device, address)
    phones.add(connection, device)
    challenge = token_bytes(32)
    phones.keep_code(connection, device, _secret(challenge))
    return challenge


def _use(sent: str, device: str) -> bytes:
    """Return the challenge that was signed, if it was this phone's and holds; it holds no more."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        client = base64url_to_bytes(json.loads(sent)["response"]["clientDataJSON"])
        challenge = parse_client_data_json(client).challenge
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise PasskeyRefused(str(error)) from None
    with writing() as connection:
        if phones.redeem_code(connection, _secret(challenge)) != device:
            raise PasskeyRefused("this was sent before, or too late")
    return challenge


def _secret(challenge: bytes) -> str:
    return f"passkey {challenge.hex()}"
