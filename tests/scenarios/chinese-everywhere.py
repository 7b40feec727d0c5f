"""What is joined at run time is Chinese to its last word: everything that is said here, but for
names, paths and what stands in quotes, has no English word of our own in it."""

import os
import re
import subprocess

# Names, file formats, and words that are typed as they are.
NAMES = set("""
nacre git SQLite ICU UTF LF NUL MEMORY USER AGENTS SOUL memory projects life users direct group shared
cron heartbeat subagent private public long user daily project long_term profile archive instructions
working facts conversation token KiB MiB GiB ms ext4 tmpfs overlay btrfs xfs overlayfs uid true false
COMMAND OPTIONS DIR PATH QUERY KEY VALUE RECEIPT TITLE TEXT WORDS NAME LIST FROM TO ID
init remember log recall get context index status watch scan undo uninstall doctor config help
set unset explain path check layer date after before as_of stale unchecked JSON TOML OpenClaw hook ulimit
sysctl chmod ls ld go rwx NACRE_NOW NACRE_WORKSPACE zh en pre commit TOML TAB UTC GMT ext strict rev parse
openclaw adopt compare main cd BACKUP backup restore Nacre
""".split())
QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|«[^»]*»|“[^”]*”")
# Paths, names with an extension, configuration keys, options, commands, and what lies between = and a blank.
LITERAL = re.compile(r"https?://\S+|--?[a-z][\w-]*(=\S*)?|[\w~.@*-]*/[\w~./@#*-]*|\.?[\w-]+(\.[\w-]+)+(#L[\d-]+)?|"
                     r"\.\w+|\b\w+=\S*|\b\w+_\w+\b|U\+FFFD|0x[0-9A-F]{2}|#L\d\S*")


