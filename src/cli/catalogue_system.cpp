#include "cli/catalogue.h"

namespace nacre::cli {
namespace {

// The words of others, as they are in English; so no message of ours need stand in the sources.
constexpr Message kMessages[] = {
    // Of the C library: strerrordesc_np.
    {"Operation not permitted", "操作不允许"},
    {"No such file or directory", "没有那个文件或目录"},
    {"Input/output error", "输入/输出错误"},
    {"Permission denied", "权限不够"},
    {"Device or resource busy", "设备或资源忙"},
    {"File exists", "文件已存在"},
    {"Not a directory", "不是目录"},
    {"Is a directory", "是一个目录"},
    {"Invalid argument", "参数无效"},
    {"Too many open files in system", "系统中打开的文件过多"},
    {"Too many open files", "打开的文件过多"},
    {"File too large", "文件过大"},
    {"No space left on device", "设备上没有空间"},
    {"Read-only file system", "只读文件系统"},
    {"Broken pipe", "断开的管道"},
    {"File name too long", "文件名过长"},
    {"Directory not empty", "目录非空"},
    {"Too many levels of symbolic links", "符号链接层数过多"},
    {"Cannot allocate memory", "无法分配内存"},
    {"Resource temporarily unavailable", "资源暂时不可用"},
    {"Text file busy", "文本文件忙"},
    {"Disk quota exceeded", "超出磁盘配额"},
    {"Invalid cross-device link", "无效的跨设备链接"},
    {"Function not implemented", "功能未实现"},
    {"Operation not supported", "操作不支持"},
    {"Bad file descriptor", "文件描述符无效"},
    {"Invalid or incomplete multibyte or wide character", "无效或不完整的多字节字符"},
    {"Stale file handle", "文件句柄失效"},
    {"Interrupted system call", "系统调用被中断"},
    {"error {}", "错误 {}"},

    // Of SQLite.
    {"database disk image is malformed", "数据库文件已损坏"},
    {"file is not a database", "文件不是数据库"},
    {"database is locked", "数据库被锁定"},
    {"disk I/O error", "磁盘读写错误"},
    {"database or disk is full", "数据库或磁盘已满"},
    {"unable to open database file", "无法打开数据库文件"},
    {"attempt to write a readonly database", "试图写入只读数据库"},
    {"out of memory", "内存不足"},
    {"constraint failed", "违反约束"},
    {"interrupted", "已中断"},
    {"no such table: {}", "没有表 {}"},

    // Of the reader of JSON.
    {"syntax error while parsing object key - unexpected end of input", "语法错误：内容在键处中断"},
    {"syntax error while parsing value - unexpected end of input", "语法错误：内容在值处中断"},
    {"expected string literal", "应为字符串"},

    // Of the reader of TOML.
    {"Error while parsing table header", "解析表头时出错"},
    {"Error while parsing key-value pair", "解析键值对时出错"},
    {"Error while parsing key", "解析键时出错"},
    {"Error while parsing value", "解析值时出错"},
    {"Error while parsing string", "解析字符串时出错"},
    {"Error while parsing array", "解析数组时出错"},
    {"Error while parsing inline table", "解析内联表时出错"},
    {"Error while parsing boolean", "解析布尔值时出错"},
    {"Error while parsing integer", "解析整数时出错"},
    {"Error while parsing floating-point", "解析浮点数时出错"},
    {"Error while parsing date", "解析日期时出错"},
    {"Error while parsing time", "解析时间时出错"},
    {"Error while parsing comment", "解析注释时出错"},
    {"expected '{}'", "应为 '{}'"},
    {"expected value", "缺少值"},
    {"expected {}", "应为 {}"},
    {"saw '{}'", "却是 '{}'"},
    {"saw end-of-file", "却到了文件末尾"},
    {"encountered end-of-file", "到了文件末尾"},
    {"cannot redefine existing {} '{}'", "'{1}' 已经定义过"},
    {"unescaped control characters other than TAB (U+0009) are explicitly prohibited",
     "未转义的控制字符只能是制表符"},
};

}  // namespace

std::span<const Message> system_messages() {
  return kMessages;
}

}  // namespace nacre::cli
