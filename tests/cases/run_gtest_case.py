#!/usr/bin/env python3
"""Runs the unit tests that hold one case; a filter that matches none is a failure.

usage: run_gtest_case.py PROGRAM FILTER
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def main():
    program, test_filter = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run([program, f"--gtest_filter={test_filter}", f"--gtest_output=json:{report}"])
        if done.returncode != 0:
            return done.returncode
        tests = json.loads(report.read_text(encoding="utf-8"))["tests"]
    if tests == 0:
        print(f"no test matches {test_filter}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
