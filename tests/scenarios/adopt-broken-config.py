"""An openclaw.json that cannot be read is said, with its line, and nothing is written on a guess;
the notes can be adopted by naming them."""


def scenario(world):
    world.now("2026-11-29T12:00:00Z")
    world.environment.pop("NACRE_WORKSPACE")
    world.file("@home/.openclaw/openclaw.json", '{\n  agents: {\n    defaults: { workspace: "~/x" \n')
    world.file("@home/.openclaw/workspace/MEMORY.md", "- the spare key hangs in the shed\n")

    answer = world.run("adopt", "--json")
    world.expect(answer.exit == 4, f"answered in part, not exit {answer.exit}")
    config = [item for item in answer.json.ignored if item.kind == "config"][0]
    world.expect("line " in config.why and "JSON5" in config.why, config.why)
    world.expect(len(answer.json.warnings) == 1, "and a warning")

    answer = world.run("adopt", "--yes", "--json")
    world.expect(answer.exit == 5 and answer.json.error.code == "corruption", answer.describe())
    world.expect("openclaw.json" in answer.json.error.message, "which file")
    world.expect(not world.path("@home/.openclaw/workspace/.nacre").exists(), "nothing was written")
    world.expect(not world.path("@home/.nacre-backups").exists(), "no backup either")

    # A broken .nacre/config.toml is the owner's to mend, too.
    world.file("@home/notes/MEMORY.md", "- the spare key hangs in the shed\n")
    world.file("@home/notes/.nacre/config.toml", "recall = [\n")
    answer = world.run("adopt", str(world.home / "notes"), "--yes", "--json")
    world.expect(answer.exit == 5 and "config.toml" in answer.json.error.message, answer.describe())
    world.file("@home/notes/.nacre/config.toml", "# mine\n[recall]\nlimit = 3 # few\n")
    answer = world.run("adopt", str(world.home / "notes"), "--yes", "--json")
    world.expect(answer.exit == 0, answer.describe())
    world.expect(world.bytes_of("@home/notes/.nacre/config.toml") == b"# mine\n[recall]\nlimit = 3 # few\n",
                 "the owner's configuration stays as it is")

    answer = world.run("adopt", "/nowhere/at/all", "--json")
    world.expect(answer.exit == 5 and answer.json.error.code == "not_found", answer.describe())
