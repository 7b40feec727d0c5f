#!/usr/bin/env python3
"""Write a synthetic memory: many dated notes, half of them Chinese.

    bench/speed/make_corpus.py DIR [--notes 10000] [--bytes 40000000] [--seed 1]

Words come from a seeded Zipf distribution over an invented vocabulary (English
words from syllables, Chinese words of one to four of 2,500 common characters), so that
document frequencies fall as in real text: 400,000 Chinese characters hold 122,000
different pairs, those of encyclopaedic text 119,000. The same arguments write the same bytes.
Prints JSON: files, bytes, and questions of both languages that quote the notes.
"""
import argparse
import bisect
import datetime
import itertools
import json
import pathlib
import random

SYLLABLES = [a + b for a in "b c d f g h k l m n p r s t v w st tr br gr pl ch sh".split() for b in "a e i o u ai ea ou er in on".split()]


class Zipf:
    def __init__(self, items, exponent=1.0):
        self.items = items
        self.sums = list(itertools.accumulate(1 / (rank + 2) ** exponent for rank in range(len(items))))

    def pick(self, random_):
        return self.items[bisect.bisect_left(self.sums, random_.random() * self.sums[-1])]


def english_words(random_, count):
    common = ("the of and to a in is it was for on with that as at by we this from have not are be or had but they "
              "an which were what when there been one all would so if will more no out up into them then").split()
    words = {}
    while len(words) < count:
        words["".join(random_.choice(SYLLABLES) for _ in range(random_.choice((1, 2, 2, 3, 3))))] = None
    return common + list(words)


def chinese_words(random_, count):
    characters = Zipf([chr(code) for code in random_.sample(range(0x4E00, 0x7000), 2500)], 0.6)
    words = {}
    while len(words) < count:
        length = random_.choice((1, 2, 2, 2, 2, 3, 4))
        words["".join(characters.pick(random_) for _ in range(length))] = None
    return list("的了是在我有和就不也这") + list(words)


def paragraph(random_, words, chinese, size):
    parts, length = [], 0
    while length < size:
        sentence = [words.pick(random_) for _ in range(random_.randint(6, 18))]
        text = "".join(sentence) + "。" if chinese else " ".join(sentence).capitalize() + ". "
        parts.append(text)
        length += len(text.encode())
    return "".join(parts).strip()


def note(random_, words, chinese, day, size):
    lines, length = [f"# {day}", ""], 14
    minute = 8 * 60
    while length < size:
        minute = min(minute + random_.randint(1, 40), 1439)
        title = paragraph(random_, words, chinese, 12).rstrip("。. ")
        lines.append(f"### {minute // 60:02d}:{minute % 60:02d} - {title}")
        for _ in range(random_.randint(1, 3)):
            if random_.random() < 0.4:
                lines.extend("- " + paragraph(random_, words, chinese, 60) for _ in range(random_.randint(2, 5)))
            else:
                lines.append(paragraph(random_, words, chinese, random_.randint(150, 500)))
            lines.append("")
        length = sum(len(line.encode()) + 1 for line in lines)
    return "\n".join(lines) + "\n"


def question(random_, text, chinese):
    lines = [line for line in text.splitlines() if len(line) > 40 and not line.startswith("#")]
    line = random_.choice(lines).lstrip("- ")
    if chinese:
        start = random_.randrange(max(1, len(line) - 14))
        return line[start:start + 14].strip("。") + "是什么"
    words = line.split()
    start = random_.randrange(max(1, len(words) - 8))
    return "what " + " ".join(words[start:start + 8]).strip(".").lower()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--bytes", type=int, default=40_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random_ = random.Random(options.seed)
    vocabulary = [Zipf(english_words(random_, 30_000)), Zipf(chinese_words(random_, 30_000), 1.1)]
    memory = options.directory / "memory"
    memory.mkdir(parents=True, exist_ok=True)
    mean, written, questions = options.bytes / options.notes, 0, []
    last = datetime.date(2026, 11, 28)
    for number in range(options.notes):
        chinese = number % 2 == 1
        day = last - datetime.timedelta(days=number // 8)
        text = note(random_, vocabulary[chinese], chinese, day, mean * random_.uniform(0.3, 1.5))
        (memory / f"{day}-{number:05d}.md").write_text(text, encoding="utf-8")
        written += len(text.encode())
        if number % max(1, options.notes // 200) < 2:
            questions.append(question(random_, text, chinese))
    print(json.dumps({"files": options.notes, "bytes": written, "questions": questions}, ensure_ascii=False))


if __name__ == "__main__":
    main()
