"""Files that dead processes left are in nobody's way, are reported and removed; a living owner's
lock is respected, and gone with its owner."""
import subprocess
import sys
import time

LEFT = {
    ".nacre/cache/reindex.lock": '{"pid":999999,"started":"2026-01-01T00:00:00Z"}\n',
    ".nacre/cache/index.reindex-deadbeef.tmp": "partial\n",
    ".nacre/reindex.lock": '{"pid":999999,"started":"2026-01-01T00:00:00Z"}\n',
    ".nacre/index.reindex-deadbeef.tmp": "partial\n",
}
HOLD = ("import fcntl, sys\n"
        "held = open(sys.argv[1], 'a+')\n"
        "fcntl.lockf(held, fcntl.LOCK_EX)\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n")
BUSY_SECONDS_MAX = 5


def hold(path):
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)
    holder.stdout.readline()
    return holder


def leftovers(answer):
    return {finding.where: finding for finding in answer.json.findings
            if finding.id.startswith("leftovers.")}


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("memory/a.md", "spare fuse box key\n")
    for path, text in LEFT.items():
        world.file(path, text)

    answer = world.run("index")
    world.expect(answer.exit == 0, "indexing needs nobody's help")
    answer = world.run("recall", "fuse box", "--json")
    world.expect(answer.json.results[0].path == "memory/a.md", "the note is found")

    found = leftovers(world.run("doctor", "--json"))
    world.expect(len(found) == len(LEFT), f"each file is reported: {list(found)}")
    for path, text in LEFT.items():
        finding = found.get(str(world.workspace / path))
        world.expect(finding is not None, f"{path} is reported")
        world.expect(finding.fixable, f"{path} can be removed")
        world.expect(f"({len(text)} B)" in finding.what, f"{path} is reported with its size")

    answer = world.run("doctor", "--fix", "--json")
    world.expect(len([done for done in answer.json.done if done.startswith("removed ")]) == len(LEFT),
                 f"each file is removed: {list(answer.json.done)}")
    world.expect(not any(world.path(path).exists() for path in LEFT), "they are gone")
    world.expect(not leftovers(world.run("doctor", "--json")), "nothing is left to report")

    holder = hold(world.path(".nacre/cache/index.db.new.lock"))
    try:
        begin = time.monotonic()
        answer = world.run("index", "--rebuild", "--json")
        world.expect(time.monotonic() - begin < BUSY_SECONDS_MAX, "it does not wait")
        world.expect(answer.exit == 5, f"a failure, not exit {answer.exit}")
        world.expect("index busy" in answer.json.error.message, "it says so")
        answer = world.run("recall", "fuse box", "--json")
        world.expect(answer.json.results[0].path == "memory/a.md", "the index can be asked")
        world.run("doctor", "--fix", "--json")
        world.expect(world.path(".nacre/cache/index.db.new.lock").exists(), "it is in use")
    finally:
        holder.kill()
        holder.wait()
        holder.stdin.close()
        holder.stdout.close()
    answer = world.run("index", "--rebuild", "--json")
    world.expect(answer.exit == 0, "its owner is dead, and so is its lock")
