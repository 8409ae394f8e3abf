"""Settings come from the environment, and bad ones are said in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spadille.server.settings import PARSERS, BadSetting, Settings, read_settings, variable


def test_nothing_given_means_the_defaults() -> None:
    assert read_settings({}, {}) == Settings()


def test_every_setting_has_a_variable() -> None:
    assert set(PARSERS) == set(Settings.__struct_fields__)


def test_options_win_over_the_environment() -> None:
    environment = {"SPADILLE_PORT": "9000", "SPADILLE_DATA": "/var/lib/spadille"}
    settings = read_settings(environment, {"port": "9001"})
    assert settings.port == 9001
    assert settings.data == Path("/var/lib/spadille")


def test_each_kind_of_setting_is_read() -> None:
    settings = read_settings(
        {
            "SPADILLE_TURN_SECONDS": "0",
            "SPADILLE_ORDERS_PER_SECOND": "2.5",
            "SPADILLE_SOCKETS_PER_TABLE": "1",
            "SPADILLE_GUESTS_PER_ADDRESS": "0",
            "SPADILLE_ORIGINS": "https://a.example, http://b.example:8080/",
            "SPADILLE_LOG": "json",
        },
        {},
    )
    assert settings.turn_seconds == 0
    assert settings.orders_per_second == 2.5
    assert settings.sockets_per_table == 1
    assert settings.guests_per_address == 0
    assert settings.origins == ("https://a.example", "http://b.example:8080")
    assert settings.log == "json"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "http"),
        ("port", "65536"),
        ("port", "-1"),
        ("port", "9" * 5000),
        ("sockets_per_table", "9" * 5000),
        ("turn_seconds", "-1"),
        ("grace_seconds", "nan"),
        ("idle_seconds", "inf"),
        ("idle_seconds", "0"),
        ("orders_per_second", "0"),
        ("orders_per_second", "many"),
        ("sockets_per_table", "0"),
        ("sockets_per_table", "1.5"),
        ("guests_per_address", "-1"),
        ("guests_per_address", "some"),
        ("origins", "cards.example"),
        ("origins", "https://cards.example/path"),
        ("log", "loud"),
        ("host", " "),
        ("data", ""),
    ],
)
def test_a_bad_value_is_one_sentence_with_its_name(name: str, text: str) -> None:
    with pytest.raises(BadSetting) as error:
        read_settings({variable(name): text}, {})
    sentence = str(error.value)
    assert sentence.startswith(f"SPADILLE_{name.upper()} must be ")
    assert re.search(r"; it is '.*'\.$", sentence)
    with pytest.raises(BadSetting, match=f"^--{name} must be "):
        read_settings({}, {name: text})


def test_several_nodes_share_a_database() -> None:
    bus, database = "nats://name:word@bus.example:4222", "postgresql://cards.example/spadille"
    settings = read_settings({"SPADILLE_NATS": bus, "SPADILLE_DATABASE": database}, {})
    assert settings.nats == bus
    with pytest.raises(BadSetting, match="set SPADILLE_DATABASE, too"):
        read_settings({"SPADILLE_NATS": bus}, {})


def test_the_address_of_the_bus_may_hold_a_password_and_is_not_shown() -> None:
    with pytest.raises(BadSetting) as error:
        read_settings({"SPADILLE_NATS": "http://name:word@bus.example"}, {})
    assert "word" not in str(error.value)
