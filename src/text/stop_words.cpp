#include <algorithm>
#include <array>
#include <string_view>

#include "text/words.h"

namespace nacre::text {
namespace {

// Both lists are sorted by bytes. They were measured on three sets of questions:
// without them, R@10 falls from 83.1 to 80.1 and from 74.4 to 72.9, R@1 from 97.6 to
// 96.8 (docs/decisions/010-bigrams-without-a-dictionary.md).
constexpr std::array<std::string_view, 114> kEnglish = {
    "a",        "about",   "also",    "am",    "an",     "and",  "any",   "are",    "arent",
    "as",       "at",      "be",      "been",  "being",  "but",  "by",    "can",    "cant",
    "could",    "couldnt", "d",       "did",   "didnt",  "do",   "does",  "doesnt", "doing",
    "dont",     "for",     "from",    "had",   "hadnt",  "has",  "hasnt", "have",   "havent",
    "having",   "he",      "her",     "hers",  "him",    "his",  "how",   "i",      "if",
    "im",       "in",      "into",    "is",    "isnt",   "it",   "its",   "itself", "ive",
    "just",     "ll",      "m",       "me",    "my",     "no",   "nor",   "not",    "of",
    "on",       "or",      "our",     "ours",  "please", "re",   "s",     "she",    "should",
    "shouldnt", "so",      "some",    "such",  "t",      "than", "that",  "the",    "their",
    "theirs",   "them",    "then",    "there", "these",  "they", "this",  "those",  "to",
    "too",      "us",      "ve",      "was",   "wasnt",  "we",   "were",  "werent", "what",
    "when",     "where",   "which",   "while", "who",    "whom", "whose", "why",    "will",
    "with",     "would",   "wouldnt", "you",   "your",   "yours"};

constexpr std::array<std::string_view, 181> kChinese = {
    "一下",   "一个",   "上",     "下",     "不",   "不是",   "与",       "与其",   "个",
    "中",     "为",     "为什么", "为啥",   "么",   "之",     "之前",     "之后",   "也",
    "了",     "于",     "什么",   "什么样", "从",   "他",     "他们",     "以",     "以及",
    "会",     "但",     "但是",   "位",     "何",   "何时",   "你",       "你们",   "做",
    "关于",   "其",     "其中",   "再",     "几",   "则",     "到",       "去",     "又",
    "及",     "另外",   "只",     "只是",   "叫",   "可",     "可不可以", "可以",   "可能",
    "各",     "名",     "名字叫", "吗",     "吧",   "呀",     "告诉",     "呢",     "和",
    "咱们",   "哇",     "哈",     "哎",     "哦",   "哪",     "哪一",     "哪一个", "哪个",
    "哪些",   "哪位",   "哪儿",   "哪年",   "哪种", "哪里",   "啊",       "啥",     "嗯",
    "嘛",     "因为",   "在",     "地",     "多",   "多少",   "大家",     "她",     "如何",
    "如果",   "它",     "实际上", "对",     "对于", "将",     "就",       "就是",   "已",
    "已经",   "帮我",   "并",     "并且",   "应该", "当时",   "很",       "得",     "怎么",
    "怎么办", "怎么样", "怎样",   "您",     "想",   "想要",   "想问",     "我",     "我们",
    "或",     "所",     "所以",   "才",     "把",   "时候",   "是",       "是不是", "是什么",
    "是否",   "更",     "曾",     "最",     "有",   "有没有", "本",       "来",     "来着",
    "某",     "次",     "此",     "每",     "比",   "没",     "没有",     "由",     "由于",
    "的",     "真",     "真正",   "真的",   "着",   "知道",   "种",       "等",     "等等",
    "给",     "而",     "能",     "能不能", "能够", "自己",   "被",       "要",     "让",
    "该",     "诶",     "请",     "请问",   "谁",   "谁的",   "过",       "还",     "这",
    "这个",   "这些",   "这样",   "那",     "那个", "那些",   "那样",     "都",     "里",
    "问题"};

}  // namespace

bool is_stop_word(std::string_view folded) {
  return std::binary_search(kEnglish.begin(), kEnglish.end(), folded) ||
         std::binary_search(kChinese.begin(), kChinese.end(), folded);
}

}  // namespace nacre::text
