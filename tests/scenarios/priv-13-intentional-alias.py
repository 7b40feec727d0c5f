"""A link out of the workspace is refused by name, until its target is trusted."""


def scenario(world):
    world.now("2026-06-06T09:00:00Z")
    world.file("@outside/shared-memory/2026-06-06.md", "# 2026-06-06\n")
    world.path("memory").symlink_to("../outside/shared-memory")
    real = str(world.path("@outside/shared-memory").resolve())

    refused = world.run("log", "The ferry is late", "--body", "by an hour", "--json")
    error = refused.json.error
    world.expect(refused.exit == 3 and error.code == "permission_denied", refused.stdout)
    world.expect(f"the symbolic link 'memory' leads out of the workspace, to '{real}'" in error.message,
                 error.message)
    world.expect("workspace.trusted_directories" in error.hint, error.hint)
    world.expect_unchanged()
    # The text waits where its owner finds it, once, however often it is tried.
    waiting = error.hint.rpartition(" ")[2]
    world.expect(waiting.startswith(".nacre/pending/"), error.hint)
    world.expect(world.text_of(waiting) == "<!-- nacre log --body - 'The ferry is late' -->\n"
                 "The ferry is late\n\nby an hour", world.text_of(waiting))
    world.expect(world.path(waiting).parent.stat().st_mode & 0o077 == 0, "and nobody else")
    world.run("log", "The ferry is late", "--body", "by an hour", "--json")
    world.expect(len(list(world.path(".nacre/pending").iterdir())) == 1, "one text, one file")
    warnings = list(world.run("status", "--json").json.warnings)
    world.expect(any(".nacre/pending" in warning for warning in warnings), f"{warnings}")
    # A secret that waits is masked like one that is written.
    world.run("remember", "password: hunter2-Blue-Fjord", "--to", "daily", "--json")
    texts = [path.read_text() for path in world.path(".nacre/pending").iterdir()]
    world.expect(not any("hunter2" in text for text in texts), f"{texts}")

    world.config('workspace.trusted_directories = ["../outside/shared-memory"]')
    receipt = world.run("log", "The ferry is late", "--json")
    world.expect(receipt.exit == 0 and receipt.json.path == "memory/2026-06-06.md", receipt.stdout)
    world.expect(receipt.json.indexed, receipt.stdout)
    world.expect("The ferry is late" in world.text_of("@outside/shared-memory/2026-06-06.md"),
                 "the real file has it")

    # One file has one name: another link to it, or the same place as an extra path, is no copy.
    world.path("other").symlink_to("../outside/shared-memory")
    world.expect(world.run("index", "--json").json.seen == 1, "two links, one file")
    hits = world.run("recall", "ferry late", "--json").json.results
    world.expect([hit.path for hit in hits] == ["memory/2026-06-06.md"], f"{hits}")
    world.config('index.extra_paths = ["../outside/shared-memory"]')
    world.expect(world.run("index", "--json", "--allow-mass-removal").json.seen == 1, "still one")
    hits = world.run("recall", "ferry late", "--json").json.results
    world.expect(len(hits) == 1, f"{hits}")
