#!/usr/bin/env python3
"""The builder of the static space on small packages made here, with an npm that is ours too.

usage: build_test.py BUILDER
"""
import io
import json
import math
import os
import pathlib
import random
import stat
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "static_space"))
import build  # noqa: E402
import glosses  # noqa: E402
import packages  # noqa: E402

BUILDER = ""
CONCEPTS = [["computer", "pc", "laptop"], ["doctor", "physician", "nurse"], ["beach", "sea", "sand"],
            ["salary", "wage", "pay"], ["music", "song", "piano"]]
# So many that the common components are not these concepts themselves.
CONCEPTS += [[f"filler{i}{c}" for c in "abc"] for i in range(60)]
DICTIONARY = [
    ["電腦", "电脑", "dian4 nao3", "computer", [], []],
    ["計算機", "计算机", "ji4 suan4 ji1", ["computer", "(Tw) calculator"], [], []],
    ["醫生", "医生", "yi1 sheng1", ["doctor", "CL:個|个[ge4]"], [], []],
    ["大夫", "大夫", "dai4 fu5", "doctor; physician", [], []],
    ["海灘", "海滩", "hai3 tan1", "beach", [], []],
    ["沙灘", "沙滩", "sha1 tan1", "see 海灘|海滩[hai3 tan1]", [], []],
    ["李", "李", "Li3", "surname Li", [], []],
    ["的", "的", "de5", "of", [], []],
]


def wink():
    """Concepts lie apart, their words around them, and a large part that all words share."""
    noise = random.Random(5)
    words, vectors = [], {}
    centres = [[noise.uniform(-1, 1) for _ in range(16)] for _ in CONCEPTS]
    for place in range(3):
        for concept, centre in zip(CONCEPTS, centres):
            words.append(concept[place])
            vectors[concept[place]] = [3 + x + noise.uniform(-0.2, 0.2) for x in centre] + [1.0, 0]
    for word in ("the", "of", ",", "don't"):
        words.append(word)
        vectors[word] = [3.0 + noise.uniform(-1, 1) for _ in range(16)] + [1.0, 0]
    return json.dumps({"precision": 8, "size": len(words), "dimensions": 16, "words": words,
                       "unkVector": [0.0] * 18, "vectors": vectors})


def archive(path, files):
    with tarfile.open(path, "w:gz") as tar:
        for name, text in files.items():
            data = text.encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))


class Table:
    """A table as docs/formats-static.md says, read without any of the program's code."""

    def __init__(self, path):
        data = path.read_bytes()
        magic, self.version, self.dimensions, count, pool_bytes, _, slots, flags, self.language = \
            struct.unpack_from("<8s7I4s", data)
        assert magic == b"NACRESTV", magic

        def aligned(at):
            return (at + 63) // 64 * 64

        offsets_at = aligned(128 + slots * 4)
        scales_at = aligned(offsets_at + (count + 1) * 4)
        costs_at = aligned(scales_at + count * 4)
        pool_at = aligned(costs_at + count * 4) if flags & 1 else costs_at
        rows_at = aligned(pool_at + pool_bytes)
        assert len(data) == rows_at + count * self.dimensions
        offsets = struct.unpack_from(f"<{count + 1}I", data, offsets_at)
        self.words = [data[pool_at + a:pool_at + b].decode() for a, b in zip(offsets, offsets[1:])]
        self.scales = dict(zip(self.words, struct.unpack_from(f"<{count}f", data, scales_at)))
        self.rows = {word: struct.unpack_from(f"<{self.dimensions}b", data, rows_at + i * self.dimensions)
                     for i, word in enumerate(self.words)}


def cosine(a, b):
    dot = sum(x * y for x, y in zip(a, b))
    return dot / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))


