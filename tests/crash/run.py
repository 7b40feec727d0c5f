#!/usr/bin/env python3
"""Kills nacre at every system call with which a script changes the disk, or lets that call fail, and
looks what is left.

    run.py --tracer build/release/bin/nacre_crash_tracer --program build/release/bin/nacre [--faults] SCRIPT...
    run.py --list [--faults]

NACRE_CRASH_ALL=1 tries every point with each second run; else long scripts are tried in part, and
the output says in what part. README.md says what is checked.
"""
import argparse
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scenarios"))
from harness import Failure, Running, World  # noqa: E402
from scripts import ALWAYS, FOREIGN, QUESTIONS, SCRIPTS, SECOND_RUNS  # noqa: E402

NOW = "2026-02-12T09:00:00Z"
RUN_SECONDS_MAX = 100
# Points tried in order, and how many there may be in all, when not everything is tried.
FIRST_POINTS, POINTS_MAX = 10, 30
SANITIZED_POINTS_MAX = 8
# Only the process dies, so nothing has to reach a platter: syncs in memory cost nothing.
MEMORY_FOLDER = "/dev/shm"
TRIES_MAX = 5  # A watch is not quite the same each time.
# Not compared byte by byte; .nacre/pending is where a text waits that could not be written.
DERIVED = (".nacre/cache/", ".nacre/intents/", ".nacre/history/", ".nacre/pending/")


# What may go wrong with a call, by its kind.
FAULTS = {
    "write": ("ENOSPC", "EIO", "EINTR", "EDQUOT", "short"),
    "open": ("EMFILE", "EROFS", "ENOSPC", "EACCES", "EIO"),
    "sync": ("EIO", "ENOSPC", "EDQUOT"),
    "other": ("EIO", "EROFS", "ENOSPC", "EACCES"),
}
# What the program handles without a word: it calls again, and nothing has happened.
UNNOTICED = ("short", "EINTR")
WORDS_OF_THE_SYSTEM = {
    "EIO": "Input/output error", "ENOSPC": "No space left", "EDQUOT": "quota",
    "EROFS": "Read-only file system", "EMFILE": "Too many open files", "EACCES": "Permission denied",
}


def kind_of(call):
    name = call.split()[0]
    if "write" in name:
        return "write"
    if "sync" in name:
        return "sync"
    return "open" if name.startswith("open") else "other"


class Trace:
    """What the tracer saw."""

    def __init__(self, log):
        self.points, self.torn, self.mapped, self.killed, self.exit = [], [], 0, False, None
        self.struck = False
        for line in log.splitlines():
            what, *rest = line.split("\t")
            if what == "point":
                self.points.append(f"{rest[0]} {rest[2]}")
                self.torn.append(rest[1] == "1")
            elif what == "mapped":
                self.mapped = int(rest[0])
            elif what == "struck":
                self.struck = rest[0] == "1"
            else:
                self.killed, self.exit = what == "killed", int(rest[0])
        if self.exit is None:
            raise Failure("the tracer wrote no end")


def truth_of(world):
    """Every file that is not derived, by its path: what must never be lost or torn."""
    files = {}
    for path in sorted(world.workspace.rglob("*")):
        name = str(path.relative_to(world.workspace))
        if path.is_file() and not name.startswith(DERIVED):
            files[name] = path.read_bytes()
    return files


def prepared(world, script):
    world.now(NOW)
    for name, content in {**FOREIGN, **script.files}.items():
        world.file(name, content)
    for command in script.before:
        succeed(world, *command)
    for name, content in script.edits.items():
        if content is None:
            world.path(name).unlink()
        else:
            world.file(name, content)
    world.written.clear()  # From here on: what a person writes while the script runs.


def succeed(world, *arguments):
    answer = world.run(*arguments, "--json")
    world.expect(answer.exit == 0, f"{' '.join(arguments)}: exit {answer.exit}: {answer.stdout} {answer.stderr}")
    return answer.json


def results(world, question):
    answer = world.run("recall", question, "--all", "--json")
    world.expect(answer.exit in (0, 1), f"recall {question}: exit {answer.exit}: {answer.stderr}")
    world.expect(answer.json.degraded is None, f"recall {question}: degraded {answer.json.degraded}")
    world.expect(answer.json.stale is False, f"recall {question}: stale {answer.json.stale}")
    return json.loads(answer.stdout)["results"]


