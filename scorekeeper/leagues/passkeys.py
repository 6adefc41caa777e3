"""Passkeys: a person comes back on any phone, without a password. The browser and its phone keep
the secret half; what they sign holds once, for five minutes, and for this site alone.

The package that checks it is imported where it is needed: few requests do, and the edition without
a server has none.
"""

import json
from secrets import token_bytes
from typing import NamedTuple

from sqlalchemy import Connection

from scorekeeper.leagues.own_phones import take_over_names
from scorekeeper.store import phones
from scorekeeper.store.access.budgets import CODES, spend
from scorekeeper.store.phones import StoredPasskey
from scorekeeper.store.sql.database import reading, writing


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
        client = base64url_to_bytes(_json(sent)["response"]["clientDataJSON"])
        challenge = parse_client_data_json(client).challenge
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise PasskeyRefused(str(error)) from None
    with writing() as connection:
        if phones.redeem_code(connection, _secret(challenge)) != device:
            raise PasskeyRefused("this was sent before, or too late")
    return challenge


def _json(sent: str) -> dict[str, dict[str, str]]:
    read: dict[str, dict[str, str]] = json.loads(sent)
    return read


def _secret(challenge: bytes) -> str:
    return f"passkey {challenge.hex()}"
