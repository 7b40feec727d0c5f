#!/usr/bin/env python3
"""The harness must fail when it should. Uses a stand-in program that prints what it was told."""
import os
import pathlib
import stat
import tempfile
import unittest

import harness
import run_scenario

STAND_IN = """#!/usr/bin/env python3
import json, os, sys
if sys.argv[1] == "echo":
    print(json.dumps({"results": [{"path": path, "score": 1 / (rank + 1)}
                                  for rank, path in enumerate(sys.argv[2:])], "stale": False,
                      "now": os.environ["NACRE_NOW"], "tz": os.environ.get("TZ"), "none": None}))
elif sys.argv[1] == "exit":
    sys.exit(int(sys.argv[2]))
elif sys.argv[1] == "cat":
    print(sys.stdin.read(), end="")
elif sys.argv[1] == "list":
    os.listdir(sys.argv[2])
elif sys.argv[1] == "break":
    open(sys.argv[2], "a").write("x")
"""

START = "now 2026-02-01T00:00:00Z\n"


class Scenarios(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.program = pathlib.Path(self.folder.name) / "nacre"
        self.program.write_text(STAND_IN)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def tearDown(self):
        self.folder.cleanup()

    def play(self, text):
        path = pathlib.Path(self.folder.name) / "a.scenario"
        path.write_text(text)
        with harness.World(self.program) as world:
            return run_scenario.play_text(path, world)

    def passes(self, text):
        self.assertIsNone(self.play(START + text))

    def fails(self, text, message):
        problem = self.play(START + text)
        self.assertIsNotNone(problem, text)
        self.assertIn(message, problem)

    def test_members_and_elements_are_read(self):
        self.passes('run nacre echo a.md "b c.md" \'d"\' {"x" * 3}\n'
                    'expect results[0].path == "a.md"\n'
                    'expect results[].path == ["a.md", "b c.md", \'d"\', "xxx"]\n'
                    'expect any(results[].path == "b c.md") and all(results[].score > 0)\n'
                    'expect len(results) == 4 and stale == false and none is null\n'
                    'expect "took_ms" not in answer\n'
                    'expect stdout contains "2026-02-01"\n'
                    'expect tz is null\n')

    def test_what_is_not_so_fails_with_both_sides(self):
        self.fails('run nacre echo a.md\nexpect results[0].path == "b.md"\n', "is 'a.md'")
        self.fails('run nacre echo a.md\nexpect stdout lacks "a.md"\n', "has 'a.md'")
        self.fails('run nacre echo a.md\nexpect results[0].line == 1\n', "no member 'line'")
        self.fails("run nacre echo\nexpect results[0] == 1\n", "IndexError")

    def test_a_list_of_answers_is_no_answer(self):
        self.fails('run nacre echo a.md\nexpect results[].path == "a.md"\n', "not a yes or no")

    def test_an_unexpected_exit_fails(self):
        self.fails("run nacre exit 3\nexpect true\n", "exit 3")
        self.fails("run nacre exit 3\nexit 1\n", "exit 3")
        self.fails("run nacre exit 134\nexit 134\n", "crashed")
        self.passes("run nacre exit 3\nexit 3\n")
        self.passes("run nacre exit 3\nexit any\nexpect exit_code in (3, 4)\n")

    def test_file_content_is_exact(self):
        with harness.World(self.program) as world:
            player = run_scenario.Player(world)
            for statement in run_scenario.parse(
                    'file "memory/\\u1112 a.md"\n| \\uFEFF# T\\r\n|\n|  x \\\\ \\xC1\\\n| y\n# comment\n'):
                player.play(statement)
            name = os.fsdecode("memory/\u1112 a.md".encode())
            self.assertEqual(world.bytes_of(name), b"\xef\xbb\xbf# T\r\n\n x \\ \xc1y\n")

    def test_changes_are_seen(self):
        self.passes("file a.md\n| a\nrun nacre exit 0\nunchanged a.md\nunchanged\n")
        self.fails("file a.md\n| a\nrun nacre break a.md\nunchanged a.md\n", "has changed")
        self.fails("file a.md\n| a\ndelete a.md\nunchanged\n", "is gone")

    def test_standard_input_goes_to_the_next_run(self):
        self.passes('input\n| hello\nrun nacre cat\nexpect stdout == "hello\\n"\n'
                    'run nacre cat\nexpect stdout == ""\n')

    def test_an_unreadable_folder_is_unreadable_even_for_root(self):
        self.fails("mkdir memory\nchmod 000 memory\nrun nacre list memory\nexpect true\n", "exit 1")

    def test_values_are_kept_between_runs(self):
        self.passes("run nacre echo a\nlet first = stdout\nrun nacre echo a\nexpect stdout == first\n")

    def test_a_scenario_without_expectations_is_refused(self):
        self.fails("run nacre exit 0\n", "can never fail")

    def test_unknown_words_are_refused(self):
        self.fails("frobnicate\nexit 0\n", "unknown command")
        self.fails("file a\n| \\q\nexit 0\n", "unknown escape")


if __name__ == "__main__":
    unittest.main()