def chunks(world):
    """Every unit of the index."""
    database = sqlite3.connect(f"file:{world.path('.nacre/cache/index.db')}?mode=ro", uri=True)
    try:
        world.expect(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "index.db is sound")
        return sorted(database.execute("SELECT file_path, start_line, end_line, content FROM memory_chunks"))
    finally:
        database.close()


class Crash:
    """One script, to be killed again and again."""

    def __init__(self, options, name):
        self.tracer, self.program = os.path.abspath(options.tracer), options.program
        self.name, self.script = name, SCRIPTS[name]
        self.seconds = [commands for commands in SECOND_RUNS]
        self.states = [self.run_whole(second) for second in self.seconds]
        self.references = {}

    def run_whole(self, second):
        """The files after each number of commands and a second run, never killed."""
        states = []
        script = self.script
        for count in range(len(script.commands) + 1):
            with World(self.program) as world:
                prepared(world, script)
                if script.act is None:
                    for command in script.commands[:count]:
                        succeed(world, *command)
                for command in second:
                    succeed(world, *command)
                succeed(world, "index")
                states.append(truth_of(world))
        return states

    def reference(self, world):
        """What an index that was made of these very files in peace holds and answers."""
        files = truth_of(world)
        key = tuple(sorted(files.items()))
        if key not in self.references:
            with World(self.program) as fresh:
                fresh.now(NOW)
                for name, content in files.items():
                    fresh.file(name, content)
                succeed(fresh, "index")
                self.references[key] = chunks(fresh), {q: results(fresh, q) for q in self.questions()}
        return self.references[key]

    def questions(self):
        return QUESTIONS + self.script.words

    def traced(self, world, at=0, what="kill"):
        """Runs the script under the tracer; the trace and the answers that came."""
        log = world.root / "trace"
        root = world.root if self.script.backup else world.workspace
        command = [self.tracer, "--root", str(root), "--log", str(log)]
        if at:
            command += ["--at", str(at), "--do", what]
        environment = dict(world.environment)
        # The leak checker traces too, which only one can.
        environment["ASAN_OPTIONS"] += ":detect_leaks=0"
        lines = " && ".join('"$0" ' + " ".join(f"'{word}'" for word in [*arguments, "--json"])
                            for arguments in self.script.commands)
        if self.script.act is None:
            command += ["--", "/bin/sh", "-c", lines, world.program]
            done = subprocess.run(command, cwd=world.current, env=environment, capture_output=True,
                                  timeout=RUN_SECONDS_MAX, check=False)
            code, out, err = done.returncode, done.stdout, done.stderr
        else:
            command += ["--", world.program, *self.script.commands[0], "--json"]
            code, out, err = self.acted(world, command, environment, at)
        if code != 0:
            raise Failure(f"the tracer failed ({code}): {err.decode(errors='replace')}")
        trace = Trace(log.read_text())
        log.unlink()
        if not trace.struck and trace.exit != 0:
            raise Failure(f"the program failed ({trace.exit}): {out} {err}")
        return trace, out, err

    def acted(self, world, command, environment, at):
        running = Running(command, world.current, environment)
        world.running.append(running)
        failure = None
        try:
            self.script.act(world, running)
        except Failure as problem:
            failure = problem
        running.process.send_signal(signal.SIGTERM)
        code = running.process.wait(timeout=RUN_SECONDS_MAX)
        for reader in running.readers:
            reader.join()
        if failure is not None and at == 0:
            raise failure
        return code, b"", b"".join(running.errors)

    def count(self):
        """The trace of a run that is let through."""
        with World(self.program) as world:
            prepared(world, self.script)
            return self.traced(world)[0]

    def strike(self, point, what, second):
        """One death or failure and what comes after; False when the run ended before that point."""
        with World(self.program) as world:
            prepared(world, self.script)
            trace, out, err = self.traced(world, point, what)
            if not trace.struck:
                return False
            acknowledged = len(receipts_of(out))
            try:
                if not trace.killed:
                    self.check_report(world, what, trace, out, err)
                self.check_readers(world)
                for command in self.seconds[second]:
                    succeed(world, *command)
                succeed(world, "index")
                self.check_backup(world)
                self.check_files(world, self.states[second], acknowledged)
                self.check_index(world)
            except (Failure, sqlite3.Error) as failure:
                raise Failure(f"{self.name}: {what} at call {point}, {trace.points[point - 1]}; {acknowledged} "
                              f"acknowledged, then {self.seconds[second][0][0]}:\n{failure}") from failure
            return True

    def check_report(self, world, what, trace, out, err):
        """A call has failed: the program went on all the same, or said what and where."""
        if self.script.act is not None:
            return
        world.expect(trace.exit in (0, 3, 4, 5), f"exit {trace.exit}: {out} {err}")
        if what in UNNOTICED:
            world.expect(trace.exit == 0, f"{what} is no failure, but exit {trace.exit}: {out} {err}")
        if trace.exit != 0:
            said = (out + err).decode()
            # SQLite has words of its own for what the system said to it.
            known = (WORDS_OF_THE_SYSTEM.get(what, ""), "disk", "database '", "not indexed",
                     "index not updated", "index busy")
            world.expect("'" in said and any(words in said for words in known),
                         f"{what} is told with path and cause, not: {said}")

    def check_readers(self, world):
        """Before anybody has repaired anything: answered rightly, or with the reason why not."""
        status = world.run("status", "--json")
        world.expect(status.exit in (0, 4), f"status answers, not exit {status.exit}: {status.stdout}")
        question, path = ALWAYS
        answer = world.run("recall", question, "--json")
        world.expect(answer.exit in (0, 4), f"recall answers, not exit {answer.exit}: {answer.stdout}")
        world.expect(path in [hit.path for hit in answer.json.results], f"what was there is found: {answer.stdout}")
        for word in self.script.words:
            answer = world.run("recall", word, "--json")
            found = [hit for hit in answer.json.results if word in hit.snippet]
            told = answer.json.stale is not False or answer.json.degraded is not None
            holders = {name for name, content in truth_of(world).items()
                       if name.endswith(".md") and word.encode() in content}
            world.expect({hit.path for hit in found} <= holders, f"{word}: found where it is: {answer.stdout}")
            world.expect(told or len(found) > 0 or not holders, f"{word}: found, or told to be stale: {answer.stdout}")

    def check_files(self, world, states, acknowledged):
        files = truth_of(world)
        if self.script.act is not None:
            for name, content in world.written.items():
                if world.path(name).exists():
                    states = [{**states[0], name: content}]
        allowed = states[acknowledged:acknowledged + 2]
        for name in sorted({name for state in allowed for name in state} | set(files)):
            candidates = [state.get(name) for state in allowed]
            found = files.get(name)
            world.expect(found in candidates, f"{name} is neither as before nor as after: {found!r}\nnot one of {candidates!r}")
        for number, word in enumerate(self.script.words[:acknowledged]):
            world.expect(any(word.encode() in content for content in files.values()),
                         f"write {number + 1} was acknowledged and '{word}' is nowhere")
        left = [path.name for path in world.workspace.glob(".nacre/intents/*")]
        world.expect(not left, f".nacre/intents is empty, not {left}")
        cache = {path.name for path in world.workspace.glob(".nacre/cache/*")}
        cache -= {"index.db", "index.db-wal", "index.db-shm", "index.db.lock", "index.db.new.lock"}
        world.expect(not cache, f"nothing is left in the cache but the index: {cache}")
        left = [path.name for path in world.workspace.glob(".nacre/history/*.tmp")]
        world.expect(not left, f"no temporary file is left in the history: {left}")
        temporary = [name for name in files if name.endswith(".tmp") or "/." in name[7:]]
        world.expect(not temporary, f"no temporary file is left: {temporary}")

    def check_backup(self, world):
        """One that has its name holds every note as it was."""
        if not self.script.backup or not world.path(self.script.backup).exists():
            return
        back = world.root / "back"
        succeed(world, "adopt", "--restore", str(world.path(self.script.backup)), "--to", str(back))
        for name, content in self.script.files.items():
            found = list(back.rglob(pathlib.Path(name).name))
            world.expect(any(path.read_bytes() == content for path in found), f"{name} is in the backup as it was")

    def check_index(self, world):
        status = succeed(world, "status")
        world.expect(status.pending + status.stale + status.failed == 0 and status.files_not_current == [],
                     f"the index is current: {status}")
        units, answers = self.reference(world)
        world.expect(chunks(world) == units, "the index holds what a new index of these files would hold")
        for question in self.questions():
            got = results(world, question)
            world.expect(got == answers[question], f"recall {question}: {got}\nnot {answers[question]}")


