"""A file that grows all the time keeps neither an index run nor a watch busy, and its tail arrives."""
import threading

WRITING_SECONDS = 4
BEAT_SECONDS = 0.05
IDLE_CPU_SECONDS_MAX = 0.2


def grow(path, stop, beats):
    while not stop.wait(BEAT_SECONDS):
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"- beat{len(beats):04} came\n")
        beats.append(f"beat{len(beats):04}")


def has(world, words, path):
    return path in [hit.path for hit in world.run("recall", words, "--json").json.results]


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("memory/heartbeat.md", "- 00:00 beat\n")
    world.file("memory/other.md", "wheelbarrow tyre pressure\n")
    stop, beats = threading.Event(), []
    writer = threading.Thread(target=grow, args=(world.path("memory/heartbeat.md"), stop, beats))
    writer.start()
    try:
        runs = 0
        while len(beats) < WRITING_SECONDS / BEAT_SECONDS / 2:
            report = world.run("index", "--rebuild", "--json")
            runs += 1
            world.expect(report.exit == 0 and report.json.failed == 0, f"run {runs}: {report.stdout}")
            world.expect(has(world, "wheelbarrow tyre", "memory/other.md"), "the other file is found")
            world.expect(has(world, "beat", "memory/heartbeat.md"), "so is the growing one")
        caught = len(beats)
        watch = world.start("watch", "--json")
        watch.wait_for(lambda line: line.event == "ready", "ready under constant change")
        while len(beats) < caught + WRITING_SECONDS / BEAT_SECONDS / 2:
            watch.wait_for(lambda line: line.event == "synced", "a sync under constant change", seconds=10)
    finally:
        stop.set()
        writer.join()
    answers = 0
    while not has(world, beats[-1], "memory/heartbeat.md"):
        answers += 1
        world.expect(answers < 200, "the tail is found after the writing ended")
    before = watch.cpu_seconds()
    threading.Event().wait(1)
    world.expect(watch.cpu_seconds() - before <= IDLE_CPU_SECONDS_MAX, "an idle watch uses no time")
    exit_code, stderr = watch.stop()
    world.expect(exit_code == 0 and stderr == "", f"it ends cleanly: {exit_code} {stderr}")
    world.expect(world.run("status", "--json").json.stale == 0, "all is current")
