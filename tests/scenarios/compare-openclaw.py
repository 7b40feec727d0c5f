"""Both answers side by side. `openclaw` is a script here that prints what the real one of 2026.9
prints, so that the scenario needs no network and no Node."""
import os

STAND_IN = """#!/bin/sh
if [ -n "$OPENCLAW_FAILS" ]; then
  echo '{"ok":false,"error":{"type":"cli_error","message":"Memory index is locked"}}'
  echo 'openclaw: Memory index is locked' >&2
  exit 1
fi
cat <<'END'
{
  "results": [
    {
      "path": "MEMORY.md",
      "startLine": 3,
      "endLine": 3,
      "score": 0.8893979684962563,
      "textScore": 0.23082653992482766,
      "snippet": "- The kiln controller is a Fenwick 9",
      "source": "memory",
      "provenance": {"originClass": "agent", "sessionKind": "unknown", "observedAt": 1795994511413}
    },
    {
      "path": "memory/elsewhere.md",
      "startLine": 1,
      "endLine": 6,
      "score": 0.7112752105759905,
      "textScore": 0.2489392748388087,
      "snippet": "kiln",
      "source": "memory"
    }
  ]
}
END
"""


def scenario(world):
    world.now("2026-11-29T12:00:00Z")
    world.file("MEMORY.md", "# Long term\n\n- The kiln controller is a Fenwick 9\n")
    world.file("memory/2026-11-20.md", "# 2026-11-20\n\nThe kiln was recalibrated.\n")
    world.run("index")

    answer = world.run("compare", "openclaw", "kiln", "--json")
    world.expect(answer.exit == 5 and answer.json.error.code == "not_found", answer.describe())
    world.expect("PATH" in answer.json.error.message and answer.json.error.hint, "what to do")

    world.file("@home/bin/openclaw", STAND_IN)
    os.chmod(world.home / "bin/openclaw", 0o755)
    world.environment["PATH"] = f"{world.home}/bin:/usr/bin:/bin"
    answer = world.run("compare", "openclaw", "kiln", "--json")
    both = answer.json
    world.expect(answer.exit == 0 and both.query == "kiln", answer.describe())
    world.expect((both.both, both.only_nacre, both.only_openclaw) == (1, 1, 1), "one of each")
    places = {place.path: place for place in both.places}
    world.expect(places["MEMORY.md"].found_by == "both", "paired by file and lines")
    world.expect(places["MEMORY.md"].openclaw.rank == 1, "with its rank there")
    world.expect(places["memory/2026-11-20.md"].found_by == "nacre", "only ours")
    world.expect(places["memory/elsewhere.md"].found_by == "openclaw", "only theirs")
    world.expect(both.nacre.wall_ms > 0 and both.openclaw.wall_ms > 0, "both are measured")

    people = world.run("compare", "openclaw", "kiln").stdout
    world.expect("MEMORY.md:3-3" in people and "found by both: 1" in people, people)
    world.environment["OPENCLAW_FAILS"] = "1"
    answer = world.run("compare", "openclaw", "kiln")
    world.expect(answer.exit == 5 and "Memory index is locked" in answer.stderr, "its last words")
    world.expect(world.run("compare", "qmd", "kiln").exit == 2, "nobody else yet")
    world.expect(world.run("compare", "openclaw").exit == 2, "a query is needed")
