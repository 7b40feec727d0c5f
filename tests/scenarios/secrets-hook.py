"""The pre-commit hook stops a secret, lets everything else pass, and runs the hook before it."""

import os
import shutil
import subprocess


def scenario(world):
    if shutil.which("git") is None:
        return
    world.now("2026-02-12T09:00:00Z")
    repository = world.workspace
    environment = dict(os.environ, HOME=str(world.home), GIT_CONFIG_NOSYSTEM="1",
                       GIT_AUTHOR_NAME="Kai", GIT_AUTHOR_EMAIL="kai@example.com",
                       GIT_COMMITTER_NAME="Kai", GIT_COMMITTER_EMAIL="kai@example.com")
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "NACRE_WORKSPACE"):
        environment.pop(name, None)

    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=repository, env=environment,
                              capture_output=True, text=True)

    world.expect(world.run("scan", "--install-hook").exit == 5,
                 "outside of a repository there is no hook to install")
    git("init", "-q")
    earlier = repository / ".git/hooks/pre-commit"
    earlier.parent.mkdir(exist_ok=True)
    earlier.write_text("#!/bin/sh\necho earlier >> \"$(git rev-parse --git-dir)/ran\"\n")
    earlier.chmod(0o755)
    world.expect(world.run("scan", "--install-hook").exit == 0, "the hook is written")
    world.run("scan", "--install-hook")  # Twice changes nothing.

    world.file("MEMORY.md", "# Memory\n\n- tabs, not spaces\n")
    git("add", "MEMORY.md")
    done = git("commit", "-m", "first")
    world.expect(done.returncode == 0, f"a clean commit passes: {done.stderr}")
    ran = repository / ".git/ran"
    world.expect(ran.exists() and ran.read_text() == "earlier\n", "the earlier hook ran, once")

    world.file("MEMORY.md", "# Memory\n\n- wifi password: rosebud77\n")
    git("add", "MEMORY.md")
    world.file("MEMORY.md", "# Memory\n")  # What is staged counts, not the file.
    staged = world.run("scan", "--staged", "--json")
    world.expect(staged.exit == 5, "staged secrets fail the check")
    world.expect(staged.json.findings[0].line == 3, "the line of the staged text")
    done = git("commit", "-m", "second")
    world.expect(done.returncode != 0, "a secret stops the commit")
    world.expect("MEMORY.md:3" in done.stdout + done.stderr, "and its place is named")
    world.expect("rosebud77" not in done.stdout + done.stderr, "but not the secret")
