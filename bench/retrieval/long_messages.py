#!/usr/bin/env python3
"""Show that the support of neighbouring turns does not hurt long messages.

    bench/retrieval/long_messages.py [--nacre build/release/bin/nacre] [--seed 1]

Writes chats of our own making: messages of invented words (bench/speed/make_corpus.py) in two
languages, short ones of about 20 words and long ones of 120 to 250, whose neighbours are unrelated,
which is the worst case. A question is six words of one message and three that are not in it. Prints
R@1 and R@5 with the default preset and with recall.neighbour_support = 0.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/speed"))
from make_corpus import Zipf, chinese_words, english_words  # noqa: E402

FILES, TURNS, QUESTIONS = 20, 40, 200


def chats(random_, vocabulary, chinese, lengths):
    join = "" if chinese else " "
    return [[join.join(vocabulary.pick(random_) for _ in range(random_.randint(*lengths))) for _ in range(TURNS)]
            for _ in range(FILES)]


def question(random_, text, vocabulary, chinese):
    if chinese:
        starts = [random_.randrange(len(text) - 3) for _ in range(4)]
        parts = [text[start:start + 3] for start in starts]
    else:
        parts = random_.sample(text.split(), 6)
    return " ".join(parts + [vocabulary.pick(random_) for _ in range(3)])


def measure(nacre, workspace, questions):
    found = [0, 0]
    for text, path, line in questions:
        output = subprocess.run([nacre, "--workspace", workspace, "recall", "--json", "--limit", "5", "--", text],
                                capture_output=True, text=True, env=dict(os.environ, NACRE_NOW="2026-11-29T12:00:00Z"))
        places = [(hit["path"], hit["line"]) for hit in json.loads(output.stdout)["results"]]
        found[0] += places[:1] == [(path, line)]
        found[1] += (path, line) in places
    return [100 * count / len(questions) for count in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nacre", default=str(ROOT / "build/release/bin/nacre"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("language\tmessages\tsupport\tR@1\tR@5")
    for chinese in (False, True):
        for name, lengths in (("short", (15, 25)), ("long", (120, 250))):
            random_ = random.Random(options.seed)
            words = chinese_words(random_, 8000) if chinese else english_words(random_, 8000)
            vocabulary = Zipf(words, 1.0)
            files = chats(random_, vocabulary, chinese, lengths)
            with tempfile.TemporaryDirectory() as workspace:
                memory = pathlib.Path(workspace) / "memory"
                memory.mkdir()
                (pathlib.Path(workspace) / ".nacre").mkdir()
                for number, turns in enumerate(files):
                    lines = [f"- {('Ann', 'Ben')[i % 2]}: {turn}" for i, turn in enumerate(turns)]
                    (memory / f"chat-{number:02d}.md").write_text("# Chat\n\n" + "\n".join(lines) + "\n")
                questions = []
                for _ in range(QUESTIONS):
                    file, turn = random_.randrange(FILES), random_.randrange(TURNS)
                    text = question(random_, files[file][turn], vocabulary, chinese)
                    questions.append((text, f"memory/chat-{file:02d}.md", turn + 3))
                subprocess.run([options.nacre, "--workspace", workspace, "index"], check=True, capture_output=True)
                for support in ("default", "off"):
                    value = "" if support == "default" else "[recall]\nneighbour_support = 0\n"
                    (pathlib.Path(workspace) / ".nacre/config.toml").write_text(value)
                    r1, r5 = measure(options.nacre, workspace, questions)
                    print("zh" if chinese else "en", name, support, f"{r1:.1f}", f"{r5:.1f}", sep="\t", flush=True)


if __name__ == "__main__":
    main()
