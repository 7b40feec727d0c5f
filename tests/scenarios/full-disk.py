"""A disk that takes no more: the note that was acknowledged is whole, the one that was not is not
there, and the reason is said. A limit on the size of files stands for the full disk, since it
answers the same way to every write and needs no mount."""


def scenario(world):
    world.now("2026-02-12T09:00:00Z")
    world.file("MEMORY.md", "- likes tea\n" + "- filler\n" * 1000)
    world.run("index")
    before = world.bytes_of("MEMORY.md")

    answer = world.run("remember", "does not fit", "--json", file_bytes_max=len(before) + 10)
    world.expect(answer.exit == 5, f"a failure, not exit {answer.exit}")
    world.expect(answer.json.error.code in ("io", "resource_exhausted"), "the system's failure")
    world.run("index")
    world.expect(world.bytes_of("MEMORY.md") == before, "the file is as before")

    answer = world.run("remember", "fits, but the index does not", "--json",
                       file_bytes_max=len(before) + 400)
    world.expect(answer.exit == 4, f"written in part, not exit {answer.exit}")
    world.expect(answer.json.indexed is False, "not indexed")
    world.expect(b"fits, but the index" in world.bytes_of("MEMORY.md"), "the note is there")

    world.run("index")
    answer = world.run("recall", "fits index", "--json")
    world.expect(answer.json.results[0].path == "MEMORY.md", "found once there is room")
