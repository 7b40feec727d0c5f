"""What was installed or derived goes, by name and after being shown; notes, what others put there and
what links lead to stay."""

import os
import shutil
import subprocess


def names(items):
    return sorted(item["path"] for item in items)


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("MEMORY.md", "- likes tea\n")
    world.run("remember", "the kettle is violet")
    world.file(".nacre/config.toml", "")
    world.file(".nacre/cache/holiday.jpg", "not ours")
    notes = world.bytes_of("MEMORY.md")
    cache = world.workspace / ".nacre/cache"

    shown = world.run("uninstall", "--json")
    world.expect(shown.exit == 0 and shown.json.applied is False, "a dry run by default")
    world.expect(".nacre/cache/index.db" in names(shown.json.removed), "the index would go")
    world.expect((cache / "index.db").exists(), "but is still there")
    world.expect("nacre uninstall --yes" in world.run("uninstall").stderr, "it says how")

    # Where the cache is a link, nothing behind it is touched.
    outside = world.path("@outside/elsewhere")
    outside.mkdir(parents=True)
    shutil.move(cache, outside / "cache")
    os.symlink(outside / "cache", cache)
    linked = world.run("uninstall", "--yes", "--json")
    world.expect((outside / "cache/index.db").exists(), "a link is not followed")
    world.expect(".nacre/cache" in names(linked.json.kept), "and it is said")
    cache.unlink()
    shutil.move(outside / "cache", cache)
    (cache / "index.db-link").symlink_to(outside)

    done = world.run("uninstall", "--yes", "--json")
    world.expect(done.exit == 0 and done.json.applied is True, "done")
    world.expect(done.json.notes == 1, "one note")
    world.expect(sorted(os.listdir(cache)) == ["holiday.jpg", "index.db-link"],
                 "only what is known to be ours is gone")
    world.expect(".nacre/cache/holiday.jpg" in names(done.json.kept), "what stays is said")
    world.expect(world.bytes_of("MEMORY.md") == notes, "the notes are untouched")
    world.expect((world.workspace / ".nacre/config.toml").exists(), "and so is the configuration")
    world.expect((world.workspace / ".nacre/history/writes.log").exists(), "and the history")
    world.expect(not (world.workspace / ".nacre/intents").exists(), "nothing of finished writes")

    # It works on: the index is derived.
    world.run("index")
    world.expect(world.run("recall", "kettle", "--json").json.results[0].path == "MEMORY.md",
                 "found again")
    world.run("undo")
    world.expect(b"kettle" not in world.bytes_of("MEMORY.md"), "undo still knows the write")

    shutil.rmtree(cache)
    purged = world.run("uninstall", "--yes", "--purge-state", "--json")
    world.expect(purged.exit == 0, "purged")
    world.expect(not (world.workspace / ".nacre").exists(), "nothing of the state is left")
    world.expect(world.bytes_of("MEMORY.md") == b"- likes tea\n", "the notes are")
    hook(world)
    own_directory(world)


def hook(world):
    if shutil.which("git") is None:
        return
    subprocess.run(["git", "init", "-q"], cwd=world.workspace, check=True,
                   env=dict(os.environ, HOME=str(world.home), GIT_CONFIG_NOSYSTEM="1"))
    path = world.workspace / ".git/hooks/pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\necho mine\n")
    world.run("scan", "--install-hook")
    world.expect("nacre" in path.read_text(), "the hook is there")
    done = world.run("uninstall", "--yes", "--json")
    world.expect(done.json.removed[0].path == ".git/hooks/pre-commit", "it is named")
    world.expect(done.json.removed[0].restored is True, "the earlier one")
    world.expect(path.read_text() == "#!/bin/sh\necho mine\n", "is back")

    # Also where the list of what was installed is gone.
    path.unlink()
    world.run("scan", "--install-hook")
    (world.workspace / ".nacre/installed.json").unlink()
    world.run("uninstall", "--yes")
    world.expect(not path.exists(), "found without the list")

    world.run("scan", "--install-hook")
    with path.open("a") as file:
        file.write("echo my own line\n")
    kept = world.run("uninstall", "--yes", "--json")
    world.expect(path.exists(), "a hook that somebody changed stays")
    world.expect(".git/hooks/pre-commit" in names(kept.json.kept), "and it is said")
    path.unlink()


def own_directory(world):
    world.file(".nacre/config.toml", f'index.cache_dir = "{world.path("@outside/caches")}"\n')
    world.run("index")
    inner = os.listdir(world.path("@outside/caches"))
    world.expect(len(inner) == 1, "a folder per workspace")
    world.run("uninstall", "--yes")
    world.expect(os.listdir(world.path("@outside/caches")) == [], "that folder goes, its parent stays")
