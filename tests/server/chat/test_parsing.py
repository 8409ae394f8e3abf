"""What somebody typed, taken apart."""

from __future__ import annotations

import pytest

from spadille.protocol.chat import Voice
from spadille.server.chat.emoticons import EMOTICONS
from spadille.server.chat.parsing import Spoken, cleaned, parse


@pytest.mark.parametrize(
    ("typed", "spoken"),
    [
        ("hello", Spoken(Voice.SAY, "hello")),
        ("<yell>hello", Spoken(Voice.YELL, "hello")),
        ("<y> hello", Spoken(Voice.YELL, "hello")),
        ("<Y>hello", Spoken(Voice.YELL, "hello")),
        ("< YELL >hello", Spoken(Voice.YELL, "hello")),
        ("<think>hm", Spoken(Voice.THINK, "hm")),
        ("<t>hm", Spoken(Voice.THINK, "hm")),
        ("<whisper bob>psst", Spoken(Voice.WHISPER, "psst", "bob")),
        ("<w bob> psst", Spoken(Voice.WHISPER, "psst", "bob")),
        ("<W  Bob >psst", Spoken(Voice.WHISPER, "psst", "Bob")),
        ("<w Quiet Heron>psst", Spoken(Voice.WHISPER, "psst", "Quiet Heron")),
        ("<w>psst", Spoken(Voice.WHISPER, "psst")),
        ("<w >psst", Spoken(Voice.WHISPER, "psst")),
        ("<w bob psst", Spoken(Voice.WHISPER, "<w bob psst")),
        ("<whisper bob psst", Spoken(Voice.WHISPER, "<whisper bob psst")),
        ("<w<bob>psst", Spoken(Voice.WHISPER, "<w<bob>psst")),
        ("<y>", Spoken(Voice.YELL, "")),
        ("<w bob>", Spoken(Voice.WHISPER, "", "bob")),
        ("<wow> hello", Spoken(Voice.SAY, "<wow> hello")),
        ("<yelling> hello", Spoken(Voice.SAY, "<yelling> hello")),
        ("<y bob> hello", Spoken(Voice.SAY, "<y bob> hello")),
        ("hello <y>", Spoken(Voice.SAY, "hello <y>")),
        ("I <w bob> you", Spoken(Voice.SAY, "I <w bob> you")),
        ("<script>x</script>", Spoken(Voice.SAY, "<script>x</script>")),
        ("<y><w bob>x", Spoken(Voice.WHISPER, "x", "bob")),
        ("<t> <y><w bob x", Spoken(Voice.WHISPER, "<w bob x")),
        ("<y><t>x", Spoken(Voice.YELL, "<t>x")),
        ("\uff1cw bob\uff1ex", Spoken(Voice.WHISPER, "x", "bob")),
        ("\uff1cw bob x", Spoken(Voice.WHISPER, "\uff1cw bob x")),
        ("\uff1cy>x", Spoken(Voice.YELL, "x")),
        ("<3", Spoken(Voice.SAY, "<3")),
    ],
)
def test_a_message_is_taken_apart(typed: str, spoken: Spoken) -> None:
    """A tag counts at the beginning alone; a broken whisper never reaches everyone."""
    assert parse(typed) == spoken


@pytest.mark.parametrize(
    ("typed", "clean"),
    [
        ("  a \t b\r\n c  ", "a b c"),
        ("a\u2028b\u2029c", "a b c"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("a\u202eb\u2066c\u200bd\ufeff", "abcd"),
        ("e\u0301", "\u00e9"),
        ("z" + "\u0301\u0302\u0303\u0304\u0305\u0306" * 3, "\u017a\u0302\u0303\u0304\u0305"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f", None),
        ("<b>bold</b> & \"quotes\" 'too'", None),
        ("ש\u05c1לום نص", None),
        ("\x00\u200b \n", ""),
    ],
)
def test_what_is_not_seen_is_taken_out_and_the_rest_left_alone(
    typed: str, clean: str | None
) -> None:
    assert cleaned(typed) == (typed if clean is None else clean)
    assert cleaned(cleaned(typed)) == cleaned(typed)


def test_every_emoticon_can_be_typed_and_read_aloud() -> None:
    """No text stands for two, and none begins a whisper."""
    assert len(EMOTICONS) >= 24
    texts = [text for emoticon in EMOTICONS for text in emoticon.texts]
    assert len(set(texts)) == len(texts)
    assert len({emoticon.id for emoticon in EMOTICONS}) == len(EMOTICONS)
    assert all(emoticon.name and emoticon.texts for emoticon in EMOTICONS)
    assert all(parse(text).voice is Voice.SAY for text in texts)
