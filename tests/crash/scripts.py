"""What is run and killed: one row per script. Add a row for each command that writes."""
from dataclasses import dataclass, field
from typing import Callable, Optional

MEMORY = ("\ufeff# Memory\r\n\r\n## Notes\r\n\r\n- the walnut kettle\r\n\r\n## Lessons\r\n\r\n"
          "- old lesson   \r\n\r\n## Open\r\n\r\n- last line without an end").encode()
DAY = "# 2026-02-12\n\n### 08:00 - Breakfast\n\nsaffron porridge\n"
OTHER = "# Harbor\n\n" + "".join(f"- crane {n} lifts cargo{n}\n" for n in range(40))
FOREIGN = {
    "memory/harbor.md": OTHER.encode(),
    "projects/site/memory.md": "# 项目状态\n\n- 首页已经上线\n".encode(),
    "notes.txt": b"no note of ours\0\xff\n",
    ".nacre/config.toml": b"# mine\n[user]\ntimezone = \"UTC\"\n",
}


@dataclass(frozen=True)
class Script:
    """`files` and the runs `before` make the workspace; `commands` are run in turn and killed. Each
    of them that says it has written (a receipt) must have its `words` in the files ever after."""
    commands: tuple
    words: tuple = ()
    files: dict = field(default_factory=dict)
    before: tuple = (("index",),)
    # What a person does before the commands run and after `before`: files to write.
    edits: dict = field(default_factory=dict)
    # What is done while the (one) command runs: act(world, running). It then never ends by itself.
    act: Optional[Callable] = None
    # A file beside the workspace that is whole where it is at all: a backup. What happens beside
    # the workspace is traced then too.
    backup: str = ""


def edit_under_watch(world, running):
    """A file is changed, one is new and one is gone, each after the index has the one before."""
    def synced(wanted):
        running.wait_for(lambda line: line.event == "synced" and wanted(line.index), "it is synced")

    running.wait_for(lambda line: line.event == "ready", "it is ready")
    world.append("memory/harbor.md", "- the violet pump\n")
    synced(lambda index: index.updated == 1)
    world.file("memory/new.md", "# New\n\nthe copper sieve\n")
    synced(lambda index: index.added == 1)
    world.path("memory/new.md").unlink()
    synced(lambda index: index.removed == 1)


SCRIPTS = {
    # At the end of a note that is there, which goes by the append protocol.
    "append": Script(
        files={"MEMORY.md": MEMORY, "memory/2026-02-12.md": DAY.encode()},
        commands=(("log", "quartz arrived", "--body", "two crates of quartz\nand a receipt"),),
        words=("quartz",)),
    # Today's note does not exist yet, nor does its folder.
    "append-new": Script(
        files={"MEMORY.md": MEMORY},
        commands=(("log", "quartz arrived", "--body", "two crates"),),
        words=("quartz",)),
    # The second write finds what the first one left: records of intents, an index, a log.
    "append-twice": Script(
        files={"memory/2026-02-12.md": DAY.encode()},
        commands=(("log", "quartz arrived"), ("log", "basalt left", "--body", "a long story " * 40)),
        words=("quartz", "basalt")),
    # In the middle of a file with a BOM and Windows line ends: the replace protocol; and into a
    # second file as well.
    "replace": Script(
        files={"MEMORY.md": MEMORY, "memory/2026-02-12.md": DAY.encode()},
        commands=(("remember", "tighten the obsidian bolt", "--category", "Lessons",
                   "--also-daily"),),
        words=("obsidian",)),
    # A file that is made from a template, in a folder that is made too.
    "replace-new": Script(
        commands=(("remember", "tabs, not agate", "--to", "project:lantern", "--category",
                   "Decisions"),),
        words=("agate",)),
    "index-first": Script(
        files={"MEMORY.md": MEMORY, "memory/2026-02-12.md": DAY.encode()},
        before=(), commands=(("index",),)),
    "index-again": Script(
        files={"MEMORY.md": MEMORY, "memory/2026-02-12.md": DAY.encode(),
               "memory/gone.md": b"- a beryl stone\n"},
        edits={"memory/2026-02-12.md": (DAY + "\n### 09:00 - Later\n\na topaz ring\n").encode(),
               "memory/harbor.md": OTHER.replace("crane 7 ", "gantry 7 ").encode(),
               "memory/more.md": b"# More\n\nan opal brooch\n", "memory/gone.md": None},
        commands=(("index",),)),
    "index-rebuild": Script(
        files={"MEMORY.md": MEMORY, "memory/2026-02-12.md": DAY.encode()},
        edits={"memory/more.md": b"# More\n\nan opal brooch\n"},
        commands=(("index", "--rebuild"),)),
    # A backup, then the settings of an OpenClaw.
    "adopt": Script(
        files={"MEMORY.md": MEMORY, "memory/2026-02-12.md": DAY.encode(),
               "@home/.openclaw/openclaw.json":
                   b'{agents: {defaults: {workspace: "~/../workspace", memorySearch: {query: {maxResults: 9}}}}}'},
        commands=(("adopt", "--yes", "--backup", "../outside/backup.tar.zst"),),
        backup="@outside/backup.tar.zst"),
    # Two files are changed back.
    "undo": Script(
        files={"MEMORY.md": MEMORY, "memory/2026-02-12.md": DAY.encode()},
        before=(("index",), ("remember", "tighten the obsidian bolt", "--category", "Lessons",
                             "--also-daily")),
        commands=(("undo",),)),
    # A file that only the entry made goes away, and comes back.
    "undo-redo": Script(
        files={"MEMORY.md": MEMORY},
        before=(("index",), ("log", "quartz arrived", "--body", "two crates")),
        commands=(("undo",), ("undo", "--redo"))),
    "watch": Script(
        files={"MEMORY.md": MEMORY},
        commands=(("watch",),), act=edit_under_watch),
}

# What the second run is, in turn: who only looks, and who writes into the same files.
SECOND_RUNS = (
    (("index",),),
    (("remember", "the next writer was here", "--category", "Lessons", "--also-daily"),
     ("remember", "and here", "--to", "project:lantern")),
)
# Asked of each repaired workspace and of one that was never killed.
QUESTIONS = ("walnut kettle crane cargo lesson saffron topaz opal next writer", "首页上线")
# Of a file that no script touches: answered at every moment.
ALWAYS = ("首页", "projects/site/memory.md")
