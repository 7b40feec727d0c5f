#!/usr/bin/env python3
"""The completions in real shells, and the manual pages in man.

usage: shells_test.py --program NACRE --share DIRECTORY
"""
import argparse
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SHARE = PROGRAM = None
# Where groff may break a line of Chinese.
GROFF_CHINESE = any(pathlib.Path("/usr/share/groff").glob("*/tmac/zh.tmac"))


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60, **options)


def helped(*words):
    """Names of options that the program's own help shows."""
    out = run([PROGRAM, *words, "--help"], env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}).stdout
    return set(re.findall(r"^  (--[a-z-]+)", out, re.M))


def verbs():
    out = run([PROGRAM, "--help"], env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}).stdout
    listed = re.findall(r"^  ([a-z]+) {2,}", out.split("with every command")[0], re.M)
    more = re.search(r"^more commands: (.*)", out, re.M)
    return listed + (more.group(1).split() if more else [])


class Bash(unittest.TestCase):
    SCRIPT = "bash-completion/completions/nacre"

    def offers(self, line, cwd=None):
        """What bash would offer at the end of `line`, cut into words as bash cuts it."""
        words = []
        for part in line.split(" "):
            words += [piece for piece in re.split(r"(=)", part) if piece] if part else [""]
        if words[-1] == "=":
            words.append("")
            words = words[:-1]
        array = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
        script = (f"set -u; source '{SHARE / self.SCRIPT}'; complete -p nacre >/dev/null || exit 9; "
                  f"COMP_WORDS=({array}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
                  "_nacre; printf '%s\\n' \"${COMPREPLY[@]+\"${COMPREPLY[@]}\"}\"")
        done = run(["bash", "--norc", "-c", script], cwd=cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return {offer.strip() for offer in done.stdout.split("\n") if offer.strip()}

    def test_offers_verbs(self):
        self.assertEqual(self.offers("nacre rec"), {"recall"})
        self.assertEqual(self.offers("nacre sta"), {"status"})
        self.assertTrue(set(verbs()) <= self.offers("nacre "))
        self.assertEqual(self.offers("nacre help rem"), {"remember"})

    def test_offers_the_options_that_the_help_shows(self):
        for verb in verbs():
            self.assertEqual(self.offers(f"nacre {verb} --"), helped(verb), verb)
        self.assertIn("--version", self.offers("nacre --v"))

    def test_offers_values(self):
        self.assertEqual(self.offers("nacre recall --lang "), {"en", "zh"})
        self.assertEqual(self.offers("nacre recall --lang=z"), {"zh"})
        self.assertEqual(self.offers("nacre --lang "), {"en", "zh"})
        self.assertEqual(self.offers("nacre search --layer da"), {"daily"})
        self.assertEqual(self.offers("nacre recall x --context g"), {"group"})
        self.assertEqual(self.offers("nacre remember x --visibility pu"), {"public"})
        self.assertEqual(self.offers("nacre remember --to l"), {"long"})
        self.assertEqual(self.offers("nacre recall --limit "), set())

    def test_offers_files_and_directories_where_they_fit(self):
        with tempfile.TemporaryDirectory() as directory:
            pathlib.Path(directory, "notes").mkdir()
            pathlib.Path(directory, "notes.md").write_text("x")
            self.assertEqual(self.offers("nacre get no", directory), {"notes", "notes.md"})
            self.assertEqual(self.offers("nacre index a.md no", directory), {"notes", "notes.md"})
            self.assertEqual(self.offers("nacre init no", directory), {"notes"})
            self.assertEqual(self.offers("nacre --workspace no", directory), {"notes"})
            self.assertEqual(self.offers("nacre recall no", directory), set())

    def test_offers_configuration_keys(self):
        if "config" not in verbs():
            self.skipTest("no verb config in this build")
        self.assertTrue({"get", "set"} <= self.offers("nacre config "))
        self.assertEqual(self.offers("nacre config get recall.li"), {"recall.limit"})
        self.assertEqual(self.offers("nacre config set recall.snippet"), {"recall.snippet_chars"})
        self.assertEqual(self.offers("nacre config set recall.limit "), set())


class OtherShells(unittest.TestCase):
    def text(self, path):
        return (SHARE / path).read_text(encoding="utf-8")

    def test_zsh_reads_its_script(self):
        path = "zsh/site-functions/_nacre"
        self.assertTrue(self.text(path).startswith("#compdef nacre\n"))
        for verb in verbs():
            self.assertIn(f"_nacre_{verb}() {{", self.text(path))
        if shutil.which("zsh"):
            done = run(["zsh", "-f", "-n", str(SHARE / path)])
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_fish_completes(self):
        path = "fish/vendor_completions.d/nacre.fish"
        for verb in verbs():
            self.assertIn(f"-a {verb} -d", self.text(path))
        if not shutil.which("fish"):
            return
        with tempfile.TemporaryDirectory() as home:
            def offers(line):
                done = run(["fish", "--no-config", "-c", f"source '{SHARE / path}'; complete -C '{line}'"],
                           env={"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"})
                self.assertEqual(done.stderr, "")
                return {row.split("\t")[0] for row in done.stdout.splitlines()}

            self.assertTrue(set(verbs()) <= offers("nacre "))
            self.assertEqual(offers("nacre recall --lang "), {"en", "zh"})
            self.assertTrue(helped("recall") <= offers("nacre recall --"))
            if "config" in verbs():
                self.assertEqual(offers("nacre config get recall.snip"), {"recall.snippet_chars"})


class ManPages(unittest.TestCase):
    def pages(self, language):
        found = {}
        for path in sorted((SHARE / "man" / language / "man1").iterdir()):
            data = path.read_bytes()
            found[path.name.split(".")[0]] = (path, gzip.decompress(data) if path.suffix == ".gz" else data)
        return found

    def test_there_is_one_for_each_verb_in_both_languages(self):
        wanted = {"nacre"} | {f"nacre-{verb}" for verb in verbs()}
        for language in ("", "zh_CN"):
            self.assertEqual(set(self.pages(language)), wanted)

    def test_they_name_every_option(self):
        for language in ("", "zh_CN"):
            pages = self.pages(language)
            for verb in verbs():
                text = pages[f"nacre-{verb}"][1].decode().replace("\\-", "-")
                for option in helped(verb):
                    self.assertIn(option, text)

    def test_man_shows_them_without_a_warning(self):
        if not shutil.which("groff"):
            self.skipTest("no groff")
        for language in ("", "zh_CN") if GROFF_CHINESE else ("",):
            for name, (_, text) in self.pages(language).items():
                macros = ["-m", "zh"] if language else []
                done = subprocess.run(["groff", "-man", *macros, "-ww", "-K", "utf8", "-T", "utf8"],
                                      input=text, capture_output=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr.decode()), (0, ""), f"{language} {name}")
                shown = re.sub(r"\x1b\[[\d;]*m|.\x08", "", done.stdout.decode())
                self.assertIn(name.upper() + "(1)", shown)

    def test_a_chinese_page_is_chinese(self):
        text = self.pages("zh_CN")["nacre-recall"][1].decode()
        for word in (".SH 名称", ".SH 用法", ".SH 选项", ".SH 退出码", "最多返回几条"):
            self.assertIn(word, text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--share", required=True)
    options, rest = parser.parse_known_args()
    PROGRAM, SHARE = os.path.abspath(options.program), pathlib.Path(options.share).resolve()
    unittest.main(argv=[sys.argv[0], *rest])
