"""Two processes append to one daily file at once: every line arrives, whole, once, in order."""
import threading

LINES = 200


def write(world, name, done):
    for number in range(1, LINES + 1):
        running = world.start("log", f"{name}-{number:03}", "--json")
        exit_code, _stderr = running.finish()
        if exit_code == 0:
            done.append(f"{name}-{number:03}")


def scenario(world):
    world.now("2026-07-01T09:00:00Z")
    world.file("memory/2026-07-01.md", "# 2026-07-01\n\n- seed line\n")
    world.run("index")
    done = {"p1": [], "p2": []}
    writers = [threading.Thread(target=write, args=(world, name, done[name])) for name in done]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    text = world.text_of("memory/2026-07-01.md")
    world.expect(text.startswith("# 2026-07-01\n\n- seed line\n"), "what was there is there")
    for name, acknowledged in done.items():
        wanted = [f"{name}-{number:03}" for number in range(1, LINES + 1)]
        world.expect(acknowledged == wanted, f"each call of {name} succeeded: {len(acknowledged)}")
        found = [line.rsplit(" ", 1)[-1] for line in text.splitlines() if f" - {name}-" in line]
        world.expect(found == wanted, f"the lines of {name}, whole and in order: {found[:3]} ...")
    headings = [line for line in text.splitlines() if line.startswith("### ")]
    world.expect(len(headings) == 2 * LINES, f"exactly {2 * LINES} entries: {len(headings)}")
    world.run("index")
    status = world.run("status", "--json").json
    world.expect(status.stale == 0 and status.pending == 0, "the index is current")
    for last in (f"p1-{LINES}", f"p2-{LINES}", "seed line"):
        hits = world.run("recall", f'"{last}"', "--json").json.results
        world.expect(len(hits) == 1, f"'{last}' is found once: {len(hits)}")
    found = world.run("recall", "path:memory/2026-07-01.md", "--all", "--json").json.results
    world.expect(len(found) == 2 * LINES + 1, f"401 entries are searchable: {len(found)}")
