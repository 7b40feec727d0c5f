#!/usr/bin/env python3
"""Every message for people has a Chinese row, and every row has its message.

Messages are written in English where they arise; src/cli/catalogue*.cpp gives the Chinese for
each. This reads the sources and finds the string expressions that people may see:

  - the message and hint of an Error, a prefix given to .in(), a hint given to .with_hint(),
    what is assigned to a reason, warning, hint and the like, and the literals of say() and
    count(): whatever they hold;
  - any other expression of string literals that holds at least two words.

Literals joined by + with other values become templates: "read '" + path + "'" is "read '{}'".
A literal that no person reads (SQL, a pattern, a heading of a template) stands in a file of
NOT_FOR_PEOPLE below, or carries the comment `// not for people` on one of its lines.

usage: check_messages.py [--list]     --list prints what was found instead of checking it
"""
import argparse
import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUES = "src/cli/catalogue*.cpp"
WORDS_OF_OTHERS = "catalogue_system.cpp"
MARK = "not for people"

# Whole files whose literals are data, patterns or formats, with the reason. Messages in the
# positions named above count there all the same.
NOT_FOR_PEOPLE = {
    "src/base/json.cpp": "JSON",
    "src/base/log.cpp": "log lines are for operators, in English",
    "src/cli/completion_bash.cpp": "shell code",
    "src/cli/completion_fish.cpp": "shell code",
    "src/cli/completion_zsh.cpp": "shell code",
    "src/db/database.cpp": "SQL",
    "src/db/migration.cpp": "SQL",
    "src/guard/patterns*": "patterns",
    "src/guard/redact*": "patterns, placeholders and samples",
    "src/guard/render.cpp": "written for the agent that reads a context",
    "src/index/rows.cpp": "SQL",
    "src/index/schema.cpp": "SQL",
    "src/index/sqlite_*": "SQL",
    "src/lexical/*": "SQL",
    "src/recall/general_synonyms.cpp": "word lists",
    "src/recall/question_type.cpp": "word lists",
    "src/text/*": "word lists and grammar",
    "src/workspace/templates.cpp": "templates of notes, in both languages",
}

