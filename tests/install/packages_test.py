#!/usr/bin/env python3
"""The packages that cpack makes: what is in them, what they need, and that they run.

usage: packages_test.py BUILD_DIRECTORY
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import installed
from installed import run


def fields(package):
    text = run(["dpkg-deb", "-f", package])
    return dict(line.split(": ", 1) for line in text.splitlines() if re.match(r"[A-Z][\w-]+: ", line))


def check_deb(package, name, section):
    said = fields(package)
    assert said["Package"] == name and said["Section"] == section, said
    assert said["Architecture"] == run(["dpkg", "--print-architecture"]).strip(), said
    assert re.fullmatch(r"[\w .,'-]+ <[^<>@ ]+@[^<>@ ]+>", said["Maintainer"]), said["Maintainer"]
    listing = run(["dpkg-deb", "-c", package])
    assert f"./usr/share/doc/{name}/copyright" in listing, listing
    for line in listing.splitlines():
        rights, owner, path = line.split()[0], line.split()[1], line.split(None, 5)[5]
        assert owner == "root/root", line
        assert path.startswith("./usr/") or path in ("./", "./usr"), line
        if rights[0] != "l":
            assert rights[5] == "-" and rights[8] == "-", f"others may write: {line}"
    return said


def check_debs(directory, folder):
    packages = {name: installed.only(directory.glob(f"{name}_*.deb"))
                for name in ("nacre", "libnacre0", "libnacre-dev")}
    program = check_deb(packages["nacre"], "nacre", "utils")
    library = check_deb(packages["libnacre0"], "libnacre0", "libs")
    headers = check_deb(packages["libnacre-dev"], "libnacre-dev", "libdevel")
    for said in (program, library):
        for wanted in ("libc6", "libicu", "libsqlite3-0", "libstdc++6"):
            assert wanted in said["Depends"], said["Depends"]
    assert headers["Depends"] == f"libnacre0 (= {headers['Version']})", headers["Depends"]
    assert "libnacre0" not in program["Depends"], program["Depends"]

    root = folder / "root"
    for package in packages.values():
        run(["dpkg-deb", "-x", package, root])
        control = folder / package.name
        run(["dpkg-deb", "-e", package, control])
        assert not (control / "conffiles").exists(), "there is no configuration in /etc"
        if (control / "md5sums").exists():
            run(["md5sum", "--quiet", "-c", control / "md5sums"], cwd=root)
    installed.check_tree(root / "usr")
    assert list((root / "usr/lib").rglob("libnacre.so.0")) and list((root / "usr/include").rglob("memory.h"))
    tried = folder / "from-deb"
    tried.mkdir()
    installed.try_program(root / "usr/bin/nacre", tried)
    installed.try_modules(root / "usr/bin/nacre", root / "usr", tried)


def check_tarball(directory, folder):
    tarball = installed.only(directory.glob("nacre-*.tar.gz"))
    unpacked = folder / "some where"
    unpacked.mkdir()
    run(["tar", "-xzf", tarball, "-C", unpacked])
    prefix = installed.only(unpacked.iterdir())
    assert prefix.name == tarball.name.removesuffix(".tar.gz"), prefix
    installed.check_tree(prefix)
    tried = folder / "from-tarball"
    tried.mkdir()
    installed.try_program(prefix / "bin/nacre", tried)
    installed.try_modules(prefix / "bin/nacre", prefix, tried)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("dpkg-deb"):
        print("no dpkg here: nothing packed")
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        packed = folder / "packages"
        run(["cpack", "-B", packed], cwd=build)
        check_debs(packed, folder)
        check_tarball(packed, folder)
        sums = [path for path in packed.iterdir() if path.suffix == ".sha256"]
        assert len(sums) == 4, sums
    print("packed, unpacked, run")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, subprocess.TimeoutExpired) as failure:
        sys.exit(f"packages_test: {failure}")
