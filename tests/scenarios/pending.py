"""What could not be written waits with the command that was to write it; that command keeps it."""

import shlex

TITLE = "Dad's --> plan --!> $HOME `x` \\"


def waiting_files(world):
    return sorted(world.path(".nacre/pending").iterdir(), key=lambda path: path.stat().st_mtime_ns)


def scenario(world):
    world.now("2026-06-06T09:00:00Z")
    world.file("@outside/notes/x.md", "# x\n")
    world.path("memory").symlink_to("../outside/notes")
    for name in ("MEMORY.md", "USER.md"):
        world.path("@outside/" + name).write_text("# Notes\n")
        world.path(name).symlink_to("../outside/" + name)

    options = ["--to", "user", "--title", TITLE, "--importance", "9", "--trigger", "tea", "--valid",
               "2026-06-01..", "--category", "password: hunter2-Blue-Fjord"]
    refused = world.run("remember", "likes green tea", *options, "--json")
    world.expect(refused.exit != 0, refused.stdout)
    world.run("log", "A walk", "--body", "along the river", "--json")
    files = waiting_files(world)
    world.expect(len(files) == 2, f"{files}")
    text = next(path for path in files if "green tea" in path.read_text())
    walk = next(path for path in files if path != text)
    world.expect("hunter2" not in text.read_text(), "the command is masked like the text")
    line, below = text.read_text().split("\n", 1)
    world.expect(below == "likes green tea", below)
    world.expect(line.count("-->") == 1 and line.endswith(" -->") and "--!>" not in line, line)
    command = shlex.split(line[len("<!-- "):-len(" -->")])
    world.expect(command[:3] == ["nacre", "remember", "-"], f"{command}")
    world.expect(TITLE in command and "9" in command, f"{command}")
    said = world.run("status", "--json").json.warnings
    world.expect(any("command in its first line" in warning for warning in said), f"{said}")

    # The place is all right again: the command from the first line does what was meant.
    for name in ("memory", "MEMORY.md", "USER.md"):
        world.path(name).unlink()
    kept = world.run(*command[1:], "--json", stdin=text.read_bytes())
    world.expect(kept.exit == 0 and kept.json.path == "USER.md", kept.stdout)
    entry = world.text_of("USER.md")
    world.expect("likes green tea" in entry and "importance: 9" in entry, entry)
    world.expect("Dad's" in entry and "nacre remember" not in entry, entry)

    command = shlex.split(walk.read_text().split("\n", 1)[0][len("<!-- "):-len(" -->")])
    kept = world.run(*command[1:], "--json", stdin=walk.read_bytes())
    world.expect(kept.exit == 0, kept.stdout)
    entry = world.text_of("memory/2026-06-06.md")
    world.expect(entry.count("A walk") == 1 and "along the river" in entry, entry)

    # Without its options, too, the text alone is kept; a comment of somebody else stays.
    world.run("remember", "-", "--json", stdin=text.read_bytes())
    world.expect("nacre remember" not in world.text_of("MEMORY.md"), world.text_of("MEMORY.md"))
    world.run("remember", "-", "--json", stdin=b"<!-- mine -->\nhello")
    world.expect("mine" in world.text_of("MEMORY.md"), world.text_of("MEMORY.md"))