class StaticSpace(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory(prefix="nacre-test-")
        self.addCleanup(work.cleanup)
        self.work = pathlib.Path(work.name)
        self.sources = self.work / "sources"
        self.sources.mkdir()
        self.output = self.work / "out"
        self.said = []
        self.pin()
        bin_directory = self.work / "bin"
        bin_directory.mkdir()
        npm = bin_directory / "npm"
        npm.write_text('#!/bin/sh\nfor last; do :; done\necho "$*" >> "$SOURCES/calls"\n'
                       'cp "$SOURCES/$last.tgz" . 2>/dev/null || { echo "no network" >&2; exit 1; }\n')
        npm.chmod(npm.stat().st_mode | stat.S_IXUSR)
        for name, value in (("XDG_CACHE_HOME", str(self.work / "cache")), ("SOURCES", str(self.sources)),
                            ("PATH", f"{bin_directory}:{os.environ['PATH']}")):
            before = os.environ.get(name)
            os.environ[name] = value
            self.addCleanup(lambda n=name, b=before: os.environ.__setitem__(n, b) if b is not None
                            else os.environ.pop(n))
        real_say = build.say
        build.say = self.said.append
        self.addCleanup(lambda: setattr(build, "say", real_say))

    def pin(self):
        frequencies = "电脑 900 n\n计算机 700 n\n医生 800 n\n的 90000 uj\n海滩 50 n\n"
        for package, files in (
                (packages.WINK, {build.WINK_FILE: wink()}),
                (packages.CEDICT, {build.CEDICT_FILE: "export default " + json.dumps({"all": DICTIONARY})}),
                (packages.JIEBA, {build.JIEBA_FILE: frequencies})):
            path = self.sources / f"{package}.tgz"
            archive(path, files)
            before = package.integrity
            package.integrity = packages.integrity_of(path)
            self.addCleanup(lambda p=package, b=before: setattr(p, "integrity", b))

    def calls(self):
        path = self.sources / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def build(self, output=None, **options):
        class Options:
            builder, dimensions, english_words, chinese_words = BUILDER, 16, 1000, 100
        Options.output = output or self.output
        for name, value in options.items():
            setattr(Options, name, value)
        build.build(Options)

    def tables(self):
        return [Table(self.output / name) for name in build.FILES]

    def test_words_of_one_meaning_are_near_in_both_languages(self):
        self.build()
        english, chinese = self.tables()
        self.assertEqual((english.language, chinese.language), (b"en\0\0", b"zh\0\0"))
        rows = english.rows | chinese.rows
        for a, b in (("computer", "laptop"), ("电脑", "计算机"), ("电脑", "computer"), ("医生", "大夫"),
                     ("海滩", "beach")):
            self.assertGreater(cosine(rows[a], rows[b]), 0.6, (a, b))
        for a, b in (("电脑", "医生"), ("computer", "beach"), ("salary", "海滩")):
            self.assertLess(cosine(rows[a], rows[b]), 0.5, (a, b))
        # A reference is followed.
        self.assertEqual(rows["沙滩"], rows["海滩"])

    def test_words_that_say_nothing_have_no_weight(self):
        self.build()
        english, chinese = self.tables()
        self.assertEqual((english.scales["the"], chinese.scales["的"]), (0, 0))
        self.assertGreater(english.scales["doctor"], 0)
        self.assertNotIn(",", english.words)
        self.assertNotIn("don't", english.words)  # No text asks for it in this spelling.
        self.assertNotIn("李", chinese.words)

    def test_the_same_inputs_give_the_same_bytes(self):
        self.build()
        again = self.work / "again"
        self.build(again)
        for name in build.FILES:
            self.assertEqual((self.output / name).read_bytes(), (again / name).read_bytes())

    def test_options_cut_words_and_dimensions(self):
        self.build(dimensions=8, english_words=4, chinese_words=2)
        english, chinese = self.tables()
        self.assertEqual((english.dimensions, chinese.dimensions), (8, 8))
        self.assertEqual(english.words, ["beach", "computer", "doctor", "salary"])
        self.assertEqual(chinese.words, ["电脑", "的"])  # The most frequent ones.

    def test_the_second_time_nothing_is_fetched_or_written(self):
        self.build()
        self.assertEqual(len(self.calls()), 3)
        self.assertTrue(all("--ignore-scripts" in call for call in self.calls()))
        before = [(self.output / name).stat().st_mtime_ns for name in build.FILES]
        self.build()
        self.build(self.work / "elsewhere")  # From the cache.
        self.assertEqual([(self.output / name).stat().st_mtime_ns for name in build.FILES], before)
        self.assertEqual(len(self.calls()), 3)

    def test_damage_is_noticed_and_mended(self):
        self.build()
        whole = (self.output / build.FILES[0]).read_bytes()
        (self.output / build.FILES[0]).write_bytes(whole[:-1] + b"x")
        cached = packages.cache_directory() / f"{packages.CEDICT.name}-{packages.CEDICT.version}.tgz"
        cached.write_bytes(b"half")
        self.build()
        self.assertEqual((self.output / build.FILES[0]).read_bytes(), whole)
        self.assertEqual(len(self.calls()), 4)

    def test_a_package_that_is_not_the_pinned_one_is_refused(self):
        archive(self.sources / f"{packages.JIEBA}.tgz", {build.JIEBA_FILE: "电脑 1 n\n"})
        with self.assertRaisesRegex(packages.Failure, "is not what it should be"):
            self.build()
        self.assertFalse(self.output.exists())
        self.assertEqual([p.name for p in packages.cache_directory().glob("*jieba*")], [])

    def test_without_a_network_it_says_so_and_changes_nothing(self):
        self.build()
        whole = (self.output / build.FILES[1]).read_bytes()
        for path in packages.cache_directory().glob("*.tgz"):
            path.unlink()
        for path in self.sources.glob("*.tgz"):
            path.unlink()
        with self.assertRaisesRegex(packages.Failure, "no network.*proxy"):
            self.build(dimensions=8)
        self.assertEqual((self.output / build.FILES[1]).read_bytes(), whole)

    def test_vectors_that_make_no_sense_are_refused_by_the_builder(self):
        for bad in ("", "[]", '{"dimensions": 2, "vectors": {"a": [1, 2]}}',
                    '{"dimensions": 2, "words": ["a", "b"], "vectors": {"a": [1, 2], "b": [1]}}'):
            (self.work / "empty").write_text("")
            done = subprocess.run(
                [BUILDER, "--glosses", self.work / "empty", "--frequencies", self.work / "empty",
                 "--english-words", "1", "--chinese-words", "1", "--dimensions", "2",
                 "--recipe", "0" * 64, "--output", self.work], input=bad, text=True, capture_output=True)
            self.assertEqual(done.returncode, 5, bad)
            self.assertIn("read the word vectors", done.stderr)

    def test_glosses_lose_what_is_no_meaning(self):
        self.assertEqual(glosses.read_gloss("CL:個|个[ge4]"), ([], []))
        self.assertEqual(glosses.read_gloss("surname Li"), ([], []))
        self.assertEqual(glosses.read_gloss("(slang (rude)) to eat; X-ray"), ([["to", "eat"], ["x-ray"]], []))
        self.assertEqual(glosses.read_gloss("abbr. for 北京大學|北京大学[Bei3 jing1]"), ([], ["北京大学"]))


if __name__ == "__main__":
    BUILDER = sys.argv.pop(1)
    unittest.main()
