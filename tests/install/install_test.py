#!/usr/bin/env python3
"""`cmake --install`: a tree that may be moved, and that programs can be built against.

usage: install_test.py BUILD_DIRECTORY CXX
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import installed
from installed import run

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What include/nacre/ declares outside of classes, and Memory.
PUBLIC = re.compile(r"nacre::(Memory::|version\(|name\(|parse_\w+\(|check_failed\()|"
                    r"(vtable|typeinfo|typeinfo name) for nacre::Memory$")


def check_exports(library):
    shown = [line.split(" ", 2)[2] for line in
             run(["nm", "-DC", "--defined-only", library]).splitlines()]
    others = [symbol for symbol in shown if not PUBLIC.match(symbol)]
    assert not others, f"{library} shows more than its API: {others[:10]}"
    for wanted in ("nacre::Memory::open(", "nacre::Memory::init(", "nacre::version("):
        assert any(symbol.startswith(wanted) for symbol in shown), f"{wanted} is not shown"


def check_embed(prefix, folder, compiler):
    """examples/embed, as installed, built with find_package and run."""
    source = prefix / "share/nacre/examples/embed"
    build = folder / "embed"
    run(["cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_CXX_COMPILER={compiler}"])
    run(["cmake", "--build", build])
    env = installed.environment(folder)
    said = run([build / "embed", folder / "memory"], env=env)
    for wanted in ("written: MEMORY.md:", "found: MEMORY.md:", "in a group: denied", "a session starts with"):
        assert wanted in said, said
    assert "usage:" in run([build / "embed"], expect=2, env=env)
    # Its errors say what is wrong.
    (folder / "file").write_text("x")
    assert "file" in run([build / "embed", folder / "file"], expect=2, env=env)


def check_pkg_config(prefix):
    directory = installed.only(prefix.rglob("pkgconfig"))
    env = installed.environment(prefix, PKG_CONFIG_PATH=str(directory))
    flags = run(["pkg-config", "--cflags", "--libs", "nacre"], env=env)
    flags = shlex.split(flags)
    include = next(pathlib.Path(flag[2:]) for flag in flags if flag.startswith("-I"))
    library = next(pathlib.Path(flag[2:]) for flag in flags if flag.startswith("-L"))
    assert (include / "nacre/memory.h").is_file() and (library / "libnacre.so").exists(), flags


def main():
    build, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        run(["cmake", "--install", build, "--prefix", folder / "first"])
        prefix = (folder / "first").rename(folder / "moved here")
        installed.check_tree(prefix)
        for header in (ROOT / "include/nacre").iterdir():
            assert (prefix / "include/nacre" / header.name).is_file(), header
        tried = folder / "tried"
        tried.mkdir()
        installed.try_program(prefix / "bin/nacre", tried)
        installed.try_modules(prefix / "bin/nacre", prefix, folder / "tried")
        check_exports(installed.only(prefix.rglob("libnacre.so")))
        check_embed(prefix, folder, compiler)
        check_pkg_config(prefix)
        for path in prefix.rglob("*.cmake"):
            assert str(ROOT) not in path.read_text(), f"{path} names the source tree"
    print("installed, moved, built against, run")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, subprocess.TimeoutExpired) as failure:
        sys.exit(f"install_test: {failure}")
