"""A year of an OpenClaw user's notes, English and Chinese: a dry run that changes nothing, the
adoption, answers, and a second adoption with nothing left to do. Not one byte of the notes or of
OpenClaw's own files changes."""
import datetime
import hashlib
import json
import os
import pathlib
import sqlite3
import tarfile
import shutil
import subprocess

FACTS = {
    40: ("### 09:10 - Greenhouse\n\nThe vent motor of the greenhouse is a Halden 24.\n",
         "which vent motor does the greenhouse have", "Halden 24"),
    180: ("### 21:05 - 阳台\n\n柠檬树换了盆，新盆直径 32 厘米。\n", "柠檬树的新盆多大", "32 厘米"),
    333: ("### 18:30 - Decision\n\nWe decided to keep the two-stage review for wallet changes.\n",
          "what did we decide about wallet review", "two-stage review"),
}

OPENCLAW_CONFIG = """{
  // written by hand, comments and all
  agents: {
    defaults: {
      workspace: "~/.openclaw/workspace",
      userTimezone: "Asia/Shanghai",
      bootstrapMaxChars: 15000,
      compaction: { memoryFlush: { enabled: true, softThresholdTokens: 5000 } },
    },
  },
  memory: {
    search: {
      provider: "openai",
      query: { maxResults: 8, minScore: 0.05 },
      remote: { apiKey: "sk-not-to-be-seen-anywhere" },
    },
  },
  channels: { telegram: { botToken: "also-not-to-be-seen" } },
}
"""


def year_of_notes(world, folder):
    day = datetime.date(2025, 11, 28)
    for number in range(365):
        body = FACTS[number][0] if number in FACTS else (
            f"### 10:00 - Work\n\nReviewed change {number * 7} and answered mail.\n\n"
            f"### 20:00 - 晚上\n\n散步第 {number} 次，读书半小时。\n")
        world.file(f"{folder}/memory/{day}.md", f"# {day}\n\n{body}")
        day += datetime.timedelta(days=1)
    world.file(f"{folder}/MEMORY.md", "# Long term\n\n- The owner prefers short answers\n- 老配置指 v2.2.0\n")
    world.file(f"{folder}/USER.md", "Lives in Hangzhou.\n")
    world.file(f"{folder}/AGENTS.md", "Be brief.\n")
    world.file(f"{folder}/BOOTSTRAP.md", "Hello.\n")
    world.file(f"{folder}/DREAMS.md", "a dream\n")
    world.file(f"{folder}/.git/objects/ab/cdef", b"\x00git")
    world.file(f"{folder}/assets/photo.bin", bytes(range(256)) * 100)


