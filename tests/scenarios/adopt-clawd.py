"""A clawd workspace of older days: no configuration beside it, or ~/.clawdbot with the old names
and two agents; a full disk and a file that cannot be read leave everything as it was."""
import os



def scenario(world):
    world.now("2026-11-29T12:00:00Z")
    world.environment.pop("NACRE_WORKSPACE")
    world.file("@home/clawd/MEMORY.md", "- the bakery closes on Mondays\n")
    world.file("@home/clawd/memory/2026-01-05.md", "# 2026-01-05\n\n面包店周一休息。\n")

    dry = world.run("adopt", "--json").json
    world.expect(dry.found_by == "~/clawd", dry.found_by)
    world.expect(dry.workspaces[0].path == str(world.home / "clawd"), "its directory")
    made = [".nacre/.gitignore", ".nacre/config.toml", ".nacre/dictionary.txt", ".nacre/synonyms.txt"]
    world.expect(dry.workspaces[0].created == made, f"what is missing: {dry.workspaces[0].created}")

    # No room for the backup: an error, and nothing was changed.
    answer = world.run("adopt", "--yes", "--json", file_bytes_max=100)
    world.expect(answer.exit == 5, f"a failure, not exit {answer.exit}")
    world.expect(not (world.home / "clawd/.nacre").exists(), "no state without a backup")
    world.expect(list((world.home / ".nacre-backups").iterdir()) == [], "nor a torn backup")

    # What cannot be read is named, and only goes missing when that is allowed.
    secret = world.home / "clawd/closed"
    world.file("@home/clawd/closed/x.md", "locked\n")
    os.chmod(secret, 0)
    answer = world.run("adopt", "--yes", "--json")
    world.expect(answer.exit == 5 and "closed" in answer.json.error.message, answer.describe())
    world.expect("--allow-incomplete" in answer.json.error.hint, "and the way on")
    world.expect(not (world.home / "clawd/.nacre").exists(), "nothing was changed")
    backup = world.home / "usb/mine.tar.zst"
    answer = world.run("adopt", "--yes", "--allow-incomplete", "--backup", str(backup), "--json")
    world.expect(answer.exit == 4, f"in part, not exit {answer.exit}")
    world.expect(len(answer.json.backup.missing) == 1 and backup.exists(), "one is missing")
    os.chmod(secret, 0o700)

    world.current = world.home / "clawd"
    found = world.run("recall", "面包店什么时候休息", "--json").json
    world.expect(found.results[0].path == "memory/2026-01-05.md", "found")

    # The names of those days, and an agent with a workspace of its own.
    world.file("@home/.clawdbot/clawdbot.json", """{
      agents: { defaults: { workspace: "~/clawd", memorySearch: { maxResults: 4 } },
                list: [ { id: "main" },
                        { id: "helper", workspace: "~/helper", memorySearch: { maxResults: 2 } },
                        { id: "gone", workspace: "~/gone" } ] } }""")
    world.file("@home/helper/MEMORY.md", "- a helper's note\n")
    answer = world.run("adopt", "--yes", "--json")
    world.expect(answer.exit == 0, answer.describe())
    done = answer.json
    world.expect(done.found_by == "~/.clawdbot", done.found_by)
    world.expect([w.agents for w in done.workspaces] == [["main"], ["helper"]], "both")
    values = [[s.value for s in w.settings] for w in done.workspaces]
    world.expect(values == [["4"], ["2"]], f"each its own: {values}")
    gone = [item for item in done.ignored if item.kind == "workspace"]
    world.expect(len(gone) == 1 and gone[0].path.endswith("/gone"), "the third has none")
    world.expect(b"limit = 2" in world.bytes_of("@home/helper/.nacre/config.toml"), "written")
