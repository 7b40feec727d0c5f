// Writes the tables behind text/unicode_tables.h: what each code point folds to, and what it is to
// the tokenizer. Runs on the build machine, so that the program never opens ICU's transliterators,
// which cost 26 ms each time.
//
// usage: gen_fold_table OUTPUT.cpp

#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr UChar32 kCodePoints = 0x110000;
constexpr std::size_t kPageSize = 64;

// Must agree with text/unicode_tables.h.
constexpr std::uint32_t kChanged = 1U << 31;
constexpr std::uint32_t kJoins = 1U << 30;
constexpr std::uint32_t kIgnorable = 1;
constexpr int kLengthShift = 24;
constexpr std::size_t kLengthMax = 63;
enum Class : std::uint8_t {
  kSeparator,
  kLetter,
  kDigit,
  kMark,
  kPictograph,
  kHan,
  kHangul,
  kThai,
  kLao,
  kKhmer,
  kMyanmar
};

[[noreturn]] void die(const char* what) {
  std::fprintf(stderr, "gen_fold_table: %s\n", what);
  std::exit(1);
}

struct Icu {
  const icu::Normalizer2* nfc = nullptr;
  const icu::Normalizer2* nfd = nullptr;
  const icu::Normalizer2* nfkc_casefold = nullptr;
  std::unique_ptr<icu::Transliterator> simplified, ascii;
};

Icu open_icu() {
  UErrorCode status = U_ZERO_ERROR;
  Icu icu;
  icu.nfc = icu::Normalizer2::getNFCInstance(status);
  icu.nfd = icu::Normalizer2::getNFDInstance(status);
  icu.nfkc_casefold = icu::Normalizer2::getNFKCCasefoldInstance(status);
  icu.simplified.reset(
      icu::Transliterator::createInstance("Traditional-Simplified", UTRANS_FORWARD, status));
  icu.ascii.reset(icu::Transliterator::createInstance("Latin-ASCII", UTRANS_FORWARD, status));
  if (U_FAILURE(status)) die(u_errorName(status));
  return icu;
}

icu::UnicodeString normalized(const icu::Normalizer2& form, const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString out = form.normalize(text, status);
  if (U_FAILURE(status)) die(u_errorName(status));
  return out;
}

// Combining marks of no script of their own: accents that NFC could not compose.
bool is_dropped_mark(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  const bool mark = (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
  const bool kana_voice = c == 0x3099 || c == 0x309A;
  return mark && !kana_voice && uscript_getScript(c, &status) == USCRIPT_INHERITED;
}

// Punctuation that people type in two ways.
UChar32 plain_punctuation(UChar32 c) {
  switch (c) {
    case 0x2018:
    case 0x2019:
    case 0x201B:
    case 0x02BC:
      return '\'';
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
      return '"';
    case 0x2010:
    case 0x2011:
    case 0x2012:
      return '-';
    default:
      return c;
  }
}

bool becomes_space(UChar32 c) {
  return (U_GET_GC_MASK(c) & (U_GC_CC_MASK | U_GC_Z_MASK)) != 0;
}

// A Latin letter without its diacritics: "é" -> "e", "ł" -> "l", "æ" -> "ae".
icu::UnicodeString plain_latin(const Icu& icu, UChar32 c) {
  const icu::UnicodeString decomposed = normalized(*icu.nfd, icu::UnicodeString(c));
  icu::UnicodeString out(decomposed.char32At(0));
  icu.ascii->transliterate(out);
  return out.isEmpty() ? icu::UnicodeString(c) : out.toLower();
}

// The simplified form. ICU maps a few pairs onto each other; the smaller code point stands for
// both.
UChar32 simplified(const Icu& icu, UChar32 c) {
  std::vector<UChar32> chain = {c};
  while (true) {
    icu::UnicodeString next(chain.back());
    icu.simplified->transliterate(next);
    if (next.countChar32() != 1) return chain.back();
    const UChar32 simple = next.char32At(0);
    const auto seen = std::find(chain.begin(), chain.end(), simple);
    if (seen != chain.end()) return *std::min_element(seen, chain.end());
    chain.push_back(simple);
  }
}

// One step for one code point; `fold_of` repeats it until nothing changes.
icu::UnicodeString step(const Icu& icu, UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  const UChar32 plain = plain_punctuation(c);
  if (plain != c) return icu::UnicodeString(plain);
  if (becomes_space(c)) return icu::UnicodeString(UChar32{' '});
  if (is_dropped_mark(c)) return {};
  const UScriptCode script = uscript_getScript(c, &status);
  if (script == USCRIPT_LATIN && u_isalpha(c)) return plain_latin(icu, c);
  if (script == USCRIPT_HAN) return icu::UnicodeString(simplified(icu, c));
  return icu::UnicodeString(c);
}

icu::UnicodeString fold_of(const Icu& icu, UChar32 c) {
  if (U_GET_GC_MASK(c) & U_GC_CS_MASK) return icu::UnicodeString(UChar32{0xFFFD});
  if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return {};
  icu::UnicodeString now(c);
  for (int round = 0; round < 8; ++round) {
    const icu::UnicodeString mapped =
        c < 0x80 && !u_isUUppercase(c) ? now : normalized(*icu.nfkc_casefold, now);
    icu::UnicodeString next;
    for (int32_t i = 0; i < mapped.length(); i = mapped.moveIndex32(i, 1)) {
      next += step(icu, mapped.char32At(i));
    }
    next = normalized(*icu.nfc, next);
    if (next == now) return now;
    now = next;
  }
  std::fprintf(stderr, "U+%04X: ", static_cast<unsigned>(c));
  die("its folding does not come to rest");
}

std::uint8_t class_of(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  if (c == 0x30FC || c == 0x3099 || c == 0x309A) return kHan;
  const std::uint32_t mask = U_GET_GC_MASK(c);
  if ((mask & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) == 0) {
    const bool tone = u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER) != 0;
    const bool picture = u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) != 0 ||
                         u_hasBinaryProperty(c, UCHAR_REGIONAL_INDICATOR) != 0;
    return c >= 0x80 && picture && !tone ? kPictograph : kSeparator;
  }
  switch (uscript_getScript(c, &status)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_KATAKANA_OR_HIRAGANA:
      return kHan;
    case USCRIPT_HANGUL:
      return kHangul;
    case USCRIPT_THAI:
      return mask & U_GC_ND_MASK ? kDigit : kThai;
    case USCRIPT_LAO:
      return mask & U_GC_ND_MASK ? kDigit : kLao;
    case USCRIPT_KHMER:
      return mask & U_GC_ND_MASK ? kDigit : kKhmer;
    case USCRIPT_MYANMAR:
      return mask & U_GC_ND_MASK ? kDigit : kMyanmar;
    default:
      break;
  }
  if (mask & U_GC_M_MASK) return kMark;
  return mask & (U_GC_ND_MASK | U_GC_NO_MASK) ? kDigit : kLetter;
}

