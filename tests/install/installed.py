"""What an installed tree must be able to do, wherever it lies."""
import os
import pathlib
import subprocess


def environment(home, **more):
    """Nothing of the caller's own."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8",
            "NACRE_NOW": "2026-11-24T09:30:00+08:00", **more}


def run(arguments, expect=0, **options):
    done = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True,
                          timeout=300, **options)
    if done.returncode != expect:
        raise AssertionError(f"{arguments}: exit {done.returncode}, not {expect}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def try_program(program, folder):
    """init, remember, recall, context, and both languages."""
    home = pathlib.Path(folder, "home")
    home.mkdir()
    notes = pathlib.Path(folder, "notes")
    env = environment(home)
    run([program, "init", notes, "--lang", "zh"], env=env)
    here = {"env": {**env, "NACRE_WORKSPACE": str(notes)}}

    def expect(wanted, *arguments, code=0):
        said = run([program, *arguments], expect=code, **here)
        assert wanted in said, f"{arguments}: no {wanted!r} in\n{said}"

    # The language that init was asked for stays.
    expect("已写入：MEMORY.md:", "remember", "老配置指 v2.2.0 的 gateway.toml")
    expect("written: USER.md:", "remember", "likes tea", "--to", "user", "--lang", "en")
    expect("MEMORY.md:", "recall", "老配置是指哪个版本")
    expect("没有找到", "recall", "zanzibar", code=1)
    expect("gateway.toml", "context")
    expect("用法：nacre recall", "recall", "--help")


def try_modules(program, prefix, folder):
    """What is loaded on first use is found from where the program lies."""
    if not list(pathlib.Path(prefix).rglob("nacre/libnacre_archive.so")):
        return
    notes = pathlib.Path(folder, "clawd")
    (notes / "memory").mkdir(parents=True)
    (notes / "MEMORY.md").write_text("# MEMORY\n\n- tea at four\n")
    backup, back = pathlib.Path(folder, "backup.tar.zst"), pathlib.Path(folder, "back")
    here = {"env": environment(folder), "cwd": folder}
    run([program, "adopt", notes, "--yes", "--backup", backup], **here)
    run([program, "adopt", "--restore", backup, "--to", back], **here)
    assert only(back.rglob("MEMORY.md")).read_bytes() == (notes / "MEMORY.md").read_bytes()


def only(paths):
    found = list(paths)
    assert len(found) == 1, found
    return found[0]


def check_tree(prefix):
    """The files that every installed tree has, below `prefix`."""
    prefix = pathlib.Path(prefix)
    for path in ("bin/nacre", "share/man/man1/nacre.1*", "share/man/man1/nacre-recall.1*",
                 "share/man/zh_CN/man1/nacre-recall.1*", "share/bash-completion/completions/nacre",
                 "share/zsh/site-functions/_nacre", "share/fish/vendor_completions.d/nacre.fish",
                 "share/doc/nacre/README.md", "share/doc/nacre/README.zh-CN.md", "share/doc/nacre/copyright",
                 "share/doc/nacre/docs/json.md", "share/nacre/examples/workspace/MEMORY.md"):
        only(prefix.glob(path))
