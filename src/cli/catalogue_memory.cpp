#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

constexpr Message kMessages[] = {
    // Who may see and write what.
    {"--to long, user or daily is this user's own memory",
     "--to long、user 或 daily 是该用户自己的记忆"},
    {"--to daily or project:NAME", "请用 --to daily 或 project:NAME"},
    {"a group may write public daily notes and project memory only",
     "群聊只能写公开的每日笔记和项目记忆"},
    {"a job may write daily notes and project memory only", "定时任务只能写每日笔记和项目记忆"},
    {"context not allowed", "此场景不允许"},
    {"contexts that may write: direct, group, cron, heartbeat, subagent",
     "可以写入的场景：direct、group、cron、heartbeat、subagent"},
    {"nothing may be written in a shared or unknown context", "共享或未知的场景不能写入"},
    {"remember --to daily or project:NAME, with --visibility public",
     "请用 remember --to daily 或 project:NAME，并加 --visibility public"},
    {"this memory belongs to another user", "这份记忆属于另一用户"},

    // Reading lines.
    {"'{}' is not allowed in a path", "路径中不允许 '{}'"},
    {"'{}' names no lines", "'{}' 没有指明行"},
    {"a part of the path between two '/' is empty", "两个 '/' 之间的一段是空的"},
    {"paths start at the workspace, without '/'", "路径从工作区算起，不以 '/' 开头"},
    {"an anchor in the path and a first line or count", "路径里的行锚点与起始行或行数同时给出"},
    {"give #L4-L9 or --from and --lines, not both", "#L4-L9 与 --from、--lines 只能选一种"},
    {"larger than index.file_bytes_max", "大于 index.file_bytes_max"},
    {"line {} is longer than get.chars_max ({} characters) and was cut",
     "第 {} 行超过 get.chars_max（{} 字符），已截断"},
    {"no such file", "没有这个文件"},
    {"not part of the memory: only its notes can be read", "不属于记忆：只能读其中的笔记"},
    {"not visible in a {} context", "在 {} 场景中不可见"},
    {"not visible to this user in this context", "此用户在此场景中不可见"},
    {"outside the workspace", "在工作区之外"},
    {"permission denied", "没有权限"},
    {"the anchor ends before it begins", "锚点的结束行在起始行之前"},
    {"the file has {} lines", "文件共 {} 行"},
    {"the path is empty", "路径为空"},
    {"write #L4 or #L4-L9; lines count from 1", "请写 #L4 或 #L4-L9；行号从 1 开始"},

    // Git and scan.
    {"git {} failed in '{}'", "git {} 在 '{}' 中失败"},
    {"git diff: a listing that cannot be read", "git diff：列表无法读懂"},
    {"git: its answer is too large", "git：输出过大"},
    {"is it a git repository?", "它是 git 仓库吗？"},
    {"unknown error", "未知错误"},
    {"'{}' and another hook are there", "'{}' 和另一个钩子都已存在"},
    {"make '{}' executable: error {}", "无法让 '{}' 可执行：错误 {}"},
    {"call `nacre scan --staged` from your own hook", "请在自己的钩子里调用 `nacre scan --staged`"},

    // Keeping the index, watching.
    {"'{}': neither in the workspace nor in the index", "'{}'：既不在工作区，也不在索引中"},
    {"paths are relative to the workspace, {}", "路径相对于工作区 {}"},
    {"an index is rebuilt whole, not for some paths", "索引只能整个重建，不能只建几个路径"},
    {"leave out --rebuild, or the paths", "请去掉 --rebuild，或去掉路径"},
    {"finish earlier writes", "补完先前的写入"},
    {"not indexed", "未索引"},
    {"sweep the index", "清理索引"},
    {"there is no index; run `nacre index`", "没有索引；请运行 `nacre index`"},
    {"the text waits in {}", "文本存放在 {} 等待处理"},
    {"{} texts that could not be written wait in {}; keep each with the command in its first line "
     "and `< FILE`, then delete it",
     "有 {} 条没能写入的文本存放在 {}；请用文件首行的命令加上 `< 文件` 逐条存入，然后删除"},
    {"{}: byte {} is not UTF-8", "{}：第 {} 字节不是 UTF-8"},
    {"there are no templates in language '{}'", "没有语言 '{}' 的模板"},
    {"part of the workspace cannot be read", "工作区有一部分无法读取"},
    {"wait for changes", "等待变化"},
    {"{}; looking at all files every {} ms instead (watch.poll_ms)",
     "{}；改为每 {} 毫秒查看所有文件（watch.poll_ms）"},
    {"{}; going on with the configuration as it was", "{}；继续使用原来的配置"},
    {"today's note", "今天的笔记"},
    {"this write to {} cannot be undone", "对 {} 的这次写入无法撤销"},
    {"its name is not UTF-8", "文件名不是 UTF-8"},
    {"undoing it needs more room than history.bytes_max ({} bytes)",
     "撤销它所需的空间超过 history.bytes_max（{} 字节）"},
    {"undoing it needs more room than what was undone leaves of history.bytes_max ({} bytes)",
     "已撤销的内容占用之后，history.bytes_max（{} 字节）余下的空间不够撤销它"},
    {"what it takes out does not fit into history.bytes_max ({} bytes)",
     "要取出的内容放不进 history.bytes_max（{} 字节）"},
    {"raise history.bytes_max, then try again", "请调大 history.bytes_max 后重试"},

    // Entries and notes.
    {"'{}' cannot be the name of a project", "'{}' 不能用作项目名"},
    {"'{}' cannot be the name of a user", "'{}' 不能用作用户名"},
    {"use letters, digits, - and _; at most 100 bytes", "请用字母、数字、- 和 _，最多 100 字节"},
    {"'{}' is no range of days", "'{}' 不是日期区间"},
    {"write FROM..TO, FROM.. or ..TO with days as 2026-03-01",
     "请写 FROM..TO、FROM.. 或 ..TO，日期如 2026-03-01"},
    {"trigger '{}': it may not contain a comma, < > or --", "触发词 '{}'：不能含逗号、< > 或 --"},
    {"unknown target '{}'", "未知的写入目标 '{}'"},
    {"targets are long, user, daily and project:NAME", "目标有 long、user、daily 和 project:NAME"},
    {"a log entry needs a title", "日志条目需要标题"},
    {"importance {}: it goes from 1 to 10", "重要度 {}：范围是 1 到 10"},
    {"more than 32 triggers", "触发词超过 32 个"},
    {"there is nothing to log", "没有可记录的内容"},
    {"there is nothing to remember: the text is empty", "没有可记住的内容：正文为空"},
    {"trigger", "触发词"},
    {"title", "标题"},
    {"body", "正文"},
    {"text", "正文"},
    {"category", "类别"},
    {"line {} has a control character, byte {}", "第 {} 行有控制字符，字节 {}"},
    {"must be one line", "必须是一行"},
    {"not valid UTF-8", "不是有效的 UTF-8"},
    {"aliases and anchors are not supported", "不支持别名和锚点"},
    {"nested deeper than {} levels", "嵌套超过 {} 层"},
    {"'{}': not one of the notes", "'{}'：不在笔记之列"},
    {"it keeps changing while it is read", "读取时它不断变化"},
    {"its name is not UTF-8: rename it", "文件名不是 UTF-8：请改名"},
    {"the limit is index.file_bytes_max", "上限是 index.file_bytes_max"},

    // Finding the workspace.
    {"a .nacre directory, or memory/ beside MEMORY.md, in '{}' or above",
     "'{}' 及其上级中的 .nacre 目录，或与 MEMORY.md 并列的 memory/"},
    {"make it a workspace with: nacre init '{}'", "要把它变成工作区，请运行：nacre init '{}'"},
    {"{}: there is no directory '{}'", "{}：没有目录 '{}'"},
    {"agents.defaults.workspace of {}", "agents.defaults.workspace，见 {}"},
    {"make one with: nacre init DIR, or name a folder of notes with --workspace DIR",
     "请用 nacre init DIR 建一个，或用 --workspace DIR 指定笔记文件夹"},
    {"no workspace found", "没有找到工作区"},
    {"searched", "查找过"},
    {".nacre above", "上级的 .nacre"},
    {"MEMORY.md above", "上级的 MEMORY.md"},
};

}  // namespace

std::span<const Message> memory_messages() {
  return kMessages;
}

}  // namespace nacre::cli