def english_words(text):
    bare = LITERAL.sub(" ", QUOTED.sub(" ", text))
    return [word for word in re.findall(r"[A-Za-z][A-Za-z_]+", bare) if word not in NAMES]


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    wrong = []

    def say(*arguments, stdin=b"", out=True):
        answer = world.run("--lang", "zh", *arguments, stdin=stdin)
        said = (answer.stdout if out else "") + answer.stderr
        for line in re.sub(r"<!--.*?-->", "", said).splitlines():
            words = english_words(line)
            if words:
                wrong.append(f"nacre {' '.join(map(repr, arguments))}\n    {line}\n    {words}")
        return answer

    for sample in ("未更新的文件 is", "nacre：warning：记忆", "索引：没有 unit 164"):
        world.expect(english_words(sample), f"{sample!r} would be found")
    world.expect(not english_words("nacre：'foo bar'：见 `nacre x`，memory/a.md 和 index.ignore"), "names pass")

    say("init", str(world.workspace))
    world.file("MEMORY.md", "# 记忆\n\n- 柠檬树换了盆\n")
    world.file("memory/2026-02-11.md", "# 日记\n\n- 浇了水\n")
    bad = b"\xff"

    # Writes.
    for arguments in (["柠檬"], ["柠檬"], ["密码: correcthorse-9Kd2", "--also-daily"], [""], ["a\x1bb"], [bad],
                      ["一", "--title", bad], ["一", "--title", "一\n二"], ["一", "--to", "foo"], ["一", "--to", "project:../x"],
                      ["一", "--valid", "abc"], ["一", "--trigger", "<"], ["一", "--importance", "99"],
                      ["一", "--visibility", "foo"], ["一", "--context", "shared"], ["一", "--context", "group"],
                      ["一", "--user", "a/b"], ["一", "--title", "--to", "user"], ["一", "--title"], ["一", "--titel", "x"],
                      ["一", "--title", "a", "--title", "b"], ["一", "--title="]):
        say("remember", *arguments)
    for arguments in (["下雨"], ["下雨", "-"], [], ["下雨", "--context", "group"], ["下雨", "--context", "cron", "--user", "bob"]):
        say("log", *arguments, stdin="带了伞\n")

    # The index, and files that are wrong in each way.
    say("index")
    world.file("bad.md", b"a \xff\xfe b\n" * 3)
    world.file("zero.md", b"\x00" * 200)
    for link, target in (("h.md", "/etc/hosts"), ("n.md", "nowhere"), ("d", "/etc")):
        os.symlink(target, world.path(link))
    world.file("closed.md", "关着\n")
    os.chmod(world.path("closed.md"), 0)
    for arguments in ([], ["/etc"], ["../x"], ["a//b"], ["nope"], ["--rebuild"], ["--rebuild", "MEMORY.md"]):
        say("index", *arguments)
    for arguments in ([], ["--files"], ["x"]):
        say("status", *arguments)

    # Reads.
    for arguments in ([], [""], ["MEMORY.md#L3-L1"], ["MEMORY.md#x"], ["/etc/passwd"], ["../x"], ["h.md"], ["n.md"], ["d"],
                      ["closed.md"], ["nope.md"], ["bad.md"], ["MEMORY.md", "--from", "500"], ["MEMORY.md", "--lines", "1"],
                      ["MEMORY.md#L3", "--lines", "2"], ["MEMORY.md", "--context", "group"], [".nacre/config.toml"]):
        say("get", *arguments, out=False)
    for arguments in ([], ["--context", "foo"], ["--context", "group"], ["--budget", "5"], ["--budget", "x"]):
        say("context", *arguments, out=False)
    for arguments in ([], ["柠檬树"], ["-foo"], [bad], ["柠", "--as-of", "foo"], ["柠", "--date", "foo"],
                      ["柠", "--after", "foo"], ["柠", "--before", "foo"], ["柠", "--layer", "foo"], ["柠", "--layer", "dayly"],
                      ["layer:foo"], ["date:foo"], ["entity:bob"], ["session:bob"], ["柠", "--project", "none"],
                      ["柠", "--path", "none"], ["柠", "--limit", "0"], ["柠", "--limit", "--all"], ["柠", "--limit", "2", "--all"],
                      ["柠", "--min-score", "3"], ["柠", "--budget", "1"], ["柠", "--context", "foo"], ["没有的词语", "--strict"]):
        say("recall", *arguments)

    # Checks.
    for arguments in ([], ["/etc"], ["../x"], ["nope"], ["--staged"], ["--install-hook"], ["MEMORY.md"]):
        say("scan", *arguments)
    subprocess.run(["git", "init", "-q", str(world.workspace)], check=True, env=world.environment)
    for arguments in (["--staged"], ["--install-hook"]):
        say("scan", *arguments)
    for arguments in (["--dry-run"], [], ["--redo"], ["--redo"], ["zz"], ["99"], ["--limit", "3"], ["--list", "--redo"],
                      ["--context", "group"]):
        say("undo", *arguments)
    say("uninstall")
    say("doctor")
    say("doctor", "--deep")
    say("doctor", "--fix")

    # The configuration.
    for arguments in ([], ["path"], ["check"], ["foo"], ["get"], ["get", "recall.limt"], ["set", "recall.limit", "abc"],
                      ["set", "recall.limit", "99999"], ["set", "foo.bar", "1"], ["set", "recall.preset", "x"],
                      ["set", "recall.limit", "7"], ["set", "recall.limit", "7"], ["unset", "recall.limit"],
                      ["set", "recall.strict", "maybe"], ["explain", "recall.limit"], ["explain", "index.ignore"],
                      ["set", "index.cache_dir", "data"], ["unset", "index.cache_dir"]):
        say("config", *arguments)
    for text in ("recall.limt = 3\nrecal.limit = 2\n", "user.timezone = \"Foo/Bar\"\n", "index.extra_paths = [\"../没有\", \"memory\"]\n",
                 "[recall]\nlimit = \"a\"\npreset = \"x\"\n", "index.mass_removal_share = 7\n", "recall = 3\n",
                 "[user\nname = 1\n", "a = \n", "a = 1\na = 2\n", "a = \"x\n", "a b\n", "a = [1,\n", "[a]\n[a]\n", "a = tru\n"):
        world.file(".nacre/config.toml", text)
        for arguments in (["status"], ["remember", "二"], ["config", "check"]):
            say(*arguments)
    world.file(".nacre/config.toml", "")

    # A workspace of OpenClaw.
    world.file("@home/.openclaw/openclaw.json", '{agents: {defaults: {workspace: "~/claw", memorySearch: {query: {maxResults: 7}}}}}')
    world.file("@home/claw/MEMORY.md", "- 面包店周一休息\n")
    world.file("@home/claw/AGENTS.md", "# 规则\n")
    for arguments in ([], ["--yes"], ["--yes"], ["--restore", "none"], ["--to", "x"], ["/nowhere"], ["--restore", "none", "--to", "x"]):
        say("adopt", *arguments)
    world.file("@home/.openclaw/openclaw.json", "{ agents: {")
    say("adopt")

    # An index that cannot be used.
    world.file(".nacre/cache/index.db", b"not a database" * 400)
    for arguments in (["status"], ["recall", "柠檬树"], ["doctor"], ["index"]):
        say(*arguments)
    world.environment["NACRE_NOW"] = "0001-01-01T00:00:00Z"
    say("log", "远古")
    world.environment["NACRE_NOW"] = "昨天"
    say("log", "昨天")
    world.expect(not wrong, "English among the Chinese:\n" + "\n".join(dict.fromkeys(wrong)))
