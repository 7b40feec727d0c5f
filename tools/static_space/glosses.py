"""CC-CEDICT as the builder wants it: one Chinese word a line with the English words of its glosses.

    word <TAB> gloss <TAB> gloss ...        a gloss is words separated by spaces

Simplified spelling; words in the order of the dictionary. References ("variant of X", "see X",
"abbr. for X") are followed where a word has no gloss of its own, and joined to it where it has.
"""
import json
import re

REFERENCE = re.compile(
    r"\b(?:(?:old |erhua |archaic |Japanese |popular |euphemistic )?(?:variant|form|equivalent) of|see(?: also)?|"
    r"abbr\. (?:for|of|to)|also (?:written|called)|same as|equivalent to|short for|used in|synonym of) "
    r"(?:[^\s\[\],;|]+\|)?(?P<target>[^\s\[\],;|()A-Za-z]+)(?:\[[^\]]*\])?")
BRACKETS = re.compile(r"\[[^\]]*\]")
PARENTHESES = re.compile(r"\([^()]*\)")
WORD = re.compile(r"[a-z0-9]+(?:[-'.][a-z0-9]+)*")
DEPTH_MAX = 3


def entries(text):
    """(simplified, is a proper name, glosses) of the package's data file."""
    begin, end = text.index("{"), text.rindex("}")
    for entry in json.loads(text[begin:end + 1])["all"]:
        glosses = entry[3] if isinstance(entry[3], list) else [entry[3]]
        yield entry[1], entry[2][:1].isupper(), glosses


def read_gloss(gloss):
    """The English words of a gloss and the Chinese words that it refers to."""
    if gloss.startswith(("CL:", "surname ")):
        return [], []
    targets = [match["target"] for match in REFERENCE.finditer(gloss)]
    bare = REFERENCE.sub(" ", gloss)
    bare = BRACKETS.sub(" ", bare)
    while bare != (bare := PARENTHESES.sub(" ", bare)):
        pass
    parts = [WORD.findall(part.lower()) for part in bare.split(";")]
    return [words for words in parts if words], targets


class Word:
    def __init__(self):
        self.glosses, self.names, self.targets = [], [], []


def read_words(text):
    words = {}
    for simplified, is_name, glosses in entries(text):
        word = words.setdefault(simplified, Word())
        for gloss in glosses:
            found, targets = read_gloss(gloss)
            (word.names if is_name else word.glosses).extend(found)
            word.targets.extend(target for target in targets if target != simplified)
    return words


def resolved(words, name, depth=0):
    """A word's glosses, common meanings before names, and those of what it refers to."""
    word = words[name]
    glosses = word.glosses + word.names
    if depth < DEPTH_MAX:
        for target in word.targets:
            if target in words and (not glosses or depth == 0):
                glosses = glosses + resolved(words, target, depth + 1)
    return glosses


def write(text, out):
    words = read_words(text)
    for name in words:
        seen, kept = set(), []
        for gloss in resolved(words, name):
            line = " ".join(gloss)
            if line not in seen:
                seen.add(line)
                kept.append(line)
        if kept and not re.search(r"[\t\n]", name):
            out.write("\t".join([name, *kept]) + "\n")