// Equal pages are stored once.
template <typename T>
struct TwoStage {
  std::vector<std::uint16_t> index;
  std::vector<T> entries;

  explicit TwoStage(const std::vector<T>& all) {
    std::map<std::vector<T>, std::uint16_t> pages;
    for (std::size_t at = 0; at < all.size(); at += kPageSize) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(at);
      std::vector<T> page(first, first + kPageSize);
      const auto [found, fresh] = pages.emplace(page, static_cast<std::uint16_t>(pages.size()));
      if (fresh) entries.insert(entries.end(), page.begin(), page.end());
      index.push_back(found->second);
    }
  }
};

struct Pool {
  std::string bytes;
  std::map<std::string, std::uint32_t> seen;

  std::uint32_t place(const std::string& text) {
    const auto [found, fresh] = seen.emplace(text, static_cast<std::uint32_t>(bytes.size()));
    if (fresh) bytes += text;
    return found->second;
  }
};

std::uint32_t fold_entry(const Icu& icu, UChar32 c, Pool& pool) {
  const icu::UnicodeString folded = fold_of(icu, c);
  const bool changed = folded != icu::UnicodeString(c);
  bool joins = folded.isEmpty() || !icu.nfc->hasBoundaryBefore(c);
  if (!folded.isEmpty()) joins = joins || !icu.nfc->hasBoundaryBefore(folded.char32At(0));
  std::uint32_t entry = joins ? kJoins : 0;
  if (!changed) return entry;

  std::string utf8;
  folded.toUTF8String(utf8);
  if (utf8.size() > kLengthMax) die("a folding is too long");
  entry |= kChanged | static_cast<std::uint32_t>(utf8.size()) << kLengthShift;
  if (utf8.empty()) {
    return entry | (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ? kIgnorable : 0);
  }
  if (utf8.size() > 3) return entry | pool.place(utf8);
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    entry |= static_cast<std::uint32_t>(static_cast<unsigned char>(utf8[i])) << (8 * i);
  }
  return entry;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x100000001B3ULL;
}

template <typename T>
std::uint64_t hash_of(std::uint64_t hash, const std::vector<T>& values) {
  for (const T value : values) hash = mix(hash, value);
  return hash;
}

template <typename T>
void write_array(std::FILE* out, const char* type, const char* name, const std::vector<T>& values) {
  std::fprintf(out, "const %s %s[%zu] = {", type, name, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::fprintf(out, "%s%lu,", i % 16 == 0 ? "\n" : "", static_cast<unsigned long>(values[i]));
  }
  std::fprintf(out, "\n};\n");
}

void write_tables(std::FILE* out) {
  const Icu icu = open_icu();
  Pool pool;
  std::vector<std::uint32_t> fold;
  std::vector<std::uint8_t> classes;
  for (UChar32 c = 0; c < kCodePoints; ++c) {
    fold.push_back(fold_entry(icu, c, pool));
    classes.push_back(class_of(c));
  }
  const TwoStage<std::uint32_t> fold_table(fold);
  const TwoStage<std::uint8_t> class_table(classes);
  const std::vector<std::uint8_t> bytes(pool.bytes.begin(), pool.bytes.end());

  std::uint64_t hash = hash_of(0xCBF29CE484222325ULL, fold);
  hash = hash_of(hash_of(hash, classes), bytes);
  std::fprintf(out,
               "// Generated by tools/gen_fold_table.cpp. Do not edit.\n"
               "#include \"text/unicode_tables.h\"\n\nnamespace nacre::text {\n\n"
               "const char* const kUnicodeTablesIdentity = \"unicode-%s-%016llx\";\n",
               U_UNICODE_VERSION, static_cast<unsigned long long>(hash));
  write_array(out, "std::uint16_t", "kFoldIndex", fold_table.index);
  write_array(out, "std::uint32_t", "kFoldEntries", fold_table.entries);
  write_array(out, "unsigned char", "kFoldPool", bytes);
  write_array(out, "std::uint16_t", "kClassIndex", class_table.index);
  write_array(out, "std::uint8_t", "kClassEntries", class_table.entries);
  std::fprintf(out, "\n}  // namespace nacre::text\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) die("usage: gen_fold_table OUTPUT.cpp");
  std::FILE* out = std::fopen(argv[1], "w");
  if (out == nullptr) die("cannot write the output");
  write_tables(out);
  if (std::fclose(out) != 0) die("cannot write the output");
  return 0;
}
