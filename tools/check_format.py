#!/usr/bin/env python3
"""Names the files that clang-format would change; with --fix it changes them."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "include", "tests", "bench")


def is_formatted(path):
    wanted = subprocess.run(["clang-format", path], cwd=ROOT, capture_output=True, check=True).stdout
    return wanted == path.read_bytes()


def main():
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))
             if path.suffix in (".h", ".cpp")]
    wrong = [path for path in files if not is_formatted(path)]
    if "--fix" in sys.argv and wrong:
        subprocess.run(["clang-format", "-i", *wrong], check=True)
        print(f"{len(wrong)} files formatted")
        return 0
    for path in wrong:
        print(f"{path.relative_to(ROOT)}: not formatted; run tools/check_format.py --fix")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
