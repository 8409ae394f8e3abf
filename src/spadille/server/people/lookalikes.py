"""Letters of other alphabets that a hasty eye takes for Latin ones."""

from __future__ import annotations

import unicodedata
from typing import Final

_PAIRS: Final = """
    аa вb сc ԁd еe ғf ԍg һh іi ӏi јj кk мm нh оo рp ԛq гr ѕs тt ѵv уy үy ԝw хx
    αa βb εe ηn ιi κk μu νv οo ρp σo τt υu χx γy ωw
    ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz
    ıi ȷj łl øo đd ħh ŧt ɑa ɡg ɩi ʋv ɯw
    օo ѡw հh ոn ռn սu զq ցg
"""
_LATIN: Final = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


def latin(text: str) -> str:
    """*text* in small letters, without accents, wide forms and foreign letters that look Latin."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return bare.translate(_LATIN)
