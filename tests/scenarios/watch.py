"""`nacre watch` brings into the index what a user and an editor do to the files, and ends when told."""
import os
import signal


def found(world, words):
    return [hit.path for hit in world.run("recall", words, "--json").json.results]


def synced(watch, what, wanted):
    return watch.wait_for(lambda line: line.event == "synced" and wanted(line.index), what)


def save_as_editors_do(world, name, text):
    """A swap file, a temporary file and a rename."""
    path = world.path(name)
    swap = path.with_name(f".{path.name}.swp")
    swap.write_text("b0VIM")
    for number in (1, 2):
        path.with_name("4913").write_text("probe")
        path.with_name("4913").unlink()
        temporary = path.with_name(f"{path.name}.tmp{number}")
        temporary.write_text(text)
        os.replace(temporary, path)
    swap.unlink()


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("memory/a.md", "# Kitchen\n\nthe violet kettle\n")
    world.file("memory/old/b.md", "the green teapot\n")
    world.file("memory/keep.md", "a bronze ladle\n")
    world.file("MEMORY.md", "- an iron pan\n")
    watch = world.start("watch", "--json")
    ready = watch.wait_for(lambda line: line.event == "ready", "it is ready")
    world.expect(ready.index.seen == 4 and not ready.polling, f"four files: {ready}")

    world.append("memory/a.md", "\nthe walnut grinder\n")
    line = watch.wait_for(lambda line: line.event == "synced", "an edit")
    world.expect(line.paths == ["memory/a.md"], f"an edit is one path: {line}")
    world.expect(found(world, "walnut") == ["memory/a.md"], "an edited line is found")

    save_as_editors_do(world, "memory/a.md", "the copper sieve\n")
    synced(watch, "an editor's save", lambda index: index.updated == 1)
    world.expect(found(world, "sieve") == ["memory/a.md"], "what an editor saved is found")
    world.expect(found(world, "walnut") == [], "what it replaced is not")
    world.expect(all(line.paths == ["memory/a.md"] for line in watch.seen[1:]),
                 f"an editor's temporary files are nothing: {watch.seen[1:]}")

    os.rename(world.path("memory/a.md"), world.path("memory/renamed.md"))
    world.expect(synced(watch, "a rename", lambda index: index.moved + index.added > 0), "a rename")
    world.expect(found(world, "sieve") == ["memory/renamed.md"], "a renamed file is found under its name")

    os.rename(world.path("memory/old"), world.path("memory/new"))
    synced(watch, "a moved directory", lambda index: index.moved + index.added > 0)
    world.expect(found(world, "teapot") == ["memory/new/b.md"], "a moved directory is followed")

    world.file("projects/site/notes/deep/c.md", "a marble mortar\n")
    synced(watch, "a new directory", lambda index: index.added == 1)
    world.expect(found(world, "mortar") == ["projects/site/notes/deep/c.md"], "a new directory is found")

    world.path("memory/new/b.md").unlink()
    synced(watch, "a removal", lambda index: index.removed == 1)
    world.expect(found(world, "teapot") == [], "what was deleted is not found")

    world.file(".nacreignore", "# not for the index\nmemory/keep.md\n")
    synced(watch, "an ignored file", lambda index: index.removed == 1)
    world.expect(found(world, "ladle") == [], "what is ignored is not found")

    second = world.start("watch", "--json")
    second.wait_for(lambda line: line.event == "ready", "a second one is ready")
    for number in range(10):
        world.file(f"memory/two{number}.md", f"drawer number twain{number}\n")
        world.append("memory/renamed.md", f"\nshelf {number}\n")
    asked = 0
    while len(world.run("recall", "drawer number", "--all", "--json").json.results) < 10:
        asked += 1
        world.expect(asked < 200, "two watches index what came")

    for name, running, number in (("first", watch, signal.SIGINT), ("second", second, signal.SIGTERM)):
        exit_code, stderr = running.stop(number)
        world.expect(exit_code == 0 and stderr == "", f"the {name} ends cleanly: {exit_code} {stderr}")
        warnings = [line for line in running.seen if line.event == "warning"]
        world.expect(not warnings, f"the {name} has nothing to warn of: {warnings}")
    report = world.run("index", "--json").json
    world.expect(report.added + report.updated + report.removed == 0, f"nothing was missed: {report}")
    world.expect(world.run("recall", "pan", "--json").json.stale is False, "and nothing is stale")
