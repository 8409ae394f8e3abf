"""A running program that plays, and what it says."""

from __future__ import annotations

import shlex
from contextlib import suppress
from multiprocessing.util import Finalize
from os import getpid
from queue import Empty, Queue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO, TYPE_CHECKING, Final

import msgspec

from spadille.bots.lines.messages import (
    PROTOCOL,
    Hello,
    decode_answer,
    decode_ready,
    encode,
    question,
    to_move,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from spadille.bots.bot import Move
    from spadille.core.rules import RuleSet
    from spadille.core.view import PlayerView

    T = TypeVar("T")

START_SECONDS: Final = 120.0
"""The longest that a program may take to get ready: it may have tables to load."""
LONGEST_LINE: Final = 1 << 16
"""Bytes of an answer; more are no answer."""
PARTING_SECONDS: Final = 2.0
"""How long a program has to end by itself once nothing more will be asked."""
SHOWN: Final = 80
"""How much of a bad line is quoted."""


class ProgramError(RuntimeError):
    """A program did not answer as it should; the message tells which line, and what to do."""


class Program:
    """One process, which is asked one question at a time."""

    def __init__(self, command: str, seconds: float) -> None:
        """Start *command*; an answer may take it so many *seconds*."""
        self._command = command
        self._seconds = seconds
        self._rules: RuleSet | None = None
        self._asked = 0
        self._lines_read = 0
        self._lines: Queue[bytes] = Queue()
        words = _words(command)
        try:
            # The person at the arena names the program.
            self._process = Popen(words, stdin=PIPE, stdout=PIPE)  # noqa: S603
        except OSError as error:
            raise ProgramError(f"{command}: cannot be started ({error.strerror})") from None
        assert self._process.stdout is not None
        reader = Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        reader.start()

    def greet(self, rules: RuleSet) -> None:
        """Tell the *rules* of what follows, unless they are known."""
        if rules == self._rules:
            return
        self._say(Hello(PROTOCOL, rules, self._seconds))
        ready = self._hear(decode_ready, START_SECONDS, '{"type": "ready", "protocol": 1}')
        if ready.protocol != PROTOCOL:
            raise self._error(f"it speaks protocol {ready.protocol}, and this is {PROTOCOL}")
        self._rules = rules

    def ask(self, view: PlayerView, seed: int) -> Move:
        """The program's move in *view*; raises `ProgramError` where it gives none."""
        assert view.own is not None
        self.greet(view.rules)
        self._asked += 1
        asked = question(self._asked, seed, view)
        self._say(asked)
        form = f'{{"id": {asked.id}, "move": {encode(asked.moves[0]).decode()}}}'
        answer = self._hear(decode_answer, self._seconds, form)
        if answer.id != asked.id:
            raise self._error(f"it answers question {answer.id}, and {asked.id} was asked")
        try:
            return to_move(asked, view.own, answer)
        except ValueError as error:
            raise self._error(f"question {asked.id}: {error}") from None

    def close(self) -> None:
        """End the program: first its input, and the process itself if it stays."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(PARTING_SECONDS)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _say(self, message: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(encode(message) + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _hear(self, decode: Callable[[bytes], T], seconds: float, form: str) -> T:
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise self._error(
                f"nothing came within {seconds:g} seconds, where {form} was due; "
                "flush each line, or give more time with --seconds",
                due=True,
            ) from None
        if not line:
            raise self._ended()
        self._lines_read += 1
        try:
            return decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            shown = line[:SHOWN].decode(errors="replace").strip()
            raise self._error(
                f"{shown!r} is no answer ({error}); print one line such as {form}, "
                "and everything else to standard error"
            ) from None

    def _ended(self) -> ProgramError:
        with suppress(TimeoutExpired):
            self._process.wait(PARTING_SECONDS)
        code = self._process.returncode
        return self._error(
            f"the program ended (exit code {code}) instead; "
            "it must read and answer until its input ends",
            due=True,
        )

    def _error(self, message: str, *, due: bool = False) -> ProgramError:
        """An error of the line just read, or of the one that was *due*."""
        self.close()
        return ProgramError(
            f"{self._command}: line {self._lines_read + due} of its output: {message}"
        )


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError(f"{command}: cannot be read as a command ({error})") from None
    if not words:
        raise ProgramError('no program: say which one, as in "cmd:python mybot.py"')
    return words


def _read(stream: IO[bytes], lines: Queue[bytes]) -> None:
    """Pass on each line of *stream*; an empty one tells its end."""
    line = b"\n"
    while line:
        line = stream.readline(LONGEST_LINE)
        lines.put(line)
    stream.close()


_running: Final[dict[tuple[int, str, float], Program]] = {}


def program(command: str, seconds: float) -> Program:
    """The program of *command* in this process, which is started once."""
    # A forked worker finds what its parent had; it must not talk in between.
    key = (getpid(), command, seconds)
    if key not in _running:
        _running[key] = Program(command, seconds)
    return _running[key]


def close_programs() -> None:
    """End all programs that this process has started."""
    for key in [key for key in _running if key[0] == getpid()]:
        _running.pop(key).close()


# Workers of a pool end without the usual handlers; this one runs there too.
Finalize(None, close_programs, exitpriority=1)
