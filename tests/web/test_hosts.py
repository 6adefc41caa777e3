"""By which names a server is asked."""

import pytest

from scorekeeper.web.shared.security import accepted_hosts, host_of


@pytest.mark.parametrize(
    ("said", "name", "port"),
    [
        ("localhost", "localhost", None),
        ("localhost:8000", "localhost", 8000),
        ("192.168.1.20:8000", "192.168.1.20", 8000),
        ("[::1]", "[::1]", None),
        ("[fd00::5]:8000", "[fd00::5]", 8000),
        ("PAD.Example.", "pad.example", None),
        ("xn--bro-hoa.example", "xn--bro-hoa.example", None),
    ],
)
def test_a_name_or_an_address_is_a_host(said: str, name: str, port: int | None) -> None:
    assert host_of(said) == (name, port)


@pytest.mark.parametrize(
    "said",
    [
        *("", " ", ":80", "a b", "a/b", "a@b", "a\\b", 'a"b', "<a>", "a,b", "é", "a_b"),
        *("..", "a..b", ".a", "-a", "a-", "a" * 64, "a." * 130, "1.2.3", "256.1.1.1", "1.2.3.4.5"),
        *("[]", "[::1", "::1", "[1.2.3.4]", "[::g]", "a:", "a:0", "a:x", "a:65536", "a:80:80"),
    ],
)
def test_an_invalid_name_is_no_host(said: str) -> None:
    assert host_of(said) is None


@pytest.mark.parametrize(
    ("listed", "said", "fits"),
    [
        ("pad.example", "pad.example", True),
        ("pad.example", "pad.example:8443", True),
        ("pad.example", "www.pad.example", False),
        ("pad.example:8443", "pad.example:8443", True),
        ("pad.example:8443", "pad.example", False),
        ("*.club.example", "a.b.club.example", True),
        ("*.club.example", "club.example", False),
        ("*.club.example", "aclub.example", False),
        ("a.example,b.example", "b.example", True),
        ("a.example b.example", "b.example", True),
        ("büro.example", "xn--bro-hoa.example", True),
        ("[fd00::5]", "[fd00::5]:8000", True),
    ],
)
def test_a_list_of_hosts_is_read_as_it_says(listed: str, said: str, fits: bool) -> None:
    host = host_of(said)

    assert host is not None
    assert any(one.fits(host) for one in accepted_hosts(listed)) is fits


@pytest.mark.parametrize("listed", ["a b_c", "http://pad.example", "*", "a..b", "a" * 70])
def test_a_list_with_an_invalid_host_is_refused(listed: str) -> None:
    with pytest.raises(ValueError, match="SCOREKEEPER_HOSTS: “.*” is not a host name"):
        accepted_hosts(listed)
