#!/usr/bin/env python3
"""Runs scenarios against the real program.

usage: run_scenario.py --program build/release/bin/nacre tests/scenarios/NAME.scenario...

README.md beside this file describes the format.
"""
import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import sys

import harness
from harness import Failure

ESCAPE = re.compile(rb"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|([nrt0\\\"])|(.|$))",
                    re.S)
PLAIN_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"0": b"\0", b"\\": b"\\", b'"': b'"'}
WORD = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|\'([^\']*)\'|(\{.*?\}(?=\s|$))|([^\s"\'{][^\s"\']*))')
TEXT_RELATION = re.compile(r"^(.*?) (contains|lacks|matches) (.*)$")


def unescape(text):
    """\\uXXXX, \\xNN (a raw byte), \\n \\r \\t \\0 \\" \\\\ to bytes; anything else is an error."""

    def replace(match):
        short, long, byte, plain, other = match.groups()
        if short or long:
            return chr(int(short or long, 16)).encode("utf-8", "surrogatepass")
        if byte:
            return bytes([int(byte, 16)])
        if plain:
            return PLAIN_ESCAPES[plain]
        raise Failure(f"unknown escape \\{other.decode('utf-8', 'replace')}: write \\\\ for one backslash")

    return ESCAPE.sub(replace, text.encode("utf-8"))


def words(line, names):
    """Splits a command line: bare words, "escaped", 'literal', {python expression}."""
    found, position = [], 0
    while line[position:].strip():
        match = WORD.match(line, position)
        if match is None:
            raise Failure(f"cannot read the words of: {line[position:]}")
        escaped, literal, expression, bare = match.groups()
        if escaped is not None:
            found.append(os.fsdecode(unescape(escaped)))
        elif literal is not None:
            found.append(literal)
        elif expression is not None:
            found.append(str(eval(expression[1:-1], {}, names)))
        else:
            found.append(bare)
        position = match.end()
    return found


class Statement:
    """One line of the scenario with the block of `|` lines below it."""

    def __init__(self, number, line):
        self.number = number
        self.verb, _, self.rest = line.partition(" ")
        self.rest = self.rest.strip()
        self.block = None

    def content(self):
        """`| text` is a line; a backslash at its end leaves the newline out."""
        if self.block is None:
            raise Failure(f"`{self.verb}` needs lines that start with |")
        data = b""
        for line in self.block:
            text = line[2:] if line.startswith("| ") else line[1:]
            if re.search(r"(?<!\\)(\\\\)*\\$", text):
                data += unescape(text[:-1])
            else:
                data += unescape(text) + b"\n"
        return data


def parse(text):
    statements = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("|"):
            if not statements:
                raise Failure(f"line {number}: text before the first command")
            statement = statements[-1]
            statement.block = (statement.block or []) + [line]
        elif line.strip() and not line.startswith("#"):
            statements.append(Statement(number, line.strip()))
    return statements


