#!/usr/bin/env python3
"""How long after a save `nacre watch` has it in the index: milliseconds for edits, atomic saves, new
files, moves and removals.

usage: run.py --program build/release/bin/nacre [--notes 10000] [--changes 50]
"""
import argparse
import json
import os
import pathlib
import queue
import signal
import subprocess
import tempfile
import threading
import time

LINES = 40


def note(number):
    return "".join(f"- word{(number * 31 + line * 17) % 5000} 第{line}行 of note {number}\n"
                   for line in range(LINES))


class Watch:
    def __init__(self, program, environment):
        self.process = subprocess.Popen([program, "watch", "--json"], env=environment,
                                        stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.next("ready")

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), json.loads(line)))

    def next(self, event):
        """When the next such line came, which is after the commit."""
        while True:
            at, line = self.lines.get(timeout=600)
            if line["event"] == event:
                return at


def changes(workspace, count):
    """(what, action) of each change to measure."""
    folder = workspace / "memory"
    for i in range(count):
        path = folder / f"note{i}.md"
        yield "edit", lambda path=path, i=i: path.open("a").write(f"- changed{i}\n")
        yield "atomic save", lambda path=path, i=i: atomic(path, note(i) + f"- saved{i}\n")
        yield "new file", lambda i=i: (folder / f"new{i}.md").write_text(note(i) + f"- new{i}\n")
        yield "move", lambda i=i: (folder / f"new{i}.md").rename(folder / f"moved{i}.md")
        yield "removal", lambda i=i: (folder / f"moved{i}.md").unlink()


def atomic(path, text):
    temporary = path.with_suffix(".md.tmp")
    temporary.write_text(text)
    os.replace(temporary, path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--changes", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        workspace = pathlib.Path(name)
        (workspace / "memory").mkdir()
        for number in range(options.notes):
            (workspace / f"memory/note{number}.md").write_text(note(number))
        environment = dict(os.environ, NACRE_WORKSPACE=name)
        watch = Watch(options.program, environment)
        took = {}
        for what, action in changes(workspace, options.changes):
            start = time.monotonic()
            action()
            took.setdefault(what, []).append((watch.next("synced") - start) * 1000)
        watch.process.send_signal(signal.SIGTERM)
        watch.process.wait()
    print(f"{options.notes} notes, {options.changes} changes of each kind, in ms")
    for what, times in took.items():
        times.sort()
        print(f"{what:12} p50 {times[len(times) // 2]:6.0f}  p95 {times[len(times) * 95 // 100]:6.0f}"
              f"  max {times[-1]:6.0f}")


if __name__ == "__main__":
    main()
