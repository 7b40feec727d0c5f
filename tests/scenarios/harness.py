"""Runs the real nacre program in a world of its own.

A World is a temporary folder with a workspace, a home and nothing of the user's environment. Text
scenarios (see README.md) and Python scenarios both drive it.
"""
import ctypes
import functools
import json
import os
import pathlib
import queue
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import time

RUN_SECONDS_MAX = 100
WAIT_SECONDS_MAX = 30
POLL_SECONDS = 0.002
# Exit codes from here on are no answer of the program: 1 would look like "nothing found".
EXIT_CODE_MAX = 63
SANITIZER_EXIT = 99
SHOWN_CHARACTERS_MAX = 4000

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2


class Failure(Exception):
    """The program did not do what the scenario expects."""


class Object:
    """A JSON object whose members read as attributes: results[0].path."""

    def __init__(self, members):
        self._members = members

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name):
        if name not in self._members:
            raise Failure(f"no member '{name}', only {', '.join(self._members) or 'none'}")
        return readable(self._members[name])

    def __contains__(self, name):
        return name in self._members

    def __iter__(self):
        return iter(self._members)

    def __len__(self):
        return len(self._members)

    def __eq__(self, other):
        return self._members == (other._members if isinstance(other, Object) else other)

    def __repr__(self):
        return json.dumps(self._members, ensure_ascii=False)


class Array(list):
    """A JSON array. `each` compares and selects element by element."""

    @property
    def each(self):
        return Each(self)


class Each:
    """results[].path: one value per element. Compared with anything but a list it gives one answer
    per element, for any() and all()."""

    def __init__(self, elements):
        self._elements = list(elements)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Each(getattr(element, name) for element in self._elements)

    def __getitem__(self, key):
        return Each(element[key] for element in self._elements)

    def __iter__(self):
        return iter(self._elements)

    def __len__(self):
        return len(self._elements)

    def __contains__(self, value):
        return value in self._elements

    def __eq__(self, other):
        if isinstance(other, Each):
            other = other._elements
        if isinstance(other, list):
            return self._elements == other
        return [element == other for element in self._elements]

    def __ne__(self, other):
        if isinstance(other, (Each, list)):
            return not self == other
        return [element != other for element in self._elements]

    def __lt__(self, other):
        return [element < other for element in self._elements]

    def __le__(self, other):
        return [element <= other for element in self._elements]

    def __gt__(self, other):
        return [element > other for element in self._elements]

    def __ge__(self, other):
        return [element >= other for element in self._elements]

    def __repr__(self):
        return repr(self._elements)


def readable(value):
    if isinstance(value, dict):
        return Object(value)
    if isinstance(value, list):
        return Array(readable(element) for element in value)
    return value


def unique_members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object names a member twice")
    return members


class Answer:
    """What one run of the program gave."""

    def __init__(self, arguments, exit_code, stdout, stderr, memory_mb):
        self.arguments = arguments
        self.exit = exit_code
        self.stdout_bytes = stdout
        self.stdout = stdout.decode("utf-8", "surrogateescape")
        self.stderr = stderr.decode("utf-8", "surrogateescape")
        self.memory_mb = memory_mb

    @property
    def json(self):
        try:
            text = self.stdout_bytes.decode("utf-8", "strict")
            return readable(json.loads(text, object_pairs_hook=unique_members))
        except ValueError as error:
            raise Failure(f"standard output is no JSON: {error}") from error

    def describe(self):
        command = " ".join(cut(argument, 200) for argument in ["nacre", *self.arguments])
        return (f"  ran:    {command}\n  exit:   {self.exit}\n"
                f"  stdout: {cut(self.stdout)}\n  stderr: {cut(self.stderr)}")


def cut(text, characters_max=SHOWN_CHARACTERS_MAX):
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    if len(text) <= characters_max:
        return text
    return f"{text[:characters_max]}... ({len(text)} characters)"


