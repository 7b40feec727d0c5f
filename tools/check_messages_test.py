#!/usr/bin/env python3
"""Tests of check_messages.py: it finds what people may read, and what has no row."""
import unittest

import check_messages as check


def found(source):
    tokens, marked = check.tokens(source)
    templates = []
    for one in check.expressions(check.tree(tokens), marked):
        template = one.template if one.exact else check.trimmed(one.template)
        if one.demanded and check.has_words(template) or check.is_prose(template):
            templates.append(template)
    return templates


class Finding(unittest.TestCase):
    def test_joins_literals_and_values(self):
        self.assertEqual(found('''f("read '" + path + "': " "too long");'''), ["read '{}': too long"])
        self.assertEqual(found('''f("more than " + std::to_string(n * 2) + " bytes here");'''),
                         ["more than {} bytes here"])
        self.assertEqual(found('''f("write " + *text + std::string(" to it"));'''), ["write {} to it"])

    def test_takes_both_branches(self):
        self.assertEqual(found('x = near ? "one of them" : "none of them";'), ["one of them", "none of them"])
        self.assertEqual(found('x = "it " + (n == 1 ? "does" : "do") + " not fit";'.replace('"it "', 'std::string("it ")')),
                         ["it does not fit", "it do not fit"])

    def test_demands_single_words_where_people_read_them(self):
        self.assertEqual(found('return Error{ErrorCode::Io, "damaged", hint};'), ["damaged"])
        self.assertEqual(found('return std::move(e).in("sync").with_hint("retry");'), ["sync", "retry"])
        self.assertEqual(found('words.say("today"); words.count(n, "{} file", "{} files");'),
                         ["today", "{} files"])
        self.assertEqual(found('file.reason = gone ? "gone" : "cut"; R r{.why = "blank", .path = "x"};'),
                         ["gone", "cut", "blank"])
        self.assertEqual(found('json["today"] = f("today");'), [])

    def test_adds_the_path_to_what_a_system_call_did(self):
        self.assertEqual(found('return system_error(errno, "open", path);'), ["open '{}'"])

    def test_passes_over_sql_commands_comments_and_marks(self):
        self.assertEqual(found('q("SELECT path FROM files WHERE id = ?"); // "two words"'), [])
        self.assertEqual(found('x = "nacre index\\nnacre status";'), [])
        self.assertEqual(found('x = "two words";  // not for people'), [])

    def test_reads_raw_strings_and_escapes(self):
        self.assertEqual(found('f(R"(raw "words" here)"); f("tab\\tand \\"quotes\\"");'),
                         ['raw "words" here', 'tab\tand "quotes"'])


class Covering(unittest.TestCase):
    ROWS = {"open '{}'", "no such file", "{} of {}", "not indexed"}

    def test_takes_a_row_or_a_row_per_part(self):
        self.assertEqual(check.covering("no such file", self.ROWS), {"no such file"})
        self.assertEqual(check.covering("open '{}': no such file", self.ROWS), {"open '{}'", "no such file"})
        self.assertEqual(check.covering("not indexed: {}", self.ROWS), {"not indexed"})

    def test_says_when_a_part_has_no_row(self):
        self.assertIsNone(check.covering("open '{}': it is gone", self.ROWS))
        self.assertIsNone(check.covering("no such", self.ROWS))

    def test_compares_holes(self):
        self.assertIsNone(check.hole_problem("{} of {}", "{1} 中的 {0}"))
        self.assertIsNotNone(check.hole_problem("{} of {}", "{} 中"))
        self.assertIsNotNone(check.hole_problem("{} of {}", "{2} 中的 {0}"))


if __name__ == "__main__":
    unittest.main()