def receipts_of(out):
    """What was acknowledged before the end."""
    lines = [line for line in out.splitlines(keepends=True) if line.endswith(b"\n")]
    undone = [line for line in lines if b'"redo"' in line and b'"steps":[{' in line]
    # A receipt for MEMORY.md that says the entry is not in today's note acknowledges one of two.
    return undone + [line for line in lines if b'"content_hash"' in line and b"today's note: " not in line]


def chosen(count, sanitized):
    """The points to try, from 1, and in what steps the later ones."""
    if os.environ.get("NACRE_CRASH_ALL"):
        return list(range(1, count + 1)), 1
    first, most = (0, SANITIZED_POINTS_MAX) if sanitized else (FIRST_POINTS, POINTS_MAX)
    if count <= most:
        return list(range(1, count + 1)), 1
    stride = -(-(count - first) // (most - first))
    return list(range(1, first + 1)) + list(range(first + 1, count + 1, stride)), stride


def orders(trace, point, faults):
    """What is done at that point: deaths, or failures."""
    if faults:
        kind = FAULTS[kind_of(trace.points[point - 1])]
        return kind if os.environ.get("NACRE_CRASH_ALL") else (kind[point % len(kind)],)
    return ("kill", "tear") if trace.torn[point - 1] else ("kill",)


def try_script(options, name):
    crash = Crash(options, name)
    trace = crash.count()
    traced = len(trace.points)
    if traced == 0:
        raise Failure(f"{name}: no system call was seen that writes")
    sanitized = os.environ.get("NACRE_TEST_SANITIZED", "") != ""
    points, stride = chosen(traced, sanitized)
    everything = bool(os.environ.get("NACRE_CRASH_ALL"))
    tried, done, runs, failures = set(), {}, 0, 0
    for point in points:
        for number, what in enumerate(orders(trace, point, options.faults)):
            for second in range(len(SECOND_RUNS)):
                if not everything and second != (point + number) % len(SECOND_RUNS):
                    continue
                try:
                    tries = TRIES_MAX if crash.script.act else 1
                    if not any(crash.strike(point, what, second) for _ in range(tries)):
                        raise Failure(f"{name}: the run ended before call {point} of {traced}")
                except Failure as failure:
                    failures += 1
                    print(failure, file=sys.stderr, flush=True)
                    if failures >= options.failures_max:
                        return False
                runs += 1
            tried.add(point)
            done[what] = done.get(what, 0) + 1
    did = ", ".join(f"{what} at {count}" for what, count in sorted(done.items()))
    print(f"{'faults' if options.faults else 'crash'}.{name}: {traced} system calls traced, {len(tried)} tried: {did}; "
          f"{runs} runs, {failures} failures; {trace.mapped} mappings are written without system calls")
    if stride > 1:
        print(f"  of the later calls every {stride}th was tried, {traced - len(tried)} were passed over; "
              "NACRE_CRASH_ALL=1 tries all")
    if len(tried) < traced and stride == 1:
        raise Failure(f"{name}: {len(tried)} points tried, but {traced} calls traced")
    return failures == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print the names of all scripts")
    parser.add_argument("--tracer")
    parser.add_argument("--program")
    parser.add_argument("--crash", action="store_false", dest="faults", default=False,
                        help="kill (the default)")
    parser.add_argument("--faults", action="store_true", help="let calls fail instead of killing")
    parser.add_argument("--failures-max", type=int, default=1)
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT")
    options = parser.parse_args()
    # What a watch does about a failure is to try again, at times that are its own.
    names = [name for name, script in SCRIPTS.items() if not (options.faults and script.act)]
    if options.list:
        print(";".join(names), end="")
        return 0
    if not options.tracer or not options.program:
        parser.error("--tracer and --program are needed")
    if os.access(MEMORY_FOLDER, os.W_OK):
        tempfile.tempdir = MEMORY_FOLDER
    good = True
    for name in options.scripts or names:
        try:
            good &= try_script(options, name)
        except Failure as failure:
            print(failure, file=sys.stderr)
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