class Running:
    """A program that goes on while the scenario does, and its lines of JSON as they come."""

    def __init__(self, command, folder, environment):
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.seen = []
        self.errors = []
        self.readers = [threading.Thread(target=self._read_lines, daemon=True),
                        threading.Thread(target=self._read_errors, daemon=True)]
        for reader in self.readers:
            reader.start()

    def _read_lines(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _read_errors(self):
        self.errors.append(self.process.stderr.read())

    def wait_for(self, wanted, what, seconds=WAIT_SECONDS_MAX):
        """The next line that is `wanted`; lines before it are passed over and kept in `seen`."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Failure(f"no line within {seconds} s: {what}; came: {self.seen}") from None
            if line is None:
                raise Failure(f"it ended before this: {what}; came: {self.seen}")
            message = readable(json.loads(line.decode("utf-8", "strict"),
                                          object_pairs_hook=unique_members))
            self.seen.append(message)
            if wanted(message):
                return message

    def stop(self, number=signal.SIGTERM):
        """Exit code and standard error after a signal."""
        self.process.send_signal(number)
        exit_code, _memory_mb = wait_with_usage(self.process)
        for reader in self.readers:
            reader.join()
        return exit_code, b"".join(self.errors).decode("utf-8", "surrogateescape")

    def ended(self):
        """Whether it has; `finish` says how."""
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def finish(self):
        """Exit code and standard error when it has ended by itself."""
        exit_code, _memory_mb = wait_with_usage(self.process)
        self.kill()
        return exit_code, b"".join(self.errors).decode("utf-8", "surrogateescape")

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self):
        if self.process.returncode is None:
            self.process.kill()
            self.process.wait()
        for reader in self.readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()


class World:
    """One temporary folder for one scenario. Use it in a `with` statement."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.sanitized = os.environ.get("NACRE_TEST_SANITIZED", "") != ""
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="nacre-scenario-"))
        self.workspace = self.root / "workspace"
        self.home = self.root / "home"
        for folder in (self.workspace, self.home, self.root / "outside", self.root / "tmp"):
            folder.mkdir()
        self.current = self.workspace
        self.config_lines = []
        self.written = {}
        self.answer = None
        self.running = []
        self.environment = {
            "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_STATE_HOME": str(self.home / ".local/state"),
            "TMPDIR": str(self.root / "tmp"),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "NACRE_WORKSPACE": str(self.workspace),
        }
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"):
            self.environment[name] = f"{os.environ.get(name, '')}:exitcode={SANITIZER_EXIT}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for running in self.running:
            running.kill()
        for folder, names, _files in os.walk(self.root):
            for name in names:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
        shutil.rmtree(self.root, ignore_errors=True)

    def path(self, name):
        """`@outside/x` lies beside the workspace, `@home/x` in the home folder, all else inside."""
        for prefix, folder in (("@outside/", self.root / "outside"), ("@home/", self.home)):
            if name.startswith(prefix):
                return folder / name[len(prefix):]
        return self.workspace / name

    def now(self, instant):
        self.environment["NACRE_NOW"] = instant

    def config(self, line):
        """Adds one `key = value` line; the scenario owns the whole of .nacre/config.toml."""
        self.config_lines.append(line)
        self.file(".nacre/config.toml", "\n".join(self.config_lines) + "\n")

    def file(self, name, content):
        data = content.encode("utf-8") if isinstance(content, str) else content
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.written[name] = data

    def append(self, name, content):
        data = content.encode("utf-8") if isinstance(content, str) else content
        self.file(name, self.path(name).read_bytes() + data)

    def run(self, *arguments, stdin=b"", file_bytes_max=None):
        if self.environment.get("NACRE_NOW") is None:
            raise Failure("set the clock with `now` before the first run")
        data = stdin.encode("utf-8") if isinstance(stdin, str) else stdin
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, \
                tempfile.TemporaryFile() as err:
            given.write(data)
            given.seek(0)
            process = subprocess.Popen([self.program, *arguments], cwd=self.current,
                                       env=self.environment, stdin=given, stdout=out, stderr=err,
                                       preexec_fn=functools.partial(before_exec, file_bytes_max))
            exit_code, memory_mb = wait_with_usage(process)
            out.seek(0)
            err.seek(0)
            self.answer = Answer(arguments, exit_code, out.read(), err.read(), memory_mb)
        if exit_code < 0 or exit_code > EXIT_CODE_MAX:
            raise Failure(f"the program crashed, or a sanitizer stopped it (exit {exit_code})")
        return self.answer

    def start(self, *arguments):
        """Starts the program and leaves it running; it is killed with the world if nobody stops it."""
        self.running.append(Running([self.program, *arguments], self.current, self.environment))
        return self.running[-1]

    def bytes_of(self, name):
        return self.path(name).read_bytes()

    def text_of(self, name):
        return self.bytes_of(name).decode("utf-8", "surrogateescape")

    def files(self, pattern="**/*"):
        """The files that match, without .nacre/, sorted."""
        found = (path.relative_to(self.workspace) for path in self.workspace.glob(pattern)
                 if path.is_file())
        return sorted(str(path) for path in found if path.parts[0] != ".nacre")

    def snapshot(self):
        self.written = {name: self.bytes_of(name) for name in self.files()}

    def expect_unchanged(self, name=None):
        if name is not None and name not in self.written:
            raise Failure(f"the scenario never wrote {name}")
        for path in [name] if name else sorted(self.written):
            if not self.path(path).is_file():
                raise Failure(f"{path} is gone")
            if self.bytes_of(path) != self.written[path]:
                raise Failure(f"{path} has changed to:\n{cut(self.text_of(path))}")

    def expect(self, condition, what):
        if not condition:
            raise Failure(what)


def wait_with_usage(process):
    """Exit code (negative for a signal) and peak memory of one child, with a time limit."""
    timer = threading.Timer(RUN_SECONDS_MAX, lambda: os.kill(process.pid, signal.SIGKILL))
    timer.start()
    peak = None
    try:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        while pid == 0:
            peak = peak_kb(process.pid) or peak
            time.sleep(POLL_SECONDS)
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
    finally:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, (peak or usage.ru_maxrss) / 1024


def peak_kb(pid):
    """The peak since the program started. What `wait4` tells begins at the fork, and so with the
    memory of this harness, which may hold large files."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as lines:
            return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), None)
    except OSError:
        return None


def before_exec(file_bytes_max):
    """Root may read everything, so `chmod 000` would test nothing: gives that power up. No file
    grows beyond `file_bytes_max`, as on a full disk."""
    if file_bytes_max is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes_max, file_bytes_max))
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        libc.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)
        libc.prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH, 0, 0, 0)
