"""A workspace below the root of a repository: the check and the hook look at all that git would
commit, also outside of the workspace, and name it from the repository's root."""

import os
import shutil
import subprocess


def scenario(world):
    if shutil.which("git") is None:
        return
    world.now("2026-02-12T09:00:00Z")
    repository = world.workspace.parent / "repository"
    notes = repository / "team" / "notes"
    notes.mkdir(parents=True)
    environment = dict(os.environ, HOME=str(world.home), GIT_CONFIG_NOSYSTEM="1",
                       GIT_AUTHOR_NAME="Kai", GIT_AUTHOR_EMAIL="kai@example.com",
                       GIT_COMMITTER_NAME="Kai", GIT_COMMITTER_EMAIL="kai@example.com")
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "NACRE_WORKSPACE"):
        environment.pop(name, None)

    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=repository, env=environment,
                              capture_output=True, text=True)

    def nacre(*arguments):
        return world.run(*arguments, "--workspace", str(notes))

    git("init", "-q")
    nacre("init")
    (notes / "MEMORY.md").write_text("# Memory\n\n- tabs, not spaces\n")
    (repository / "deploy").mkdir()
    (repository / "deploy" / "settings.env").write_text("A=1\nDB_PASSWORD=rosebud77\n")
    (repository / "deploy" / "picture.bin").write_bytes(b"\0" * 100 + b"DB_PASSWORD=rosebud77\n")
    os.symlink("settings.env", repository / "deploy" / "link")
    git("add", ".")

    staged = nacre("scan", "--staged", "--json")
    world.expect(staged.exit == 5, "a secret outside of the workspace fails the check")
    world.expect([(one.path, one.line) for one in staged.json.findings]
                 == [("deploy/settings.env", 2)], "its path starts at the root")
    shown = nacre("scan", "--staged")
    world.expect("deploy/settings.env:2" in shown.stdout, "people see the same path")
    world.expect("root of the git repository" in shown.stderr, "and are told where it starts")
    world.expect(nacre("scan", "--staged", "MEMORY.md").exit == 0,
                 "who names a file of the workspace asks about that one")

    world.expect(nacre("scan", "--install-hook").exit == 0, "the hook is written")
    done = git("commit", "-m", "first")
    world.expect(done.returncode != 0, "the hook stops it")
    world.expect("deploy/settings.env:2" in done.stdout + done.stderr, "and names its place")
    world.expect("rosebud77" not in done.stdout + done.stderr, "but not the secret")

    (repository / "deploy" / "settings.env").write_text("A=1\n")
    git("add", ".")
    done = git("commit", "-m", "first")
    world.expect(done.returncode == 0, f"a clean commit passes: {done.stderr}")

    (notes / "MEMORY.md").write_text("# Memory\n\n- wifi password: rosebud77\n")
    git("add", ".")
    staged = nacre("scan", "--staged", "MEMORY.md", "--json")
    world.expect([one.path for one in staged.json.findings] == ["team/notes/MEMORY.md"],
                 "a file of the workspace is named from the root as well")
