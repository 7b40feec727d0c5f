"""Two processes write into one note while a third takes back what was there: all that it named is gone,
nothing else is lost, and each write has a number of its own."""

import json
import subprocess
import threading

EACH = 12


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("MEMORY.md", "# Memory\n\n- likes tea\n")
    receipts = [world.run("remember", f"goes {i}", "--json").json.id for i in range(EACH)]
    failures = []

    def run(*arguments):
        done = subprocess.run([world.program, *arguments], cwd=world.workspace,
                              env=world.environment, capture_output=True, text=True)
        if done.returncode != 0:
            failures.append((arguments, done.returncode, done.stdout, done.stderr))

    def write(who):
        for i in range(EACH):
            run("remember", f"{who} stays {i}")

    def undo():
        for receipt in receipts:
            run("undo", receipt)

    threads = [threading.Thread(target=write, args=("one",)),
               threading.Thread(target=write, args=("two",)), threading.Thread(target=undo)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    world.expect(not failures, f"no failure, but {failures[:1]}")

    text = world.text_of("MEMORY.md")
    world.expect(text.startswith("# Memory\n\n- likes tea\n"), "the beginning is as it was")
    world.expect("goes" not in text, "all that was named is gone")
    for who in ("one", "two"):
        for i in range(EACH):
            world.expect(text.count(f"- {who} stays {i} <") == 1, f"{who} {i} is there, once")

    listed = json.loads(subprocess.run(
        [world.program, "undo", "--list", "--limit", "100", "--json"], cwd=world.workspace,
        env=world.environment, capture_output=True, text=True).stdout)
    numbers = [step["number"] for step in listed["steps"]]
    world.expect(len(numbers) == 2 * EACH and len(set(numbers)) == 2 * EACH, "each has its number")
    world.expect(numbers == sorted(numbers, reverse=True), "newest first")
    world.expect(listed["undone"] == EACH, "and what is gone can come back")
    world.expect(world.run("recall", "stays", "--all", "--json").exit == 0, "the index works")
