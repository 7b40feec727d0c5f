"""Limits that the system sets: few open files, files that may not grow, a state directory and a
workspace that cannot be written. Each is one clear error or no matter at all, loses nothing, and the
next run in peace works."""
import os
import resource
import subprocess


def limited(world, limits, *arguments):
    """Exit code and everything said by a run with these limits."""
    def set_limits():
        for what, value in limits:
            resource.setrlimit(what, (value, value))
    done = subprocess.run([world.program, *arguments, "--json"], cwd=world.current, env=world.environment,
                          capture_output=True, preexec_fn=set_limits, check=False)
    return done.returncode, (done.stdout + done.stderr).decode()


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("MEMORY.md", "- likes tea\n")
    world.run("index")
    before = world.bytes_of("MEMORY.md")

    code = 5
    # A sanitizer opens files of its own.
    for files in range(12 if world.sanitized else 3, 30):
        code, said = limited(world, [(resource.RLIMIT_NOFILE, files)], "remember", f"note {files} of few files")
        found = f"note {files} of".encode() in world.bytes_of("MEMORY.md")
        world.expect(code in (0, 4, 5, 127), f"{files} open files: exit {code}: {said}")
        if code in (0, 4):
            world.expect(found, f"{files} open files: acknowledged, so it is there")
        else:
            world.expect(not found, f"{files} open files: not acknowledged, so it is not there: {said}")
            world.expect("Too many open files" in said or code == 127 or "unable to open" in said,
                         f"{files} open files: the reason is said: {said}")
    world.expect(code == 0, f"30 open files are enough: {said}")
    world.expect(world.bytes_of("MEMORY.md").startswith(before), "what was there is as it was")

    before = world.bytes_of("MEMORY.md")
    for bytes_max in (0, len(before), len(before) + 20):
        code, said = limited(world, [(resource.RLIMIT_FSIZE, bytes_max)], "remember", "does not fit anywhere")
        world.expect(code == 5 and "File too large" in said, f"files up to {bytes_max} bytes: exit {code}: {said}")
        world.expect(world.bytes_of("MEMORY.md") == before, f"files up to {bytes_max} bytes: nothing is half written")

    os.chmod(world.workspace, 0o555)
    os.chmod(world.path("MEMORY.md"), 0o444)
    answer = world.run("remember", "into what may not be written", "--json")
    world.expect(answer.exit == 3 and "MEMORY.md" in answer.json.error.message, f"rights: {answer.stdout}")
    os.chmod(world.workspace, 0o755)
    os.chmod(world.path("MEMORY.md"), 0o644)
    world.expect(world.bytes_of("MEMORY.md") == before, "nothing was written")

    for folder in (".nacre/intents", ".nacre/cache", ".nacre"):
        if world.path(folder).exists():
            os.chmod(world.path(folder), 0o555)
    answer = world.run("remember", "written beside the state directory", "--json")
    world.expect(answer.exit in (0, 4), f"the note is safe without state: {answer.stdout}")
    world.expect(b"beside the state" in world.bytes_of("MEMORY.md"), "it is there")
    for folder in (".nacre", ".nacre/cache", ".nacre/intents"):
        if world.path(folder).exists():
            os.chmod(world.path(folder), 0o755)

    world.run("index")
    world.expect(world.run("recall", "beside state directory", "--json").json.results[0].path == "MEMORY.md", "found")
    status = world.run("status", "--json").json
    world.expect(status.stale + status.pending + status.failed == 0, f"all is current: {status}")
    world.expect(not os.listdir(world.path(".nacre/intents")), "and nothing is left over")
