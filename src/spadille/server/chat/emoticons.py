"""The small pictures of the chat, as data: the client draws them."""

from __future__ import annotations

from typing import Final

from spadille.protocol.people import Emoticon


def _emoticon(identity: str, name: str, texts: str) -> Emoticon:
    return Emoticon(identity, name, tuple(texts.split()))


EMOTICONS: Final = (
    _emoticon("smile", "smiling", ":) :-) =)"),
    _emoticon("wink", "winking", ";) ;-)"),
    _emoticon("grin", "grinning", ":D :-D =D"),
    _emoticon("laugh", "laughing", "XD xD"),
    _emoticon("joy", "laughing to tears", ":') :'-)"),
    _emoticon("tongue", "sticking out the tongue", ":P :-P :p"),
    _emoticon("cheeky", "winking with the tongue out", ";P ;-P ;p"),
    _emoticon("sad", "sad", ":( :-( =("),
    _emoticon("cry", "crying", ":'( :'-("),
    _emoticon("angry", "angry", ">:( >:-("),
    _emoticon("devil", "up to mischief", ">:) >:-)"),
    _emoticon("angel", "innocent", "O:) O:-) 0:)"),
    _emoticon("surprised", "surprised", ":O :-O :o"),
    _emoticon("shocked", "shocked", "D:"),
    _emoticon("confused", "confused", ":S :-S :s"),
    _emoticon("doubtful", "doubtful", r":/ :-/ :\ :-\ "),
    _emoticon("neutral", "not impressed", ":| :-|"),
    _emoticon("cool", "wearing sunglasses", "B) B-) 8-)"),
    _emoticon("kiss", "blowing a kiss", ":* :-*"),
    _emoticon("blush", "blushing", ":$ :-$"),
    _emoticon("sealed", "lips sealed", ":X :-X :x"),
    _emoticon("sleepy", "asleep", "|-) zzz"),
    _emoticon("thinking", "thinking", ":? :-?"),
    _emoticon("rolling", "rolling the eyes", "8-|"),
    _emoticon("heart", "a heart", "<3"),
    _emoticon("broken-heart", "a broken heart", "</3"),
    _emoticon("thumbs-up", "thumbs up", "(y)"),
    _emoticon("thumbs-down", "thumbs down", "(n)"),
    _emoticon("clap", "clapping", "(clap)"),
    _emoticon("wave", "waving", "(wave) o/"),
    _emoticon("spade", "a spade", "(spade)"),
    _emoticon("cards", "playing cards", "(cards)"),
)
"""All emoticons, in the order in which a picker shows them."""