def old_index(path):
    """Tables of the shape that OpenClaw's agent database has; rows in the log alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(path)
    database.executescript("""
        PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;
        CREATE TABLE memory_index_meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE memory_index_sources(id INTEGER PRIMARY KEY, path TEXT, source TEXT);
        CREATE TABLE memory_index_chunks(chunk_rowid INTEGER PRIMARY KEY, id TEXT, text TEXT);
        CREATE TABLE transcript_events(session_id TEXT, seq INTEGER, event_json TEXT);""")
    database.execute("INSERT INTO memory_index_meta VALUES('memory_index_meta_v1', ?)",
                     (json.dumps({"model": "text-embedding-3-small", "provider": "openai"}),))
    database.executemany("INSERT INTO memory_index_sources(path) VALUES(?)", [("a",), ("b",)])
    database.executemany("INSERT INTO memory_index_chunks(id) VALUES(?)", [("1",), ("2",), ("3",)])
    database.executemany("INSERT INTO transcript_events VALUES(?, 1, '{}')", [("s1",), ("s2",)])
    database.commit()
    return database


def hashes(folder, but=()):
    """Every file, link and its time below a folder."""
    found = {}
    for place, names, files in os.walk(folder):
        names[:] = [name for name in names if name not in but]
        for name in files:
            path = pathlib.Path(place) / name
            found[str(path)] = (hashlib.sha256(path.read_bytes()).hexdigest(),
                                path.stat().st_mtime_ns, path.stat().st_mode)
    return found


def scenario(world):
    world.now("2026-11-29T12:00:00Z")
    state = world.home / ".openclaw"
    notes = "@home/.openclaw/workspace"
    world.environment.pop("NACRE_WORKSPACE")
    world.file("@home/.openclaw/openclaw.json", OPENCLAW_CONFIG)
    year_of_notes(world, notes)
    for name in ("a", "b", "c"):
        world.file(f"@home/.openclaw/agents/main/sessions/{name}.jsonl", '{"type":"session"}\n')
    database = old_index(state / "agents/main/agent/openclaw-agent.sqlite")
    everything = hashes(world.home)
    before = hashes(state, but=[".nacre"])

    answer = world.run("adopt", "--json")
    dry = answer.json
    world.expect(answer.exit == 0 and dry.applied is False and dry.changed is True, "a dry run")
    world.expect(hashes(world.home) == everything, "a dry run changes nothing")
    world.expect("not-to-be-seen" not in answer.stdout + answer.stderr, "no key is shown")
    kinds = [item.kind for item in dry.found]
    world.expect(kinds == ["sessions", "sessions"], f"sessions in files and in SQLite: {kinds}")
    world.expect(dry.found[0].files == 3 and dry.found[1].files == 2, "counted")
    world.expect("once conversations are supported" in dry.found[0].why, "and why they wait")
    index = [item for item in dry.ignored if item.kind == "index"][0]
    world.expect("3 chunks of 2 files, model text-embedding-3-small" in index.why, index.why)
    settings = {setting["from"]: setting for setting in dry.workspaces[0].settings}
    taken = {setting.key: setting.value for setting in settings.values() if setting.state == "taken"}
    world.expect(taken == {"recall.limit": "8", "user.timezone": '"Asia/Shanghai"', "context.file_chars_max": "15000"},
                 f"taken over: {taken}")
    flush = settings["agents.defaults.compaction.memoryFlush.softThresholdTokens"]
    world.expect(flush.state == "not_used" and flush.why != "", "flush settings have to wait")
    people = world.run("adopt")
    world.expect([word in people.stdout for word in ("Found", "Used", "Ignored", "dry run", "--yes")]
                 == [True] * 5, people.stdout)

    answer = world.run("adopt", "--yes", "--json")
    done = answer.json
    world.expect(answer.exit == 0 and done.applied and done.changed, answer.describe())
    world.expect(hashes(state, but=[".nacre"]) == before, "no note and no file of OpenClaw changed")
    world.expect("not-to-be-seen" not in world.bytes_of(f"{notes}/.nacre/config.toml").decode(),
                 "no key is copied")
    world.expect(done.workspaces[0].index.failed == 0, "all is indexed")
    world.expect(any(".git" in note for note in done.backup.left_out), "git's store is left out")
    backup = pathlib.Path(done.backup.path)
    world.expect(backup == world.home / ".nacre-backups/openclaw-20261129T120000Z.tar.zst", str(backup))
    world.expect(backup.stat().st_mode & 0o777 == 0o600, "the backup is the owner's alone")
    if shutil.which("zstd"):
        tar = subprocess.run(["zstd", "-dc", str(backup)], stdout=subprocess.PIPE, check=True).stdout
        (world.root / "b.tar").write_bytes(tar)
        with tarfile.open(world.root / "b.tar") as archive:
            manifest = json.load(archive.extractfile("MANIFEST.json"))
            for entry in manifest["entries"]:
                if entry["kind"] != "file":
                    continue
                data = archive.extractfile(entry["path"]).read()
                world.expect(hashlib.sha256(data).hexdigest() == entry["sha256"], entry["path"])

    world.current = state / "workspace"
    for _text, question, words in FACTS.values():
        found = world.run("recall", question, "--json").json
        world.expect(words in found.results[0].snippet, f"{question}: {found.results[0]}")
    world.expect(len(world.run("recall", "散步", "--json").json.results) == 8, "recall.limit is theirs")
    world.expect(world.run("status", "--json").json.timezone == "Asia/Shanghai", "and the zone")

    config = world.bytes_of(f"{notes}/.nacre/config.toml")
    again = world.run("adopt", "--yes", "--json").json
    world.expect(again.changed is False and "backup" not in again, "nothing left to do")
    world.expect(again.workspaces[0].index.unchanged == again.workspaces[0].index.seen, "nor to index")
    world.expect(world.bytes_of(f"{notes}/.nacre/config.toml") == config, "same configuration")
    world.expect(len(list(backup.parent.iterdir())) == 1, "no second backup")
    world.expect("nothing to change" in world.run("adopt", "--yes").stdout, "and it says so")
    world.expect(hashes(state, but=[".nacre"]) == before, "still not one byte")
    database.close()