TOKEN = re.compile(
    r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<raw>R"(?P<delimiter>[^()\s]*)\((?P<rawtext>.*?)\)(?P=delimiter)")
  | (?P<string>(?:u8)?"(?P<text>(?:\\.|[^"\\\n])*)")
  | (?P<char>'(?:\\.|[^'\\\n])+')
  | (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\d[\w.']*)
  | (?P<operator>::|->|\+=|\+\+|--|==|!=|<=|>=|&&|\|\||<<|[-+*/%&|^!~<>=?:;,.(){}\[\]])
  | (?P<blank>\s+)
    """,
    re.X | re.S | re.M,
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}
OPEN, CLOSE = "([{", ")]}"
# Everything that ends an expression of literals joined by +.
BREAKS = {",", ";", "=", "+=", "==", "!=", "&&", "||", "?", ":", "<<", "return", "<", ">", "<=",
          ">=", "!", "*", "/", "%", "-", "&", "|", "else", "case"}
WORDS_CALLS = {"say", "of", "count"}


class Token:
    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line


class Group:
    """A bracketed list of tokens and groups."""

    def __init__(self, bracket, line):
        self.bracket, self.line, self.items = bracket, line, []


def unescaped(text):
    def one(match):
        code = match.group(1)
        if code[0] == "x":
            return chr(int(code[1:], 16))
        if code[0] in "uU":
            return chr(int(code[1:], 16))
        return ESCAPES.get(code, code)

    return re.sub(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", one, text, flags=re.S)


def tokens(source):
    """The tokens of a source, and the lines that carry the mark."""
    found, marked = [], set()
    position, line = 0, 1
    while position < len(source):
        match = TOKEN.match(source, position)
        if match is None:
            raise SystemExit(f"check_messages: cannot read line {line}: {source[position:position + 40]!r}")
        kind, text = match.lastgroup, match.group()
        if match.group("raw"):
            found.append(Token("string", match.group("rawtext"), line))
        elif match.group("string"):
            found.append(Token("string", unescaped(match.group("text")), line))
        elif match.group("comment"):
            if MARK in text:
                marked |= {line, line + 1}
        elif match.group("word") or match.group("operator"):
            found.append(Token("word" if match.group("word") else "operator", text, line))
        elif match.group("number") or match.group("char"):
            found.append(Token("value", text, line))
        line += text.count("\n")
        position = match.end()
    return found, marked


def tree(found):
    root = Group("", 0)
    stack = [root]
    for token in found:
        if token.kind == "operator" and token.text in OPEN:
            group = Group(token.text, token.line)
            stack[-1].items.append(group)
            stack.append(group)
        elif token.kind == "operator" and token.text in CLOSE:
            if len(stack) > 1:
                stack.pop()
        else:
            stack[-1].items.append(token)
    return root


def is_unary(part, item):
    """A * & - or ! that belongs to the value behind it."""
    if item.text not in ("*", "&", "-", "!"):
        return False
    return not part or isinstance(part[-1], Token) and part[-1].kind == "operator" and \
        part[-1].text not in ("::",)


def is_break(part, item, separators):
    return isinstance(item, Token) and item.kind != "string" and item.text in separators \
        and not is_unary(part, item)


def split(items, separators):
    """`items` cut at top-level operators or words of `separators`."""
    parts, part = [], []
    for item in items:
        if is_break(part, item, separators):
            parts.append(part)
            part = []
        else:
            part.append(item)
    parts.append(part)
    return parts


def is_string_wrapper(operand):
    """std::string("x"), std::string_view("x"): the literal itself."""
    if len(operand) < 2 or not isinstance(operand[-1], Group) or operand[-1].bracket not in "({":
        return False
    names = [item.text for item in operand[:-1] if isinstance(item, Token)]
    return names in (["std", "::", "string"], ["std", "::", "string_view"], ["string"])


def alternatives(operand):
    """The texts that one operand of + may have; None for a value that is not written here."""
    strings = [item.text for item in operand if isinstance(item, Token) and item.kind == "string"]
    if strings and len(strings) == len(operand):
        return ["".join(strings)]
    if len(operand) == 1 and isinstance(operand[0], Group) and operand[0].bracket == "(":
        branches = split(operand[0].items, {"?", ":"})
        if len(branches) == 3:
            options = [chain(branch) for branch in branches[1:]]
            if all(option is not None for option in options):
                return [text for option in options for text in option]
            return None
        return chain(operand[0].items)
    if is_string_wrapper(operand):
        return chain(operand[-1].items)
    return None


def chain(items):
    """All templates of an expression joined by +; None when no literal takes part."""
    operands = split(items, {"+"})
    texts = [alternatives(operand) for operand in operands]
    if all(text is None for text in texts):
        return None
    pieces = [text if text is not None else ["{}"] for text in texts]
    return ["".join(choice) for choice in itertools.islice(itertools.product(*pieces), 64)]


def lines_of(items):
    for item in items:
        if isinstance(item, Group):
            yield item.line
            yield from lines_of(item.items)
        else:
            yield item.line


class Found:
    """A template, whether its place alone makes it a message, and whether it is a row as it is."""

    def __init__(self, template, line, demanded, exact=False):
        self.template, self.line, self.demanded, self.exact = template, line, demanded, exact


# Fields and variables whose text is for people, whatever it is.
FIELDS = {"reason", "why", "warning", "hint", "message", "notice", "problem", "advice"}


def assigned_parts(items):
    """Numbers of the parts (cut at BREAKS) that are assigned to such a field."""
    found, number, part, target = set(), 0, [], False
    for item in items:
        if not is_break(part, item, BREAKS):
            part.append(item)
            continue
        number += 1
        if item.text in ("=", "+="):
            target = bool(part) and isinstance(part[-1], Token) and part[-1].text.rstrip("_") in FIELDS
        elif item.text in (",", ";"):
            target = False
        if target and item.text in ("=", "+=", "?", ":"):
            found.add(number)
        part = []
    return found


def names_error(items):
    texts = [item.text for item in items if isinstance(item, Token)]
    return texts[:2] == ["ErrorCode", "::"] or texts[:4] == ["nacre", "::", "ErrorCode", "::"]


def expressions(group, marked, demanded=False, call=""):
    """Every chain below `group`; `call` is the call of Words whose arguments it holds."""
    items = group.items
    if call == "count":
        items = split(items, {","})[-1]
    parts = split(items, BREAKS)
    assigned = assigned_parts(items)
    arguments = split(group.items, {","})
    in_error = group.bracket in "({" and arguments and names_error(arguments[0])
    for number, part in enumerate(parts):
        templates = chain(part)
        here = set(lines_of(part))
        wanted = (demanded or in_error) and not (in_error and number == 0) or number in assigned
        if templates and not here & marked:
            for template in templates:
                yield Found(template, min(here), wanted or bool(call), call in ("say", "count"))
        for index, item in enumerate(part):
            if not isinstance(item, Group):
                continue
            before = part[index - 1] if index > 0 else None
            called = before.text if isinstance(before, Token) and before.kind == "word" else ""
            method = index > 1 and isinstance(part[index - 2], Token) and part[index - 2].text in (".", "->")
            inside = (called in ("in", "with_hint") and method) or (called in WORDS_CALLS and method) \
                or called == "usage"
            if called in PREFIX_CALLS and item.bracket == "(":
                words = chain(split(item.items, {","})[PREFIX_CALLS[called]]) or []
                for word in words:
                    yield Found(word + " '{}'", item.line, True)
                continue
            if templates is not None and item.bracket == "(" and alternatives(operand_at(part, index)) is not None:
                # Its literals are part of the chain already; conditions and calls inside are not.
                continue
            words_call = called if method and called in WORDS_CALLS else ""
            yield from expressions(item, marked, inside, words_call)


def operand_at(part, index):
    """The operand of + that holds item `index`."""
    begin = index
    while begin > 0 and not (isinstance(part[begin - 1], Token) and part[begin - 1].text == "+"):
        begin -= 1
    end = index + 1
    while end < len(part) and not (isinstance(part[end], Token) and part[end].text == "+"):
        end += 1
    return part[begin:end]


SQL = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|PRAGMA|BEGIN|COMMIT|ROLLBACK|WITH|ATTACH|ALTER|VACUUM|ANALYZE|REINDEX|FROM|WHERE|AND|ORDER|GROUP|VALUES)\b")


# Calls that put their words before a path: system_error(errno, "open", path).
PREFIX_CALLS = {"system_error": 1}


def is_commands(template):
    """Lines for a shell: the examples of the help, a command in a hint."""
    lines = template.split("\n")
    return all(re.match(r"nacre [a-z]|git [a-z]", line) for line in lines)


def is_prose(template):
    bare = re.sub(r"<!--.*?-->|\x1b\[[\d;]*m", " ", template.replace("{}", " "))
    if is_commands(template) or re.fullmatch(r"[\w|.]*\|[\w|.]*|\w+(,\w+)+", template):
        return False
    if SQL.match(bare) or bare.lstrip().startswith(("#", "|", "{", "[")):
        return False
    return len(re.findall(r"(?<![-\w./=<%$:])[A-Za-z][a-z']+(?![\w./=(:]*[=(/_])", bare)) >= 2


def has_words(template):
    return re.search(r"[A-Za-z]{2}", template.replace("{}", " ")) is not None


def trimmed(template):
    """Without the separators that the reader of messages splits at anyway."""
    return re.sub(r"^(?:: |; |, )|(?:: |; |, |\n)$", "", template.strip("\n"))


def excluded(path):
    name = path.relative_to(ROOT).as_posix()
    return any(pathlib.PurePath(name).match(pattern) for pattern in NOT_FOR_PEOPLE)


def sources():
    for path in sorted((ROOT / "src").rglob("*.cpp")) + sorted((ROOT / "src").rglob("*.h")) + \
            sorted((ROOT / "include").rglob("*.h")):
        name = path.name
        if re.search(r"_(test|fuzz|bench)\.cpp$|^test_|fixture|^(fault|memory|power_cut)_file_system|generated_text|random_text|_samples|_examples", name):
            continue
        if path.match(str(ROOT / CATALOGUES)) or path.name.startswith("catalogue"):
            continue
        yield path


def messages():
    """(path, line, template, whether it must have a row) of all expressions of literals."""
    for path in sources():
        found, marked = tokens(path.read_text(encoding="utf-8"))
        for one in expressions(tree(found), marked):
            template = one.template if one.exact else trimmed(one.template)
            if template.endswith(" ") and not one.exact:
                template += "{}"  # More follows.
            demanded = one.demanded and has_words(template) or \
                not excluded(path) and is_prose(template)
            yield path, one.line, template, demanded


def rows():
    """The rows of the catalogue: (path, line, English, Chinese), those of others marked."""
    for path in sorted(ROOT.glob(CATALOGUES)):
        for group in groups(tree(tokens(path.read_text(encoding="utf-8"))[0])):
            cells = [alternatives(cell) for cell in split(group.items, {","})]
            if group.bracket == "{" and len(cells) >= 2 and cells[0] and cells[1]:
                yield path, group.line, cells[0][0], cells[1][0]


def groups(group):
    for item in group.items:
        if isinstance(item, Group):
            yield item
            yield from groups(item)


def parts(template):
    """Every way to cut a template in two where the program cuts messages, too."""
    for match in re.finditer(r": |; |, ", template):
        yield template[:match.start()], template[match.end():]


def covering(template, english):
    """The rows that together say the template; None when something is left without one."""
    if template in english:
        return {template}
    if not has_words(template):
        return set()
    for left, right in parts(template):
        here = {left} if left in english else set() if not has_words(left) else None
        if here is None:
            continue
        rest = covering(right, english)
        if rest is not None:
            return here | rest
    return None


def hole_problem(english, chinese):
    """Holes that the other language does not have."""
    count = len(re.findall(r"\{\}", english))
    used = re.findall(r"\{(\d*)\}", chinese)
    numbers = [int(number) for number in used if number]
    if numbers and len(numbers) + sum(1 for number in used if not number) > count + 2:
        return "too many holes in the Chinese"
    if any(number >= count for number in numbers):
        return "a hole in the Chinese has no value"
    if not numbers and len(used) != count:
        return f"{count} holes in the English, {len(used)} in the Chinese"
    return None


def check():
    catalogue = list(rows())
    english = {}
    problems = []
    for path, line, text, chinese in catalogue:
        where = f"{path.relative_to(ROOT)}:{line}"
        if text in english:
            problems.append(f"{where}: {text!r} stands in the catalogue twice, see {english[text]}")
        english.setdefault(text, where)
        wrong = hole_problem(text, chinese)
        if wrong:
            problems.append(f"{where}: {text!r}: {wrong}")
        if not chinese.strip() and text.strip():
            problems.append(f"{where}: {text!r}: no Chinese")
    alive = set()
    for path, line, template, demanded in messages():
        rows_of_it = covering(template, english)
        if rows_of_it is not None:
            alive |= rows_of_it
        elif demanded:
            problems.append(f"{path.relative_to(ROOT)}:{line}: no Chinese for {template!r}")
    for path, line, text, _ in catalogue:
        if text not in alive and not path.match(WORDS_OF_OTHERS):
            problems.append(f"{path.relative_to(ROOT)}:{line}: no source says {text!r}")
    return problems, len(catalogue), len(alive)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for path, line, template, demanded in messages():
            if demanded:
                print(f"{path.relative_to(ROOT)}:{line}: {template!r}")
        return 0
    problems, total, _ = check()
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} problems. Rows are {{English, Chinese}} in {CATALOGUES}; "
              f"what is not for people carries the comment `// {MARK}`.")
        return 1
    print(f"{total} rows, every message has its Chinese and every row its message")
    return 0


if __name__ == "__main__":
    sys.exit(main())
