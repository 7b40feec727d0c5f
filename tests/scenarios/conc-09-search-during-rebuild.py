"""A question during a rebuild is answered from the old index or the new one, at once."""
NOTES = 3000
QUESTIONS = 100
# A question that waits for a lock takes seconds; a busy machine delays a few by less.
SECONDS_MAX, SECONDS_EVER = 0.5, 5


def scenario(world):
    world.now("2026-07-01T09:00:00Z")
    world.file("memory/a.md", "ladder borrowed by the neighbour\n")
    for number in range(NOTES):
        world.file(f"memory/n{number:04}.md",
                   f"# Note {number}\n\nThe {number}th jar of plums stands behind jar {number * 7 % NOTES}.\n")
    world.run("index")
    before = world.bytes_of(".nacre/cache/index.db")
    seconds, questions = [], 0
    while questions < QUESTIONS:
        rebuild = world.start("index", "--rebuild", "--json")
        while not rebuild.ended() and questions < QUESTIONS:
            answer = world.run("recall", "ladder neighbour", "--json", "--timing")
            questions += 1
            world.expect(answer.exit == 0, f"exit {answer.exit}: {answer.stderr}")
            hits = answer.json
            world.expect([hit.path for hit in hits.results[:1]] == ["memory/a.md"], answer.stdout)
            world.expect(hits.degraded is None, answer.stdout)
            seconds.append(hits.took_ms / 1000)
        exit_code, stderr = rebuild.finish()
        world.expect(exit_code == 0, f"the rebuild: {exit_code} {stderr}")
    if not world.sanitized:
        slowest = sorted(seconds)[-3:]
        world.expect(slowest[0] <= SECONDS_MAX and slowest[-1] <= SECONDS_EVER, f"slowest: {slowest} s")
    world.expect(before != world.bytes_of(".nacre/cache/index.db"), "it was built anew")

    clean = world.bytes_of(".nacre/cache/index.db")
    world.run("recall", "ladder neighbour")
    world.expect(clean == world.bytes_of(".nacre/cache/index.db"), "a question does no index work")
