"""The example memory answers what the demo and the README ask it."""
import pathlib
import shutil

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "workspace"

# Question, options, file of the first result, what its snippet says.
QUESTIONS = [
    ("昨天的测试优化做到哪了", [], "memory/2026-11-23.md", "7 分 12 秒"),
    ("老配置是指哪个版本", [], "MEMORY.md", "v2.2.0"),
    ("金刚是谁", [], "MEMORY.md", "边境牧羊犬"),
    ("what did we decide last Wednesday?", [], "memory/2026-11-18-release-review.md", "freeze the wallet API"),
    ("上周三决定了什么", [], "memory/2026-11-18", ""),
    ("retry_budget_ms", ["--context", "group"], "projects/harbor/memory.md", "1200"),
    ("ask-codex", [], "", "ask-codex"),
    ("38.101", [], "", "38.101"),
    ('"never retry a capture"', [], "MEMORY.md", "never retry a capture"),
    ("sourdough -rye", [], "memory/bread.md", "white"),
    ("簽證預約改到什麼時候", [], "memory/旅行-京都.md", "12 月 9 日"),
    ("boiler serial number", [], "memory/archive/2023/2023-11-02.md", "HX-90417"),
    ("frame number of the bike", ["--layer", "archive"], "memory/archive/2023/2023-05-14.md", "WQ-5527-81F"),
    ("漏水", ["--date", "2025"], "memory/archive/2025/2025-06-30.md", "吴阿姨"),
]


def scenario(world):
    shutil.copytree(EXAMPLES, world.workspace, dirs_exist_ok=True)
    world.now("2026-11-24T09:30:00+08:00")
    report = world.run("index", "--json").json
    world.expect(report.failed == 0 and report.complete, "every file is indexed")

    for question, options, path, words in QUESTIONS:
        answer = world.run("recall", question, *options, "--json")
        world.expect(answer.exit == 0, f"{question}: something is found")
        best = answer.json.results[0]
        world.expect(best.path.startswith(path), f"{question}: {path} first, not {best.path}")
        world.expect(words in best.snippet, f"{question}: '{words}' in {best.snippet}")

    world.expect(world.run("recall", "金刚是谁", "--context", "group").exit == 1, "a group finds no 金刚")
    world.expect(world.run("get", "USER.md", "--context", "group").exit == 3, "a group may not read USER.md")
