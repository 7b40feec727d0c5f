#!/usr/bin/env python3
"""Runs one libFuzzer program for NACRE_FUZZ_SECONDS seconds (5 if unset).

usage: run_fuzzer.py PROGRAM SEEDS WORK

New inputs go to WORK, never into the seeds; an input that fails is left there as crash-*.
"""
import os
import pathlib
import subprocess
import sys

MEMORY_MB_MAX = 1024
INPUT_BYTES_MAX = 64 * 1024


def main():
    program, seeds, work = sys.argv[1:]
    corpus = pathlib.Path(work) / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    seconds = os.environ.get("NACRE_FUZZ_SECONDS", "5")
    command = [
        program,
        f"-max_total_time={seconds}",
        f"-rss_limit_mb={MEMORY_MB_MAX}",
        f"-max_len={INPUT_BYTES_MAX}",
        "-timeout=10",
        "-print_final_stats=1",
        f"-artifact_prefix={work}/",
        str(corpus),
    ]
    if pathlib.Path(seeds).is_dir():
        command.append(seeds)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
