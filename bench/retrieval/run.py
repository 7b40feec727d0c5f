#!/usr/bin/env python3
"""Measure retrieval quality of the real program on the retrieval sets.

    bench/retrieval/run.py --data DIR [--nacre build/release/bin/nacre]
                           [--sets locomo,memdaily-zh,...] [--names dated|plain]
                           [--limit 50] [--arg=--explain ...] [--keep DIR]

DIR holds one folder a set (corpus.jsonl, queries.jsonl, qrels.tsv) and score.py.
Each conversation of a set becomes a workspace of its own: one file per session,
one list item per turn; passages one file each. Every question is one run of
`nacre recall`; a hit counts as the turn that contains its `line`. Prints the
scorer's table for turns and, where the set has sessions, for sessions.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def day_of(date):
    """'2023-05-08' of either date style of the sets, or ''."""
    found = re.match(r"(\d{4})\D(\d{2})\D(\d{2})", date or "")
    return "-".join(found.groups()) if found else ""


def one_line(text):
    return " ".join(text.split())


def file_name(item, names):
    meta = item["meta"]
    session = (meta.get("session") or item["id"]).rsplit("/", 1)[-1]
    day = day_of(meta.get("date"))
    if names == "dated" and day and session != day:
        return f"memory/{day}-{session}.md"
    return f"memory/{session}.md"


def write_workspaces(corpus, base, names):
    """One workspace per conversation; returns {conv: {(path, line): document id}}."""
    conversations = collections.defaultdict(lambda: collections.defaultdict(list))
    for item in corpus:
        meta = item.get("meta") or {}
        item["meta"] = meta
        conversations[meta.get("conv") or ""][file_name(item, names)].append(item)
    places = {}
    for conv, files in conversations.items():
        place = places.setdefault(conv, {})
        for path, items in files.items():
            target = base / (conv or "all") / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if items[0]["meta"].get("session"):
                lines = [f"# {day_of(items[0]['meta'].get('date')) or path}", ""]
                for item in items:
                    lines.append("- " + one_line(item["text"]))
                    place[path, len(lines)] = item["id"]
            else:
                lines = items[0]["text"].splitlines() or [""]
                for number in range(1, len(lines) + 1):
                    place[path, number] = items[0]["id"]
            target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return places


def run(command, environment):
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def measure(name, options):
    data = options.data / name
    corpus, queries = rows(data / "corpus.jsonl"), rows(data / "queries.jsonl")
    if options.queries:
        queries = queries[:: max(1, len(queries) // options.queries)]
    environment = dict(os.environ, NACRE_NOW=options.now)
    with tempfile.TemporaryDirectory() as temporary:
        base = pathlib.Path(options.keep or temporary) / name
        places = write_workspaces(corpus, base, options.names)
        for conv in places:
            run([options.nacre, "--workspace", str(base / (conv or "all")), "index", "--json"], environment)

        def ask(query):
            if not query["text"].strip():
                return []  # A usage error of the program, and no question.
            conv = query.get("conv") or ""
            output = run([options.nacre, "--workspace", str(base / (conv or "all")), "recall", "--json",
                          "--limit", str(options.limit), *options.arg, "--", query["text"]], environment)
            place = places[conv]
            return [(query["id"], place[hit["path"], hit["line"]], hit["score"])
                    for hit in json.loads(output)["results"] if (hit["path"], hit["line"]) in place]

        started = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            ranked = list(pool.map(ask, queries))
        took = time.monotonic() - started
        file = pathlib.Path(temporary) / "run.tsv"
        file.write_text("".join(f"{q}\t{d}\t{s}\n" for hits in ranked for q, d, s in hits), encoding="utf-8")
        print(f"== {name} ({options.names} names): {len(queries)} questions, {1000 * took / len(queries):.1f} ms each, two at a time")
        units = ["turn", "session"] if (data / "qrels_sessions.tsv").exists() else ["turn"]
        for unit in units:
            score = [sys.executable, str(options.data / "score.py"), name, str(file), "--unit", unit]
            print(f"-- {unit}")
            subprocess.run(score + (["--by-category"] if options.by_category else []), check=True)
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--nacre", default=str(ROOT / "build/release/bin/nacre"))
    parser.add_argument("--sets", default="locomo,memdaily-zh,cmrc2018-zh")
    parser.add_argument("--names", choices=["dated", "plain"], default="dated")
    parser.add_argument("--limit", type=int, default=50)
    parser.add_argument("--queries", type=int, default=0, help="only about this many, evenly spread")
    parser.add_argument("--now", default="2026-11-29T12:00:00Z")
    parser.add_argument("--arg", action="append", default=[], help="a further argument of recall")
    parser.add_argument("--by-category", action="store_true")
    parser.add_argument("--keep", help="keep the workspaces in this folder")
    options = parser.parse_args()
    for name in options.sets.split(","):
        measure(name, options)


if __name__ == "__main__":
    main()
