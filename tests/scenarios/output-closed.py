"""A reader that went away is no failure; a full disk behind standard output is."""
import os
import subprocess


def start(world, *arguments, **streams):
    return subprocess.run([world.program, *arguments], cwd=world.current, env=world.environment,
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, **streams)


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("memory/a.md", "the violet kettle\n")
    world.run("index")

    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = start(world, "recall", "kettle", stdout=gone)
    world.expect(done.returncode == 0, f"exit {done.returncode} without a reader")
    world.expect(done.stderr == b"", f"no complaint: {done.stderr}")

    with open("/dev/full", "wb") as full:
        done = start(world, "recall", "kettle", stdout=full)
    world.expect(done.returncode == 5, f"exit {done.returncode} on a full disk")
    world.expect(b"standard output" in done.stderr, f"says what failed: {done.stderr}")
