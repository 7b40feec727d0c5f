#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

constexpr Message kMessages[] = {
    // Answers of recall.
    {"limit: must be 1 to 1000", "limit：必须在 1 到 1000 之间"},
    {"min_score: must be 0 to 1", "min_score：必须在 0 到 1 之间"},
    {"only the best {} are shown (recall.all_max)", "只显示最好的 {} 条（recall.all_max）"},
    {"only the newest files were read", "只读了最新的文件"},
    {"strict: nothing is relevant enough", "strict：没有足够相关的内容"},
    {"the query is too long: only its heaviest words count", "查询过长：只计最重要的词"},
    {"{} more do not fit in the budget of {} tokens", "还有 {} 条放不进 {} token 的预算"},
    {"{} more does not fit in the budget of {} tokens", "还有 {} 条放不进 {} token 的预算"},
    {"too many units may contain the phrase: only the best were looked at",
     "可能含该短语的单元太多：只查看了最好的"},
    {"no word matched, and not all text was searched for parts of words",
     "没有匹配的词，且未在全部文本中查找词的片段"},
    {"empty query", "查询为空"},
    {"say what to look for, or filter: nacre recall date:yesterday",
     "请说明要找什么，或用过滤：nacre recall date:昨天"},
    {"layer: '{}' is no layer", "layer：没有 '{}' 这一层"},
    {"the layers are {}", "可用的层：{}"},
    {"{}: '{}' is no date", "{}：'{}' 不是日期"},
    {"write a day 2026-03-01, a month 2026-03, a range A..B, or a phrase as last week",
     "请写日期 2026-03-01、月份 2026-03、区间 A..B，或“上周”这样的短语"},
    {"'{}' changed since it was indexed", "'{}' 在索引之后有改动"},
    {"'{}' was removed since it was indexed", "'{}' 在索引之后被删除"},
    {"'{}' became unreadable since it was indexed", "'{}' 在索引之后变得无法读取"},
    {"'{}' appeared since it was indexed", "'{}' 是索引之后新增的"},

    // Why a result is one.
    {"has all words", "含全部词"},
    {"has {}", "含 {}"},
    {"beside it {}", "旁边有 {}"},
    {"contains a part of a word that was asked for", "含所问词的一部分"},
    {"exact phrase", "短语完全一致"},
    {"the file has this name", "文件即此名"},
    {"in the file's name or title", "出现在文件名或标题中"},
    {"on the day asked about", "正是所问的日子"},
    {"near the date asked about", "接近所问的日期"},
    {"of the current project", "属于当前项目"},
    {"marked important", "标为重要"},
    {"passes the filters", "符合过滤条件"},

    // What a session starts with.
    {"a shared or unknown context starts without memory", "共享或未知的场景开头不载入记忆"},
    {"all files", "所有文件"},
    {"context.total_chars_max ({}) is full", "context.total_chars_max（{}）已满"},
    {"longer than {} ({})", "超过 {}（{}）"},
    {"no room left for the rest of it", "其余部分已无空间"},
    {"not visible", "不可见"},
    {"nothing but blanks", "只有空白"},
    {"past its valid range", "已过有效期"},
    {"the budget of {} tokens is full", "{} token 的预算已满"},
    {"{} of {} characters ({} % of {})", "{} / {} 字符（{3} 的 {2} %）"},
    {"{} of {} tokens ({} % of {})", "{} / {} token（{3} 的 {2} %）"},
    {"{}; a session starts with a part of it", "{}；会话开头只载入其中一部分"},
    {"not for a {} context", "不提供给 {} 场景"},
};

}  // namespace

std::span<const Message> recall_messages() {
  return kMessages;
}

}  // namespace nacre::cli
