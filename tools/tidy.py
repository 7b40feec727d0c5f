#!/usr/bin/env python3
"""Runs clang-tidy on the sources that changed, or on all.

usage: tidy.py BUILD_FOLDER [--all] [--base COMMIT] [--seconds N]

Changed means: since the merge base with NACRE_TIDY_BASE or --base, else with origin/main, else with
main, and on main itself since the commit before; without any of these, all. A changed header stands for the sources that include it. Tests,
fuzz targets and benchmarks are not checked: GoogleTest's macros trip half of the checks. What does
not fit into the time limit is named.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNCHECKED = re.compile(r"_(test|fuzz|bench)\.cpp$|^tests/")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.M)
STYLE_FILES = {".clang-tidy"}


def git(*arguments):
    answer = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return answer.stdout.strip() if answer.returncode == 0 else None


def merge_base(asked):
    head = git("rev-parse", "HEAD")
    for candidate in [asked] if asked else ["origin/main", "main"]:
        base = git("merge-base", candidate, "HEAD")
        if base and base != head:
            return base
    return git("rev-parse", "--verify", "HEAD~1")


def changed_files(base):
    committed = git("diff", "--name-only", "--diff-filter=d", base) or ""
    new = git("ls-files", "--others", "--exclude-standard") or ""
    return set(committed.split("\n")) | set(new.split("\n"))


def includes_of(source):
    text = (ROOT / source).read_text(encoding="utf-8")
    return {name if name.startswith("nacre/") else f"src/{name}" for name in INCLUDE.findall(text)}


def sources(build):
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    files = (pathlib.Path(command["file"]) for command in commands)
    # What a build generates is nobody's to tidy.
    names = {str(file.relative_to(ROOT)) for file in files
             if file.is_relative_to(ROOT) and not file.is_relative_to(build)}
    return sorted(name for name in names if not UNCHECKED.search(name))


def selected(everything, base):
    if base is None:
        return everything
    changed = changed_files(base)
    if changed & STYLE_FILES:
        return everything
    headers = {name.removeprefix("include/") for name in changed if name.endswith(".h")}
    return [name for name in everything if name in changed or includes_of(name) & headers]


def check(build, name, deadline):
    if time.monotonic() > deadline:
        return name, None, ""
    answer = subprocess.run(["clang-tidy", "-p", str(build), "--quiet", name], cwd=ROOT,
                            capture_output=True, text=True)
    return name, answer.returncode == 0, answer.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--base", default=os.environ.get("NACRE_TIDY_BASE"))
    parser.add_argument("--seconds", type=int, default=720)
    options = parser.parse_args()

    build = options.build.resolve()
    everything = sources(build)
    names = everything if options.all else selected(everything, merge_base(options.base))
    deadline = time.monotonic() + options.seconds
    failed, late = [], []
    jobs = int(os.environ.get("NACRE_JOBS", "2"))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, clean, report in pool.map(lambda name: check(build, name, deadline), names):
            if clean is None:
                late.append(name)
            elif not clean:
                failed.append(name)
                print(report)
    if late:
        print(f"not checked within {options.seconds} s: {' '.join(late)}")
    print(f"clang-tidy: {len(names) - len(late)} of {len(everything)} sources checked, "
          f"{len(failed)} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
