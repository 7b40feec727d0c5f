#!/usr/bin/env python3
"""Fails when a case of tests/cases/*.txt is not a registered test, or a registered one not listed.

usage: check_cases.py BUILD_FOLDER
"""
import json
import pathlib
import subprocess
import sys

CASES = pathlib.Path(__file__).resolve().parent.parent / "tests" / "cases"


def listed():
    ids = []
    for path in sorted(CASES.glob("*.txt")):
        ids += path.read_text(encoding="utf-8").split()
    return ids


def registered(build):
    answer = subprocess.run(["ctest", "--show-only=json-v1", "-R", r"^case\."], cwd=build,
                            capture_output=True, text=True, check=True)
    names = [test["name"] for test in json.loads(answer.stdout)["tests"]]
    return [name.removeprefix("case.") for name in names]


def main():
    wanted, found = listed(), registered(sys.argv[1])
    problems = [f"{case}: no test case.{case}" for case in wanted if case not in found]
    problems += [f"{case}: registered, but in no list under tests/cases" for case in sorted(set(found))
                 if case not in wanted]
    problems += [f"{case}: listed twice" for case in sorted(set(wanted)) if wanted.count(case) > 1]
    problems += [f"{case}: registered twice" for case in sorted(set(found)) if found.count(case) > 1]
    print("\n".join(problems) or f"{len(wanted)} cases, each a test")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
