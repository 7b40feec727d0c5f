#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

constexpr Message kMessages[] = {
    // Around the tables.
    {"nacre: memory for AI agents, in Markdown files that people read and edit.",
     "nacre：给 AI 智能体的记忆，存成人能读、能改的 Markdown 文件。"},
    {"usage: nacre COMMAND [OPTIONS] ...", "用法：nacre COMMAND [OPTIONS] ..."},
    {"usage: nacre {}", "用法：nacre {}"},
    {"options:", "选项："},
    {"with every command:", "所有命令通用："},
    {"examples:", "示例："},
    {"nacre init ~/nacre && cd ~/nacre\nnacre remember \"Deploys happen on Tuesdays\"\nnacre "
     "recall when do we deploy",
     "nacre init ~/nacre && cd ~/nacre\nnacre remember \"每周二部署\"\nnacre recall 什么时候部署"},
    {"`nacre COMMAND --help` says more. `nacre --version` prints the version.",
     "`nacre COMMAND --help` 看详细说明，`nacre --version` 显示版本。"},
    {"{}.", "{}。"},
    {"Also called {}.", "又名 {}。"},

    // Verbs.
    {"Lay out a workspace; touches nothing that exists", "建立工作区；已有的文件一概不动"},
    {"DIR is the current directory by default. An existing OpenClaw workspace needs no\ninit: it "
     "works as it is.",
     "DIR 默认是当前目录。已有的 OpenClaw 工作区不需要 init，直接可用。"},
    {"Keep something: in MEMORY.md, or where --to says",
     "记住一件事：写入 MEMORY.md 或 --to 指定之处"},
    {"An exact repeat writes nothing and says so. - reads the text from standard input.",
     "内容完全重复时不写入，并如实说明。- 表示从标准输入读取正文。"},
    {"Write an entry with the time into today's note", "在今天的笔记里写一条带时间的条目"},
    {"The day is the user's day in the configured time zone.", "“今天”按配置的时区计算。"},
    {"Find what answers a question, with file and line", "找出能回答问题的内容，给出文件和行号"},
    {"Any of the words may match; \"quoted phrases\" must, -words must not. Filters may stand "
     "in\nthe query too: project:NAME date:2026-03..2026-04 path:memory/ layer:daily tag:x\n"
     "link:\"Page\" (what links to that page).\nA query that starts with - goes after --.\n\nExit "
     "code: 0 found, 1 nothing found, 2 usage, 3 "
     "denied, 4 answered in part, 5 failed.",
     "任一词匹配即可；\"引号短语\"必须出现，-词 必须不出现。查询里也可以写过滤条件：\nproject:NAME "
     "date:2026-03..2026-04 path:memory/ layer:daily "
     "tag:x\nlink:\"页面\"（链接到该页的内容）。\n以 - 开头的查询放在 -- "
     "之后。\n\n退出码：0 找到，1 没找到，2 用法错误，3 被拒绝，4 只答了一部分，5 失败。"},
    {"Read lines of a note exactly as they are", "原样读取笔记中的若干行"},
    {"Found, not found, denied and unreadable are four answers (exit 0, 1, 3, 5).",
     "找到、没找到、被拒绝、读不了是四种不同的回答（退出码 0、1、3、5）。"},
    {"What a session should start with, within a budget", "会话开头应载入的内容，不超出预算"},
    {"MEMORY.md, USER.md, instruction files, the notes of today and yesterday, the "
     "running\nproject and memory/shared/, as far as the context may see them. What is cut or left "
     "out\nis reported on standard error, with the command that shows it. No index is needed.",
     "MEMORY.md、USER.md、指令文件、今天和昨天的笔记、当前项目以及 "
     "memory/shared/"
     "，\n以该场景可见者为限。截断或略去的内容在标准错误中说明，并附查看它的命令。\n不需要索引。"},
    {"Bring the index up to date with the files", "让索引跟上文件"},
    {"Reads only what changed. One bad file never stops the rest.",
     "只读有变化的文件。一个坏文件不会影响其余文件。"},
    {"What is indexed, pending, failed or stale, and why",
     "哪些已索引、待处理、失败或过期，原因何在"},
    {"Keep the index current until it is told to stop", "持续更新索引，直到被停止"},
    {"Says a line when all is indexed, and one for each change that followed. Ends with\nCtrl-C. "
     "What .nacreignore names (as in .gitignore) is left out.",
     "全部索引后输出一行，此后每次变化输出一行。按 Ctrl-C 结束。\n.nacreignore 列出的文件（写法同 "
     ".gitignore）不处理。"},
    {"Which lines hold a key, a password or a card, never the value",
     "哪些行含密钥、密码或卡号；绝不显示其值"},
    {"Looks into all text files of the workspace, or into PATH. With --staged it\nlooks into all "
     "that git would commit, in the whole repository; paths then start\nat its root.\n\nExit "
     "code: 0 found, 1 nothing found. With --staged it is a check, for hooks:\n0 nothing found, 5 "
     "a secret would be "
     "committed.",
     "检查工作区的所有文本文件，或指定的 PATH。加 --staged 时检查 git "
     "将提交的全部内容，\n范围是整个仓库，路径从仓库的根目录算起。\n\n退出码：0 找到，1 没找到。加 "
     "--staged "
     "则作为钩子检查：\n0 没找到，5 将有秘密被提交。"},

    // Manual pages and completions.
    {"Show help on a command", "显示某个命令的帮助"},
    {"Print the version", "显示版本"},
    {"NAME", "名称"},
    {"SYNOPSIS", "用法"},
    {"DESCRIPTION", "说明"},
    {"COMMANDS", "命令"},
    {"OPTIONS", "选项"},
    {"OPTIONS OF EVERY COMMAND", "所有命令通用的选项"},
    {"EXAMPLES", "示例"},
    {"EXIT STATUS", "退出码"},
    {"SEE ALSO", "另见"},
    {"ENVIRONMENT", "环境变量"},
    {"FILES", "文件"},
    {"Found, or done.", "找到，或已完成。"},
    {"Nothing found.", "没有找到。"},
    {"Wrong usage.", "用法错误。"},
    {"Denied in this context.", "此场景下被拒绝。"},
    {"Answered, but a part that is configured failed.", "已回答，但配置的某一部分失败。"},
    {"Failed.", "失败。"},
    {"memory for AI agents, in Markdown files", "给 AI 智能体的记忆，存成 Markdown 文件"},
    {"An agent's notes stay Markdown files that people read, edit and keep in git;\nnacre finds "
     "anything in them, in English, Chinese or both, and shows private\nmemory to nobody else.",
     "智能体的笔记始终是人能读、能改、能放进 git 的 Markdown 文件；\nnacre "
     "能在其中找到任何内容，中文、英文或混排都行，私密的记忆不给任何旁人看。"},
    {"The workspace, where --workspace does not name one.", "工作区；--workspace 未指定时使用。"},
    {"An instant such as 2026-02-09T18:30:00+08:00 that counts as now.",
     "当作“现在”的时刻，如 2026-02-09T18:30:00+08:00。"},
    {"The language of help and messages, where neither --lang nor user.language names one: Chinese "
     "for zh, else English.",
     "--lang 和 user.language 都未指定时，帮助和消息的语言：zh 开头为中文，否则为英文。"},
    {"When set, no colour on a terminal.", "设置后终端上不用颜色。"},
    {"The notes of a workspace, which are the truth.", "工作区的笔记，以它们为准。"},
    {"The configuration of a workspace.", "工作区的配置。"},
    {"What is derived from the notes; it may be deleted at any time.",
     "由笔记派生的内容，随时可以删除。"},
};

}  // namespace

std::span<const Message> help_messages() {
  return kMessages;
}

}  // namespace nacre::cli
