#!/usr/bin/env python3
"""Four processes at once on one workspace: nothing is lost, doubled, out of order or half answered.

    run.py --program build/release/bin/nacre [--operations 2500] [--processes 4]
    run.py --program build/release/bin/nacre --rebuild [--notes 10000]

The first form runs mixed operations (remember, log, remember into a section, index, recall), each
a run of the real program, and checks the files and the index afterwards. The second measures how
long a recall takes in peace and during `index --rebuild`.
"""
import argparse
import collections
import datetime
import json
import multiprocessing
import os
import pathlib
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

FIRST_DAY = datetime.date(2026, 1, 1)
OPERATIONS_A_DAY, OPERATIONS_A_PROJECT = 100, 200
SECTIONS = ("Decisions", "Lessons")


class Broken(Exception):
    """A promise that was not kept."""


def run(program, workspace, day, *arguments):
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(workspace), "NACRE_WORKSPACE": str(workspace),
                   "NACRE_NOW": f"{day.isoformat()}T09:00:00Z"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
        environment[name] = os.environ.get(name, "")
    done = subprocess.run([program, *arguments, "--json"], env=environment, capture_output=True, check=False, timeout=300)
    answer = json.loads(done.stdout) if done.stdout else None
    return done.returncode, answer, f"{' '.join(arguments)}: exit {done.returncode}: {done.stdout!r} {done.stderr!r}"


def word_of(process, number):
    return f"w{process}n{number:05d}z"


def check_hits(workspace, answer, said):
    for hit in answer["results"]:
        text = (workspace / hit["path"]).read_text()
        words = set(re.findall(r"w\dn\d{5}z", hit["snippet"]))
        if not words or not all(word in text for word in words):
            raise Broken(f"an answer that is in no file: {hit} of {said}")


