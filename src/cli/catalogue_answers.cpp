#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

constexpr Message kMessages[] = {
    // Signs between the parts of an answer.
    {", ", "，"},
    {"{}: {}", "{}：{}"},
    {": {}", "：{}"},
    {"; {}", "；{}"},
    {"{} ({})", "{}（{}）"},
    {"{} ms", "{} 毫秒"},
    {"{}, {}, {}", "{}，{}，{}"},

    // Counts.
    {"{} files", "{} 个文件"},
    {"{} units", "{} 个单元"},
    {"{} secrets", "{} 处秘密"},
    {"{} staged files", "{} 个暂存文件"},
    {"paths start at the root of the git repository", "路径从 git 仓库的根目录算起"},
    {"{} pending", "{} 个待处理"},
    {"{} stale", "{} 个过期"},
    {"{} failed", "{} 个失败"},
    {"{} added", "新增 {}"},
    {"{} updated", "更新 {}"},
    {"{} moved", "移动 {}"},
    {"{} removed", "移除 {}"},
    {"... and {} more", "…… 还有 {} 个"},
    {"{} and {} more", "{} 等，另有 {} 个"},

    // Writes and reads.
    {"written: {}", "已写入：{}"},
    {"already there: {}", "已存在：{}"},
    {"masked: {} {}", "已遮蔽：{} 处{}"},
    {"not searchable by index yet; run `nacre index`", "索引中还搜不到；请运行 `nacre index`"},
    {"bytes that are not UTF-8 are shown as U+FFFD", "非 UTF-8 的字节显示为 U+FFFD"},
    {"lines {}-{} of {}; --from {} goes on", "第 {}-{} 行，共 {} 行；--from {} 接着读"},
    {"not found: {}: {}", "未找到：{}：{}"},
    {"denied: {}: {}", "被拒绝：{}：{}"},
    {"denied: {}", "被拒绝：{}"},
    {"unreadable: {}: {}", "无法读取：{}：{}"},
    {"warning: {}", "警告：{}"},
    {"not in this context", "此场景下不可用"},
    {"workspace {} ({})", "工作区 {}（{}）"},
    {"made {}", "已创建 {}"},
    {"kept {}", "已保留 {}"},

    // Recall.
    {"nothing found", "没有找到"},
    {"not everything was looked at", "并未查遍全部内容"},
    {"files have changed since they were indexed; run `nacre index`",
     "有文件在索引之后变过；请运行 `nacre index`"},
    {"{} no longer valid and left out; --history shows them",
     "{} 条已失效而略去；--history 可显示"},
    {"why: {}", "原因：{}"},
    {"parts: {}", "得分构成：{}"},
    {"valid: {}", "有效期：{}"},
    {"looked for: {}", "查找：{}"},
    {"phrases: {}", "短语：{}"},
    {"left out: {}", "排除：{}"},
    {"not counted: {}", "不计：{}"},
    {"filters: {}", "过滤：{}"},
    {"also for {}: {}", "{} 的同义词：{}"},
    {"no_index", "没有索引"},
    {"index_unreadable", "索引无法读取"},

    // Index, status, watch and scan.
    {"{}: {} unchanged, {} added, {} updated, {} moved, {} removed, {} failed; {}",
     "{}：未变 {}，新增 {}，更新 {}，移动 {}，移除 {}，失败 {}；共 {}"},
    {"not complete", "未完成"},
    {"not complete: {}", "未完成：{}"},
    {"compared", "已比较，没有变化"},
    {"workspace", "工作区"},
    {"today", "今天"},
    {"index", "索引"},
    {"warning", "警告"},
    {"files", "文件"},
    {"not current", "未更新的文件"},
    {"none; run `nacre index`", "没有；请运行 `nacre index`"},
    {"unusable: {}; run `nacre index`", "不可用：{}；请运行 `nacre index`"},
    {"{}, {}, {} of text, {} on disk", "{}，{}，文本 {}，占用磁盘 {}"},
    {"{}; all current", "{}；均为最新"},
    {"watching: {}, {}", "正在监视：{}，{}"},
    {"watching: {}, {}; polling", "正在监视：{}，{}；轮询方式"},
    {"{} in {}", "{1}中有 {0}"},
    {"no secret in {}", "{}中未发现秘密"},
    {"indexed", "已索引"},
    {"pending", "待处理"},
    {"failed", "失败"},
    {"stale", "过期"},
    {"undecodable", "无法解码"},

    // Context.
    {"context: {} of {} tokens, {} of {} characters", "上下文：{} / {} token，{} / {} 字符"},
    {"{} of {} characters", "{} / {} 字符"},
    {", {} past their valid range", "，{} 条已过有效期"},
    {"withheld", "不提供"},
    {"whole", "完整"},
    {"cut", "截断"},
    {"left out", "略去"},
    {"empty", "空"},
    {"unreadable", "无法读取"},

    // Errors and progress.
    {"error", "错误"},
    {"info", "信息"},
    {"debug", "调试"},
    {"nacre: {}", "nacre：{}"},
    {"hint: {}", "提示：{}"},
    {"nacre: write standard output: {}", "nacre：写标准输出：{}"},

    // What is masked.
    {"private-key", "私钥"},
    {"api-key", "密钥"},
    {"token", "令牌"},
    {"password", "密码"},
    {"bank-card", "银行卡号"},
    {"identity-number", "身份证号"},
    {"phone", "电话号码"},
    {"email", "邮箱"},
};

}  // namespace

std::span<const Message> answer_messages() {
  return kMessages;
}

}  // namespace nacre::cli
