#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

constexpr Message kMessages[] = {
    {"more commands: {}", "更多命令：{}"},

    // Undo.
    {"would be taken back, with its file: {}  {}", "将撤销，连同文件：{}  {}"},
    {"taken back, with its file: {}  {}", "已撤销，连同文件：{}  {}"},
    {"would be brought back, with its file: {}  {}", "将恢复，连同文件：{}  {}"},
    {"brought back, with its file: {}  {}", "已恢复，连同文件：{}  {}"},
    {"would be brought back: {}  {}", "将恢复：{}  {}"},
    {"brought back: {}  {}", "已恢复：{}  {}"},
    {"would be taken back: {}  {}", "将撤销：{}  {}"},
    {"taken back: {}  {}", "已撤销：{}  {}"},
    {"and {} more lines", "另有 {} 行"},
    {"`nacre undo --redo` brings it back", "`nacre undo --redo` 可恢复"},
    {"cannot be undone: {}", "无法撤销：{}"},
    {"nothing to undo", "没有可撤销的内容"},
    {"nothing to bring back", "没有可恢复的内容"},
    {"{} older writes; --limit shows more", "另有 {} 次更早的写入；--limit 可显示更多"},
    {"{} writes are taken back; `nacre undo --redo` brings back the last",
     "已撤销 {} 次写入；`nacre undo --redo` 恢复最近一次"},
    {"--list stands alone", "--list 须单独使用"},
    {"--list shows; RECEIPT, --redo and --dry-run are for taking back",
     "--list 只用于查看；RECEIPT、--redo 和 --dry-run 用于撤销"},
    {"--limit is given without --list", "给了 --limit 却没有 --list"},
    {"only the owner, in a direct context, takes writes back",
     "只有所有者在 direct 场景中才能撤销写入"},
    {"run it without --context and --user", "请去掉 --context 和 --user"},
    {"what '{}' held", "'{}' 原来的内容"},
    {"'{}': another program keeps changing it", "'{}'：另一程序不断修改它"},
    {"write {} stands already", "第 {} 次写入并未撤销"},
    {"write {} is taken back already", "第 {} 次写入已经撤销"},
    {"nothing was changed; take it out by hand, or choose an earlier write with `nacre undo "
     "--list`",
     "什么都没有改动；请手工删除，或用 `nacre undo --list` 选择更早的写入"},
    {"'{}' is no longer there, or empty", "'{}' 已不存在或为空"},
    {"'{}' no longer holds what was written", "'{}' 中已没有当时写入的内容"},
    {"'{}', line {}: the entry was edited after it was written",
     "'{}' 第 {} 行：条目写入后被修改过"},
    {"'{}' holds what was written more than once: in line {} and in line {}",
     "'{}' 中写入的内容出现多次：第 {} 行和第 {} 行"},
    {"'{}' was changed after it was written", "'{}' 写入后被修改过"},
    {"nothing was changed; what stood there before is in .nacre/history/{}.kept",
     "什么都没有改动；之前的内容在 .nacre/history/{}.kept"},
    {"'{}' was changed where it stood", "'{}' 中原来的位置已被修改"},
    {"nothing was changed; the text is in .nacre/history/{}.kept",
     "什么都没有改动；文本在 .nacre/history/{}.kept"},
    {"'{}' is the start of {} receipts", "'{}' 是 {} 个回执的开头"},
    {"give more of it; `nacre undo --list` shows them",
     "请多写几个字符；`nacre undo --list` 可列出"},
    {"no write in the history has the receipt '{}'", "历史中没有回执为 '{}' 的写入"},
    {"Take back what was written last, or what RECEIPT names",
     "撤销最近一次写入，或 RECEIPT 所指的写入"},
    {"RECEIPT is the id of an entry, its first four characters or more, or a number from\n--list. "
     "Undoing again goes further back; --redo brings back what was undone last. Only\nwhat was "
     "written is taken out, also when more was added since; text that somebody\nedited meanwhile "
     "stays, and undo says so. Files keep everything else.\n\nExit code: 0 done, 1 nothing to "
     "undo, 3 denied, 5 it was edited since.",
     "RECEIPT 是条目的 id、其开头至少四个字符，或 --list 中的编号。\n再次撤销会继续往前；--redo "
     "恢复最近撤销的内容。\n只取出当时写入的文字，之后又添加了内容也一样；\n其间被人修改过的文字保"
     "留不动，并会说明。文件的其余部分不变。\n\n退出码：0 完成，1 没有可撤销的内容，3 拒绝，5 "
     "其间被修改过。"},
    {"What can be undone, newest first", "可以撤销的写入，最新的在前"},
    {"With --list: most rows (20)", "与 --list 同用：最多行数（20）"},
    {"Bring back what was undone last, or RECEIPT", "恢复最近撤销的写入，或 RECEIPT"},
    {"Change nothing; show which lines would go and come", "不改动；显示将去掉和加上哪些行"},
    {"Where this is said: only direct is allowed", "在何种场景中说：只允许 direct"},
    {"Who says it: only the owner is allowed", "谁在说：只允许所有者"},
    // Uninstall.
    {"removed: {} ({}; the earlier one is back)", "已移除：{}（{}；已恢复之前的文件）"},
    {"would remove: {} ({}; the earlier one comes back)", "将移除：{}（{}；将恢复之前的文件）"},
    {"removed: {} ({})", "已移除：{}（{}）"},
    {"would remove: {} ({})", "将移除：{}（{}）"},
    {"kept: {} ({})", "保留：{}（{}）"},
    {"kept: {} notes", "保留：{} 篇笔记"},
    {"not removed: {}: {}", "未能移除：{}：{}"},
    {"nothing was changed; `nacre uninstall --yes` does it",
     "什么都没有改动；`nacre uninstall --yes` 才会执行"},
    {"Do it; without, only say what would be done", "执行；不加则只说明将做什么"},
    {"Also configuration, word lists, journals and the history of undo",
     "连同配置、词表、会话日志和撤销历史"},
    {"Take away the index and what was installed; keep every note",
     "移除索引和安装的东西；保留所有笔记"},
    {"Says what it would remove and what it keeps; --yes does it. Removes only files that\nNacre "
     "made: the index, the git hook of `nacre scan`, an earlier hook comes back.",
     "说明将移除什么、保留什么；--yes 才会执行。只移除 Nacre 建立的文件：\n索引、`nacre scan` 的 "
     "git 钩子；之前的钩子会恢复。"},
    {"{}: not a list", "{}：不是列表"},
    {"derived: `nacre index` makes it again", "派生数据：`nacre index` 可重建"},
    {"of writes that are finished", "属于已完成的写入"},
    {"remove directory: {}", "移除目录：{}"},
    {"a symbolic link: what it leads to may be somebody else's",
     "符号链接：所指的内容可能属于别人"},
    {"not made by Nacre", "不是 Nacre 建立的"},
    {"of a write that is not finished; `nacre index` finishes it",
     "属于未完成的写入；`nacre index` 会完成它"},
    {"changed since it was written; take the lines of Nacre out by hand",
     "写入后被修改过；请手工去掉 Nacre 的那几行"},
    {"git pre-commit hook", "git 的 pre-commit 钩子"},
    {"configuration", "配置"},
    {"conversations", "会话"},
    {"your words", "你的词"},
    {"your synonyms", "你的同义词"},
    {"what was forgotten", "已遗忘内容的记录"},
    {"what `nacre undo` needs", "`nacre undo` 所需"},
    {"of conversations", "属于会话"},
    {"the audit log", "审计日志"},
    {"what was used", "使用记录"},
    {"texts that could not be written into a note", "未能写入笔记的文本"},
    {"of Nacre", "属于 Nacre"},
};

}  // namespace

std::span<const Message> undo_messages() {
  return kMessages;
}

}  // namespace nacre::cli
