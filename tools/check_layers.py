#!/usr/bin/env python3
"""Keeps the rooms under src/ in their order.

Reads the DEPENDS lists of src/*/CMakeLists.txt, which the build reads too, and fails on an include
of another room, on an include out of include/nacre into a room, on a cycle, on a folder that is no
room, and on a name that says nothing.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CALL = re.compile(r"nacre_layer\((\w+)(.*?)\)", re.S)
ROOMS = re.compile(r"set\(NACRE_ROOMS\s+(.*?)\)", re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
KEYWORDS = {"SOURCES", "TESTS", "FUZZ", "BENCH", "LIBS", "TEST_LIBS"}
EMPTY_NAMES = {"util", "utils", "common", "helper", "helpers", "misc"}
TEST_FILE = re.compile(r"_(test|fuzz|bench)\.cpp$")


def without_comments(cmake):
    return re.sub(r"#.*", "", cmake)


def rooms_in_order():
    return ROOMS.search(without_comments((ROOT / "CMakeLists.txt").read_text())).group(1).split()


def declared_layers():
    layers = {}
    for lists in sorted((ROOT / "src").glob("*/CMakeLists.txt")):
        for name, body in CALL.findall(without_comments(lists.read_text())):
            depends = body.partition("DEPENDS")[2].split()
            for position, word in enumerate(depends):
                if word in KEYWORDS:
                    depends = depends[:position]
                    break
            layers[name] = set(depends)
    return layers


def order_problems(rooms, layers):
    """A room may name only rooms that stand before it; so there is no cycle either."""
    for name, depends in layers.items():
        for used in sorted(depends):
            if used not in rooms:
                yield f"src/{name}/CMakeLists.txt: DEPENDS names {used}, which is not a room"
            elif rooms.index(used) >= rooms.index(name):
                yield f"src/{name}/CMakeLists.txt: {used} does not stand below {name}"


def folder_problems(rooms, layers):
    for path in sorted((ROOT / "src").rglob("*")):
        where = path.relative_to(ROOT)
        if path.is_dir() and path.parent.name == "src" and path.name not in rooms:
            yield f"{where}: not a room; the rooms stand in NACRE_ROOMS in CMakeLists.txt"
        if path.stem in EMPTY_NAMES:
            yield f"{where}: the name says nothing about what it holds"
        if path.is_dir() and (path / "CMakeLists.txt").exists() and path.name not in layers:
            yield f"{where}: its CMakeLists.txt has no nacre_layer({path.name} ...)"


def include_problems(layers):
    for path in sorted((ROOT / "src").rglob("*.[hc]*")):
        where = path.relative_to(ROOT)
        room = where.parts[1]
        for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            used = included.split("/")[0]
            if used == "nacre":
                continue
            if "/" not in included:
                yield f'{where}: write "{room}/{included}" instead of "{included}"'
            elif used == "support" and TEST_FILE.search(path.name):
                continue
            elif used != room and used not in layers.get(room, ()):
                yield f"{where}: includes {used}/, which {room} does not depend on"


def public_header_problems():
    for path in sorted((ROOT / "include").rglob("*.h")):
        for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            if not included.startswith("nacre/"):
                yield f'{path.relative_to(ROOT)}: includes "{included}", which users do not have'


def main():
    rooms = rooms_in_order()
    layers = declared_layers()
    problems = [
        *order_problems(rooms, layers),
        *folder_problems(rooms, layers),
        *include_problems(layers),
        *public_header_problems(),
    ]
    print("\n".join(problems) or f"{len(layers)} rooms, all includes point down")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
