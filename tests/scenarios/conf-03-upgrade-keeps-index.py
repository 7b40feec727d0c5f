"""An index of another version: readers serve from the files, the next writer replaces an older one
once and keeps a copy, a newer one is left as it is."""
import sqlite3


def version_of(world, version=None):
    database = sqlite3.connect(world.path(".nacre/cache/index.db"))
    try:
        if version is not None:
            database.execute(f"PRAGMA user_version={version}")
        return database.execute("PRAGMA user_version").fetchone()[0]
    finally:
        database.close()


def aside(world):
    return sorted(path.name for path in world.path(".nacre/cache").glob("index.db.bad-*"))


def found(world, exit_code=0):
    answer = world.run("recall", "ferry pass", "--json")
    world.expect(answer.exit == exit_code, f"exit {answer.exit}: {answer.stdout}")
    world.expect([hit.path for hit in answer.json.results] == ["memory/a.md"], answer.stdout)
    return answer.json


def scenario(world):
    world.now("2026-07-01T09:00:00Z")
    world.config('recall.limit = 7')
    world.file("memory/a.md", "ferry pass renewed\n")
    world.run("index")
    ours = version_of(world)

    # Older. A reader migrates nothing and serves all the same.
    version_of(world, ours - 1)
    before = world.bytes_of(".nacre/cache/index.db")
    answer = found(world, 4)
    world.expect("older nacre" in answer.reason, answer.reason)
    world.expect(world.bytes_of(".nacre/cache/index.db") == before, "a reader changes nothing")
    # A writer replaces it, once, and keeps what was.
    report = world.run("index", "--json")
    world.expect(report.exit == 0 and report.json.added == 1, report.stdout)
    world.expect(report.stderr.count("built anew") == 1, report.stderr)
    world.expect(aside(world) == ["index.db.bad-1"], f"{aside(world)}")
    report = world.run("index", "--json")
    world.expect(report.json.unchanged == 1 and report.stderr == "", "the second time there is nothing to do")
    found(world)

    # Newer. Nobody replaces it unasked.
    version_of(world, ours + 1)
    before = world.bytes_of(".nacre/cache/index.db")
    answer = found(world, 4)
    world.expect("newer nacre" in answer.reason and "update" in answer.reason, answer.reason)
    report = world.run("index", "--json")
    world.expect(report.exit == 5 and report.json.error.code == "unsupported", report.stdout)
    world.expect("newer nacre" in report.json.error.message, report.stdout)
    receipt = world.run("remember", "the ferry pass is in the drawer", "--json")
    world.expect(receipt.exit == 4 and not receipt.json.indexed, receipt.stdout)
    world.expect("newer nacre" in receipt.json.warning, receipt.stdout)
    world.expect("in the drawer" in world.text_of("MEMORY.md"), "the note is kept all the same")
    world.expect(world.bytes_of(".nacre/cache/index.db") == before, "the newer index is untouched")
    report = world.run("index", "--rebuild", "--json")
    world.expect(report.exit == 0 and report.json.added == 2, report.stdout)
    world.expect(version_of(world) == ours, "asked for, it is replaced")

    world.expect_unchanged(".nacre/config.toml")
