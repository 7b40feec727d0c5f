"""Damage inside the index that shows only while it is read: recall answers from the files meanwhile,
and both kinds of index run build it anew. The notes hold everything."""

import sqlite3

DAMAGES = (
    "DELETE FROM meta WHERE key = 'next_file'",
    "UPDATE partitions SET visibility = 77",
    "UPDATE postings SET data = x'ffffffffffffffffffff'",
)


def damage(world, statement):
    database = sqlite3.connect(world.path(".nacre/cache/index.db"))
    database.execute(statement)
    database.commit()
    database.close()


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("memory/kettle.md", "The kettle stands in the hall.\n")
    world.file("memory/lamp.md", "The lamp is blue.\n")
    world.run("index")
    for statement in DAMAGES:
        for arguments in (["index", "--rebuild"], ["index"]):
            damage(world, statement)
            answer = world.run("recall", "kettle", "--json")
            world.expect(answer.exit in (0, 4), f"{statement}: an answer, not exit {answer.exit}")
            world.expect(answer.json.results[0].path == "memory/kettle.md", "from the files")
            world.append("memory/kettle.md", "\nStill there.\n")
            answer = world.run(*arguments)
            world.expect(answer.exit == 0, f"{statement}: {arguments} repairs, not {answer.exit}")
            answer = world.run("recall", "kettle hall", "--json")
            world.expect(answer.json.degraded is None, f"{statement}: {arguments} left it degraded")
            world.expect(answer.json.results[0].path == "memory/kettle.md", "found again")
            world.expect(answer.json.stale is False, "and current")