def operate(program, workspace, process, count, acknowledged):
    """One process: its operations in turn; what was acknowledged goes into the queue."""
    chance = random.Random(process)
    written, last = [], None
    for number in range(count):
        day = FIRST_DAY + datetime.timedelta(days=number // OPERATIONS_A_DAY)
        project = f"project:p{number // OPERATIONS_A_PROJECT}"
        word = word_of(process, number)
        kind = chance.choices(("log", "remember", "section", "recall", "index"), (35, 20, 20, 20, 5))[0]
        if kind == "index":
            code, answer, said = run(program, workspace, day, "index")
        elif kind == "recall":
            code, answer, said = run(program, workspace, day, "recall", last or "nothing yet")
        elif kind == "log":
            code, answer, said = run(program, workspace, day, "log", f"{word} happened")
        elif kind == "remember":
            code, answer, said = run(program, workspace, day, "remember", f"keep {word}", "--to", project)
        else:
            code, answer, said = run(program, workspace, day, "remember", f"file {word}", "--to", project,
                                     "--category", SECTIONS[number % 2])
        if code not in ((0, 1) if kind == "recall" else (0,)) or (answer and "error" in answer):
            raise Broken(said)
        if kind == "recall":
            check_hits(workspace, answer, said)
            found = any(last in hit["snippet"] for hit in answer["results"]) if last else True
            if not found and answer["stale"] is False and answer["degraded"] is None:
                raise Broken(f"{last} was written and indexed, and is not found: {said}")
        elif kind != "index":
            if answer.get("warning") or not answer["indexed"]:
                raise Broken(said)
            written.append((answer["path"], kind if kind != "section" else SECTIONS[number % 2], number))
            last = word
    acknowledged.put((process, written))


def worker(*arguments):
    acknowledged = arguments[-1]
    try:
        operate(*arguments)
    except Exception as problem:  # The parent tells it.
        acknowledged.put((arguments[2], problem))


def check_files(workspace, written):
    """Every acknowledged entry stands once in its file, those of a process in its order."""
    found = collections.Counter()
    for path in workspace.rglob("*.md"):
        found.update(re.findall(r"w\dn\d{5}z", path.read_text()))
    expected = {word_of(process, number) for process, entries in written.items() for _, _, number in entries}
    if set(found) != expected or any(count != 1 for count in found.values()):
        raise Broken(f"lost {sorted(expected - set(found))[:5]}, foreign {sorted(set(found) - expected)[:5]}, "
                     f"doubled {[word for word, count in found.items() if count > 1][:5]}")
    for process, entries in written.items():
        places = collections.defaultdict(list)
        for path, kind, number in entries:
            places[path, kind].append((workspace / path).read_text().index(word_of(process, number)))
        for place, offsets in places.items():
            if offsets != sorted(offsets):
                raise Broken(f"process {process}: out of order in {place}")
    return len(expected)


def units(workspace):
    database = sqlite3.connect(f"file:{workspace}/.nacre/cache/index.db?mode=ro", uri=True)
    try:
        return sorted(database.execute("SELECT file_path, start_line, end_line, content FROM memory_chunks"))
    finally:
        database.close()


def check_index(program, workspace):
    code, answer, said = run(program, workspace, FIRST_DAY, "status")
    if code != 0 or answer["pending"] + answer["stale"] + answer["failed"] != 0:
        raise Broken(f"the index is not current: {said}")
    kept = units(workspace)
    code, _, said = run(program, workspace, FIRST_DAY, "index", "--rebuild")
    if code != 0 or units(workspace) != kept:
        raise Broken(f"the index is not what a new one would be: {said}")


def mixed(program, processes, operations):
    with tempfile.TemporaryDirectory(prefix="nacre-processes-") as folder:
        workspace = pathlib.Path(folder)
        (workspace / "memory").mkdir()
        (workspace / "MEMORY.md").write_text("# Memory\n\n- what was here before\n")
        (workspace / ".nacre").mkdir()
        started = time.monotonic()
        acknowledged = multiprocessing.Queue()
        workers = [multiprocessing.Process(target=worker, args=(program, workspace, process, operations, acknowledged))
                   for process in range(processes)]
        for one in workers:
            one.start()
        results = dict(acknowledged.get() for _ in workers)
        for one in workers:
            one.join()
        seconds = time.monotonic() - started
        for process, result in results.items():
            if isinstance(result, Exception):
                raise Broken(f"process {process}: {result}")
        entries = check_files(workspace, results)
        check_index(program, workspace)
        print(f"{processes} processes x {operations} operations in {seconds:.0f} s: {entries} entries, each once, in order, "
              "no lock error, no half answer, index equal to files")


def times(program, workspace, questions, until):
    took = []
    while not until(len(took)):
        start = time.monotonic()
        code, _, said = run(program, workspace, FIRST_DAY, "recall", questions[len(took) % len(questions)])
        took.append((time.monotonic() - start) * 1000)
        if code not in (0, 1):
            raise Broken(said)
    return took


def p(took, share):
    return statistics.quantiles(took, n=100, method="inclusive")[share - 1]


def rebuild(program, notes):
    corpus = pathlib.Path(__file__).resolve().parent.parent / "speed" / "make_corpus.py"
    with tempfile.TemporaryDirectory(prefix="nacre-processes-") as folder:
        workspace = pathlib.Path(folder)
        made = subprocess.run([sys.executable, corpus, folder, "--notes", str(notes), "--bytes", str(notes * 4000)],
                              capture_output=True, check=True)
        asked = json.loads(made.stdout)["questions"]
        questions = [question for of_language in asked.values() for question in of_language] if isinstance(asked, dict) else asked
        code, _, said = run(program, workspace, FIRST_DAY, "index")
        if code != 0:
            raise Broken(said)
        quiet = times(program, workspace, questions, lambda count: count >= 300)
        environment = dict(os.environ, NACRE_WORKSPACE=folder, NACRE_NOW=f"{FIRST_DAY}T09:00:00Z")
        busy, rounds = [], 0
        while len(busy) < 100 and rounds < 10:
            rounds += 1
            process = subprocess.Popen([program, "index", "--rebuild", "--json"], env=environment, stdout=subprocess.DEVNULL)
            busy += times(program, workspace, questions, lambda _, process=process: process.poll() is not None)
            if process.returncode != 0:
                raise Broken(f"index --rebuild: exit {process.returncode}")
        print(f"{notes} notes, recall in a fresh process, ms: quiet p50 {p(quiet, 50):.1f} p99 {p(quiet, 99):.1f} ({len(quiet)}); "
              f"during {rounds} rebuilds p50 {p(busy, 50):.1f} p99 {p(busy, 99):.1f} ({len(busy)}); "
              f"p99 ratio {p(busy, 99) / p(quiet, 99):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--operations", type=int, default=2500)
    parser.add_argument("--rebuild", action="store_true")
    parser.add_argument("--notes", type=int, default=10_000)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    try:
        if options.rebuild:
            rebuild(program, options.notes)
        else:
            mixed(program, options.processes, options.operations)
    except Broken as broken:
        print(f"broken: {broken}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
