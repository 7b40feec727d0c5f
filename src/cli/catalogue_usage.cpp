#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

constexpr Message kMessages[] = {
    // Of the command line.
    {"see `nacre {} --help`", "见 `nacre {} --help`"},
    {"see `nacre --help`", "见 `nacre --help`"},
    {"did you mean {}?", "是不是 {}？"},
    {"did you mean `nacre {}`?", "是不是 `nacre {}`？"},
    {"did you mean '{}'?", "是不是 '{}'？"},
    {"text that starts with - goes after --: nacre {} -- {}",
     "以 - 开头的文本放在 -- 之后：nacre {} -- {}"},
    {"unknown option {}", "未知选项 {}"},
    {"{}: its value is empty: {} {}", "{} 的值为空：{} {}"},
    {"{} takes no value", "{} 不带值"},
    {"{} is given twice", "{} 给了两次"},
    {"give it once", "只给一次"},
    {"{} needs a value: {} {}", "{} 需要一个值：{} {}"},
    {"if '{}' is the value: {}={}", "若 '{}' 就是值，请写 {}={}"},
    {"usage: nacre {} {}", "用法：nacre {} {}"},
    {"nothing given", "缺少参数"},
    {"unexpected '{}'", "多余的参数 '{}'"},
    {"unknown command '{}'", "未知命令 '{}'"},
    {"{}: '{}' is not a whole number from {} to {}", "{}：'{}' 不是 {} 到 {} 之间的整数"},
    {"{}: '{}' is not a number from {} to {}", "{}：'{}' 不是 {} 到 {} 之间的数"},
    {"--lang: unknown language '{}'", "--lang：未知语言 '{}'"},
    {"en or zh", "只能是 en 或 zh"},
    {"command '{}' does nothing", "命令 '{}' 没有实现"},
    {"no command given", "没有给出命令"},
    {"--layer: unknown layer '{}'", "--layer：未知的层 '{}'"},
    {"one of {}", "可选：{}"},
    {"--visibility: '{}'", "--visibility：'{}' 无效"},
    {"--all and --limit are given together", "--all 和 --limit 不能同时给"},
    {"--all is every match, --limit the first N", "--all 是全部匹配，--limit 是前 N 条"},
    {"read standard input", "读标准输入"},
    {"standard input: more than {} bytes", "标准输入超过 {} 字节"},
    {"wait for signals", "等待信号"},

    // Of configuration, clock and zone.
    {"NACRE_NOW: '{}' is not an instant", "NACRE_NOW：'{}' 不是一个时刻"},
    {"NACRE_NOW: '{}' does not lie in the years 1900 to 9998",
     "NACRE_NOW：'{}' 不在 1900 年至 9998 年之间"},
    {"write it as 2026-02-09T18:30:00+08:00", "请写成 2026-02-09T18:30:00+08:00"},
    {"the host's time zone '{}' is unknown, using UTC; set user.timezone",
     "主机时区 '{}' 无法识别，暂用 UTC；请设置 user.timezone"},
    {"host zone", "主机时区"},
    {"unknown time zone '{}'", "未知时区 '{}'"},
    {"use a name such as Asia/Shanghai, or GMT+8", "请用 Asia/Shanghai 这样的名字，或 GMT+8"},
    {"'{}' is no known key", "'{}' 不是已知的配置键"},
    {"configuration is larger than 1 MiB", "配置文件大于 1 MiB"},
    {"'{}' is a table", "'{}' 是一个表"},
    {"write [{}]", "请写成 [{}]"},
    {"line {}, column {}", "第 {} 行第 {} 列"},
    {"syntax error ({})", "语法错误（{}）"},
    {"{} more: see `nacre config check`", "另有 {} 个问题，见 `nacre config check`"},
    {"'{}' expects {}", "'{}' 应为{}"},
    {"true or false", " true 或 false"},
    {"a whole number", "整数"},
    {"a number", "数"},
    {"a text in quotes", "带引号的文本"},
    {"a list of texts, such as [\"a\", \"b\"]", "文本列表，如 [\"a\", \"b\"]"},
    {"'{}' must lie between {} and {}", "'{}' 必须在 {} 到 {} 之间"},
    {"'{}' must be one of {}", "'{}' 必须是其中之一：{}"},
    {"did you mean \"{}\"?", "是不是 \"{}\"？"},
    {"line {} prevents changing '{}'", "第 {} 行使 '{}' 无法修改"},
    {"there '{}' is no table", "那里的 '{}' 不是表"},
    {"there it is a table", "那里它是一个表"},
    {"edit it by hand", "请手工修改"},
    {"edit the file by hand", "请手工修改该文件"},
    {"its form is too unusual to be edited", "写法太特殊，无法自动修改"},
    {"see `nacre config get --all`", "见 `nacre config get --all`"},
    {"JSON, byte {}", "JSON 第 {} 字节"},
};

}  // namespace

std::span<const Message> usage_messages() {
  return kMessages;
}

}  // namespace nacre::cli
