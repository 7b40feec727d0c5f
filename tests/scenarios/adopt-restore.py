"""The way back: what adopt has kept is unpacked with names, rights, times and links, checked, and
never over what is there unless told to."""
import os


def scenario(world):
    world.now("2026-11-29T12:00:00Z")
    world.environment.pop("NACRE_WORKSPACE")
    world.file("@home/clawd/MEMORY.md", "- first\n")
    world.file("@home/clawd/memory/旅行.md", "京都\n")
    odd = os.fsencode(world.home / "clawd/memory") + b"/odd\n\xff.md"
    with open(odd, "wb") as file:
        file.write(b"odd name\n")
    os.chmod(world.home / "clawd/MEMORY.md", 0o640)
    os.utime(world.home / "clawd/MEMORY.md", ns=(1, 1_700_000_000_123_456_789))
    os.symlink("memory/旅行.md", world.home / "clawd/trip.md")
    os.link(world.home / "clawd/MEMORY.md", world.home / "clawd/memory/second-name.md")
    backup = str(world.home / "kept.tar.zst")
    answer = world.run("adopt", "--yes", "--backup", backup, "--json")
    world.expect(answer.exit in (0, 4), answer.describe())

    world.file("@home/clawd/MEMORY.md", "- spoiled\n")
    world.run("adopt", "--restore", backup, "--to", str(world.home / "back"))
    back = world.home / "back/workspace"
    world.expect((back / "MEMORY.md").read_bytes() == b"- first\n", "the note as it was")
    world.expect((back / "MEMORY.md").stat().st_mode & 0o777 == 0o640, "its rights")
    world.expect((back / "MEMORY.md").stat().st_mtime_ns == 1_700_000_000_123_456_789, "its time")
    world.expect(os.readlink(back / "trip.md") == "memory/旅行.md", "the link")
    world.expect((back / "memory/second-name.md").read_bytes() == b"- first\n", "the second name")
    with open(os.fsencode(back) + b"/memory/odd\n\xff.md", "rb") as file:
        world.expect(file.read() == b"odd name\n", "the odd name")

    answer = world.run("adopt", "--restore", backup, "--to", str(world.home / "back"), "--json")
    world.expect(answer.exit == 5 and answer.json.error.code == "already_exists", answer.describe())
    answer = world.run("adopt", "--restore", backup, "--to", str(world.home / "back"), "--force", "--json")
    world.expect(answer.exit == 0 and answer.json.files == 4, answer.describe())

    damaged = bytearray(open(backup, "rb").read())
    del damaged[len(damaged) // 2:]
    world.file("@home/damaged.tar.zst", bytes(damaged))
    answer = world.run("adopt", "--restore", str(world.home / "damaged.tar.zst"), "--to",
                       str(world.home / "other"), "--json")
    world.expect(answer.exit == 5 and answer.json.error.code == "corruption", answer.describe())
    world.expect(not (world.home / "other").exists(), "nothing of it is unpacked")
    world.expect(world.run("adopt", "--restore", backup).exit == 2, "where to?")
