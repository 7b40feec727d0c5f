#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

constexpr Message kMessages[] = {
    // With every command.
    {"The workspace, instead of looking for one", "指定工作区，不再自动查找"},
    {"Days and times as in this zone, such as Asia/Shanghai",
     "按此时区计算日期和时间，如 Asia/Shanghai"},
    {"Language of help and messages; init: of the templates", "帮助和消息的语言；init：模板的语言"},
    {"Answer as one line of JSON (docs/json.md)", "以一行 JSON 回答（docs/json.md）"},
    {"No colour on a terminal (as NO_COLOR does)", "终端上不用颜色（同 NO_COLOR）"},
    {"Show this help", "显示本帮助"},

    // remember and log.
    {"long (MEMORY.md), user (USER.md), daily or project:NAME",
     "long（MEMORY.md）、user（USER.md）、daily 或 project:NAME"},
    {"Heading to file it under; made when missing", "归入哪个标题之下；没有就新建"},
    {"Title of the entry", "条目标题"},
    {"1 to 10", "1 到 10"},
    {"Words that should call it to mind", "遇到这些词就该想起它"},
    {"private, shared or public", "private、shared 或 public"},
    {"Days between which it holds; either may be missing", "有效日期区间，两端都可省略"},
    {"Put it into today's note too", "同时写入今天的笔记"},
    {"Where this is said: direct, group, shared, cron, subagent",
     "在什么场景说的：direct、group、shared、cron、subagent"},
    {"Who says it, if not the owner: their own files below users/U/",
     "若不是所有者，是谁说的：写入 users/U/ 下该用户自己的文件"},
    {"The agent that writes", "写入的智能体"},
    {"What happened; - reads standard input", "发生了什么；- 表示读标准输入"},

    // recall, get and context.
    {"Most results (recall.limit, 5)", "最多返回几条（recall.limit，默认 5）"},
    {"Every match", "全部匹配"},
    {"One result per file", "每个文件只出一条"},
    {"Leave out what is less relevant than S (age aside)", "略去相关度低于 S 的结果（不计新旧）"},
    {"Return nothing rather than something weak", "宁可不答，也不给弱相关的结果"},
    {"Only these: long_term daily project profile facts archive ...",
     "只查这些层：long_term daily project profile facts archive ..."},
    {"Only this project", "只查此项目"},
    {"Only below this path, or matching this glob", "只查此路径之下，或匹配此通配符"},
    {"Only that day, range (A..B) or phrase ('last week', 上周)",
     "只查当天、区间（A..B）或日期短语（上周、'last week'）"},
    {"Only from that day on", "只查当天及以后"},
    {"Only before that day", "只查当天以前"},
    {"What was valid on that day", "当天有效的内容"},
    {"Also what is no longer valid", "也包括已失效的内容"},
    {"Whole results that fit into so many tokens", "只给放得进这么多 token 的完整结果"},
    {"Who listens: direct, group, shared, cron, subagent",
     "谁在听：direct、group、shared、cron、subagent"},
    {"Who asks, if not the owner", "若不是所有者，是谁在问"},
    {"The agent that asks", "提问的智能体"},
    {"How each score came about", "说明每个得分的由来"},
    {"How long it took", "显示耗时"},
    {"First line", "起始行"},
    {"How many lines (get.lines, 120)", "读多少行（get.lines，默认 120）"},
    {"Who reads: direct, group, shared, cron, subagent",
     "谁在读：direct、group、shared、cron、subagent"},
    {"Who reads, if not the owner", "若不是所有者，是谁在读"},
    {"The agent that reads", "读取的智能体"},
    {"Whole entries that fit into so many tokens (context.budget_tokens)",
     "只给放得进这么多 token 的完整条目（context.budget_tokens）"},
    {"Who will listen: direct, group, shared, cron, heartbeat, subagent",
     "谁会听到：direct、group、shared、cron、heartbeat、subagent"},
    {"The running project: its memory too", "当前项目：也载入它的记忆"},
    {"Whose session it is, if not the owner's", "若不是所有者的会话，是谁的"},
    {"The agent that starts", "启动会话的智能体"},

    // index, status and scan.
    {"From nothing", "从零重建"},
    {"Also drop files when over half of them are gone", "即使过半文件已消失，也从索引中移除"},
    {"Every file, not only those that need attention", "列出所有文件，而不只是需要注意的"},
    {"What git would commit, instead of the files", "查 git 将要提交的内容，而不是文件"},
    {"Let git ask before each commit; keeps a hook that is there",
     "让 git 每次提交前先检查；已有的钩子保留"},
};

}  // namespace

std::span<const Message> option_messages() {
  return kMessages;
}

}  // namespace nacre::cli