class Player:
    """Plays the statements of one text scenario in one world."""

    def __init__(self, world):
        self.world = world
        self.saved = {}
        self.stdin = b""
        self.exit_was_expected = True

    def play(self, statement):
        verb = getattr(self, "do_" + statement.verb.replace("-", "_"), None)
        if verb is None:
            known = sorted(name[3:].replace("_", "-") for name in dir(self) if name.startswith("do_"))
            raise Failure(f"unknown command '{statement.verb}'; known: {', '.join(known)}")
        verb(statement)

    def finish(self):
        """A run without an `exit` line after it must have succeeded."""
        if not self.exit_was_expected and self.world.answer.exit != 0:
            raise Failure(f"exit {self.world.answer.exit}, not 0 (say `exit N` where another is right)")

    def words(self, statement):
        return words(statement.rest, self.names())

    def names(self):
        """What an expression may use: the members of the last JSON answer and a few functions."""
        world = self.world
        names = {
            "true": True, "false": False, "null": None,
            "sanitized": world.sanitized,
            "file": world.text_of,
            "bytes_of": world.bytes_of,
            "exists": lambda name: os.path.lexists(world.path(name)),
            "files": world.files,
            "approx": lambda left, right, within=1e-6: abs(left - right) <= within,
            "lines_of": lambda name: world.text_of(name).splitlines(),
            **self.saved,
        }
        answer = world.answer
        if answer is not None:
            names.update(stdout=answer.stdout, stderr=answer.stderr, exit_code=answer.exit,
                         memory_mb=answer.memory_mb)
            if answer.stdout.lstrip().startswith(("{", "[")):
                names["answer"] = answer.json
                if isinstance(answer.json, harness.Object):
                    names.update({name: answer.json[name] for name in answer.json})
        return names

    def evaluate(self, expression):
        names = self.names()
        try:
            return eval(re.sub(r"\[\]", ".each", expression), names)
        except Failure:
            raise
        except Exception as error:
            raise Failure(f"{type(error).__name__}: {error}") from error

    # The world before and between runs.

    def do_now(self, statement):
        self.world.now(statement.rest)

    def do_config(self, statement):
        self.world.config(statement.rest)

    def do_env(self, statement):
        name, _, value = (part.strip() for part in statement.rest.partition("="))
        if value:
            self.world.environment[name] = value.replace("@workspace", str(self.world.workspace))
        else:
            self.world.environment.pop(name, None)

    def do_cd(self, statement):
        self.world.current = self.world.path(self.words(statement)[0])

    def do_file(self, statement):
        name, generate, expression = statement.rest.partition(" generate:")
        path = words(name, {})[0]
        if generate:
            content = self.evaluate(expression.strip())
        elif statement.block is None:
            content = b""
        else:
            content = statement.content()
        self.world.file(path, content)

    def do_append(self, statement):
        self.world.append(self.words(statement)[0], statement.content())

    def do_mkdir(self, statement):
        self.world.path(self.words(statement)[0]).mkdir(parents=True, exist_ok=True)

    def do_delete(self, statement):
        path = self.world.path(self.words(statement)[0])
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    def do_rename(self, statement):
        old, new = self.words(statement)
        self.world.path(new).parent.mkdir(parents=True, exist_ok=True)
        self.world.path(old).rename(self.world.path(new))
        if old in self.world.written:
            self.world.written[new] = self.world.written.pop(old)

    def do_copy(self, statement):
        old, new = self.words(statement)
        self.world.file(new, self.world.bytes_of(old))

    def do_link(self, statement):
        """link PATH TARGET: a symbolic link; an @ target becomes the absolute path."""
        name, target = self.words(statement)
        path = self.world.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(self.world.path(target) if target.startswith("@") else target)

    def do_chmod(self, statement):
        mode, name = self.words(statement)
        self.world.path(name).chmod(int(mode, 8))

    def do_snapshot(self, statement):
        self.world.snapshot()

    # Runs.

    def do_input(self, statement):
        self.stdin = statement.content()

    def do_run(self, statement):
        self.finish()
        program, *arguments = self.words(statement)
        if program != "nacre":
            raise Failure("only nacre can be run")
        self.exit_was_expected = False
        self.world.run(*arguments, stdin=self.stdin)
        self.stdin = b""

    def do_exit(self, statement):
        self.exit_was_expected = True
        if statement.rest == "any":
            return
        if self.world.answer.exit != int(statement.rest):
            raise Failure(f"exit {self.world.answer.exit}, not {statement.rest}")

    # What must be true.

    def do_let(self, statement):
        name, _, expression = (part.strip() for part in statement.rest.partition("="))
        if not name.isidentifier():
            raise Failure(f"`let` needs a name, not '{name}'")
        self.saved[name] = self.evaluate(expression)

    def do_expect(self, statement):
        relation = TEXT_RELATION.match(statement.rest)
        if relation:
            self.expect_text(*relation.groups())
            return
        value = self.evaluate(statement.rest)
        if not isinstance(value, bool):
            raise Failure(f"not a yes or no: {value!r}; use any(...), all(...) or a comparison")
        if not value:
            raise Failure("not so: " + self.sides(statement.rest))

    def expect_text(self, expression, relation, wanted_expression):
        text, wanted = self.evaluate(expression), self.evaluate(wanted_expression)
        if not isinstance(text, str):
            raise Failure(f"`{relation}` needs text, not {text!r}")
        found = re.search(wanted, text, re.M) if relation == "matches" else wanted in text
        if bool(found) == (relation == "lacks"):
            raise Failure(f"{expression} {'has' if found else 'has no'} {wanted!r}: {harness.cut(text, 500)}")

    def sides(self, expression):
        """The values to the left and right of a comparison, for the message."""
        parts = re.split(r"\s(?:==|!=|<=|>=|<|>|not in|in)\s", expression)
        shown = [expression]
        for part in parts if len(parts) > 1 else []:
            try:
                shown.append(f"{part.strip()} is {harness.cut(repr(self.evaluate(part)), 500)}")
            except (Failure, SyntaxError):
                pass
        return "\n  ".join(shown)

    def do_unchanged(self, statement):
        self.world.expect_unchanged(self.words(statement)[0] if statement.rest else None)

    def do_exists(self, statement):
        if not os.path.lexists(self.world.path(self.words(statement)[0])):
            raise Failure(f"{statement.rest} does not exist; there are {', '.join(self.world.files())}")

    def do_missing(self, statement):
        if os.path.lexists(self.world.path(self.words(statement)[0])):
            raise Failure(f"{statement.rest} exists")


def play_text(path, world):
    player = Player(world)
    try:
        statements = parse(path.read_text(encoding="utf-8"))
        if not any(statement.verb in ("expect", "unchanged", "exists", "missing", "exit")
                   for statement in statements):
            raise Failure("expects nothing, so it can never fail")
    except Failure as failure:
        return f"{path}: {failure}"
    for statement in statements:
        try:
            player.play(statement)
        except (Failure, OSError, ValueError) as failure:
            return f"{path}:{statement.number}: {failure}"
    try:
        player.finish()
    except Failure as failure:
        return f"{path}: at the end: {failure}"
    return None


def play_python(path, world):
    """A Python scenario defines scenario(world)."""
    path = path.resolve()
    spec = importlib.util.spec_from_file_location("scenario_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        module.scenario(world)
    except Failure as failure:
        line = max((frame for frame in frames(failure) if frame[0] == str(path)), default=(None, 0))[1]
        return f"{path}:{line}: {failure}"
    return None


def frames(error):
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("scenario", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    failed = 0
    for path in options.scenario:
        with harness.World(options.program) as world:
            problem = (play_python if path.suffix == ".py" else play_text)(path, world)
            if problem is None:
                print(f"{path.stem}: as expected")
                continue
            failed += 1
            print(problem)
            if world.answer is not None:
                print(world.answer.describe())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
