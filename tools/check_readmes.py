#!/usr/bin/env python3
"""The two READMEs say the same: equal sections, commands, links and numbers of rows.

Code blocks are equal but for their comments; of links the targets are compared, of tables the
number of rows, of lists the number of points.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ("README.md", "README.zh-CN.md")


def without_comment(line):
    """A command without what stands behind ` #` (never a `#` inside a word, as in a.md#L4)."""
    return re.sub(r"(^|\s)#\s.*$", "", line).rstrip()


def sections(text):
    """Per `##` section (the first is what stands before): what can be compared."""
    found = []
    for part in re.split(r"^## .*$", text, flags=re.M):
        code = re.findall(r"^```(\w*)\n(.*?)^```", part, re.M | re.S)
        prose = re.sub(r"^```.*?^```", "", part, flags=re.M | re.S)
        found.append({
            "code": [(language, [line for line in map(without_comment, lines.splitlines()) if line])
                     for language, lines in code],
            "links": sorted(set(re.findall(r"\]\(([^)]+)\)", prose)) - set(FILES)),
            "commands": sorted(set(re.findall(r"`([^`]+)`", prose))),
            "table rows": len(re.findall(r"^\|", prose, re.M)),
            "points": len(re.findall(r"^(?:-|\d+\.) ", prose, re.M)),
        })
    return found


def compare(first, second):
    one, other = sections(first), sections(second)
    problems = []
    if len(one) != len(other):
        problems.append(f"{len(one)} sections and {len(other)}")
    for number, (left, right) in enumerate(zip(one, other)):
        for what in left:
            if left[what] != right[what]:
                problems.append(f"section {number}: other {what}:\n  {left[what]}\n  {right[what]}")
    return problems


def main():
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in FILES]
    problems = compare(*texts)
    for text, other in zip(texts, reversed(FILES)):
        if f"]({other})" not in text:
            problems.append(f"no link to {other}")
    print("\n".join(problems) or f"{' and '.join(FILES)} say the same")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
