#include "lexical/postings.h"

#include <algorithm>

#include "lexical/postings_codec.h"
#include "lexical/term_buffer.h"

namespace nacre::lexical {
namespace {

constexpr std::string_view kInsert = "INSERT INTO postings(term, first, data) VALUES(?1, ?2, ?3)";
constexpr std::string_view kUpdate = "UPDATE postings SET data = ?3 WHERE term = ?1 AND first = ?2";
constexpr std::string_view kLast =
    "SELECT first, data FROM postings WHERE term = ?1 ORDER BY first DESC LIMIT 1";
constexpr std::string_view kAll = "SELECT first, data FROM postings WHERE term = ?1 ORDER BY first";

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string key_of(Field field, std::string_view term) {
  std::string key(1, static_cast<char>(field));
  key.append(term);
  return key;
}

// Appends postings of one term after another to their last rows.
class RowAppender {
 public:
  static Result<RowAppender> make(db::Database& database) {
    db::Statement any = NACRE_TRY(database.prepare("SELECT 1 FROM postings LIMIT 1"));
    const bool empty = !NACRE_TRY(any.step());
    return RowAppender(NACRE_TRY(database.prepare(kInsert)), NACRE_TRY(database.prepare(kUpdate)),
                       NACRE_TRY(database.prepare(kLast)), empty);
  }

  Status append(std::string_view key, std::span<const Posting> postings) {
    row_.clear();
    std::size_t at = 0;
    if (!table_was_empty_) {
      const bool found = NACRE_TRY(read_last(key));
      if (found) {
        at = fill_row(postings, 0);
        update_.bind_blob(1, as_bytes(key)).bind(2, std::int64_t{first_}).bind_blob(3, row_);
        NACRE_TRY(update_.run());
      }
    }
    while (at < postings.size()) {
      row_.clear();
      first_ = previous_ = postings[at].unit;
      at = fill_row(postings, at);
      insert_.bind_blob(1, as_bytes(key)).bind(2, std::int64_t{first_}).bind_blob(3, row_);
      NACRE_TRY(insert_.run());
    }
    return Ok{};
  }

 private:
  RowAppender(db::Statement insert, db::Statement update, db::Statement last, bool empty)
      : insert_(std::move(insert)),
        update_(std::move(update)),
        last_(std::move(last)),
        table_was_empty_(empty) {}

  // Whether the term has a last row with room; it is then in row_.
  Result<bool> read_last(std::string_view key) {
    last_.bind_blob(1, as_bytes(key));
    const bool found = NACRE_TRY(last_.step());
    if (found && last_.blob(1).size() < kRowBytes) {
      first_ = static_cast<UnitId>(last_.integer(0));
      const auto data = last_.blob(1);
      row_.assign(data.begin(), data.end());
    }
    last_.reset();
    if (row_.empty()) return false;
    decoded_.clear();
    NACRE_TRY(decode_postings(first_, row_, decoded_));
    previous_ = decoded_.back().unit;
    return true;
  }

  std::size_t fill_row(std::span<const Posting> postings, std::size_t at) {
    while (at < postings.size() && row_.size() < kRowBytes) {
      append_posting(row_, previous_, postings[at]);
      previous_ = postings[at++].unit;
    }
    return at;
  }

  db::Statement insert_, update_, last_;
  bool table_was_empty_;
  Bytes row_;
  UnitId first_ = 0, previous_ = 0;
  std::vector<Posting> decoded_;
};

// Adds the field in front of each term.
class FieldSink final : public text::TokenSink {
 public:
  FieldSink(TermBuffer& buffer, Field field, UnitId unit)
      : buffer_(&buffer), unit_(unit), key_(1, static_cast<char>(field)) {}

  void token(std::string_view term, text::TokenKind kind, std::uint32_t /*begin*/,
             std::uint32_t /*end*/) override {
    key_.resize(1);
    key_.append(term);
    buffer_->add(key_, unit_);
    if (kind == text::TokenKind::Word || kind == text::TokenKind::Character) ++length_;
  }
  std::uint32_t length() const { return length_; }

 private:
  TermBuffer* buffer_;
  UnitId unit_;
  std::uint32_t length_ = 0;
  std::string key_;
};

}  // namespace

struct PostingsWriter::Impl {
  db::Database* database;
  text::Tokenizer tokenizer;
  TermBuffer buffer;
};

PostingsWriter::PostingsWriter(db::Database& database, text::Runs runs)
    : impl_(new Impl{.database = &database, .tokenizer = text::Tokenizer(runs), .buffer = {}}) {}

PostingsWriter::~PostingsWriter() = default;

std::uint32_t PostingsWriter::add(UnitId unit, Field field, std::string_view text) {
  FieldSink sink(impl_->buffer, field, unit);
  impl_->tokenizer.tokenize(text, sink);
  return sink.length();
}

std::size_t PostingsWriter::memory_bytes() const {
  return impl_->buffer.memory_bytes();
}

void PostingsWriter::discard() {
  impl_->buffer.clear();
}

Status PostingsWriter::flush() {
  if (impl_->buffer.terms() == 0) return Ok{};
  RowAppender rows = NACRE_TRY(RowAppender::make(*impl_->database));
  std::vector<Posting> postings;
  for (const std::uint32_t number : impl_->buffer.sorted()) {
    postings.clear();
    impl_->buffer.read(number, postings);
    NACRE_TRY(rows.append(impl_->buffer.term(number), postings));
  }
  impl_->buffer.clear();
  return Ok{};
}

Status PostingsReader::read(Field field, std::string_view term, std::vector<Posting>& out) const {
  const std::string key = key_of(field, term);
  db::Statement rows = NACRE_TRY(database_->prepare(kAll));
  rows.bind_blob(1, as_bytes(key));
  while (NACRE_TRY(rows.step())) {
    const std::int64_t first = rows.integer(0);
    const bool rises = first >= 0 && first <= std::int64_t{UINT32_MAX} &&
                       (out.empty() || first > std::int64_t{out.back().unit});
    if (!rises) return Error{ErrorCode::Corruption, "postings: rows of a term overlap"};
    NACRE_TRY(decode_postings(static_cast<UnitId>(first), rows.blob(1), out));
  }
  return Ok{};
}

Status compact_postings(db::Database& database, const std::vector<bool>& dead) {
  // Term by term into a new table, which then takes the old one's place: the
  // rows come in key order, so the pages are filled one after the other.
  NACRE_TRY(database.execute("ALTER TABLE postings RENAME TO postings_old"));
  NACRE_TRY(database.execute(kPostingsSchema));
  {
    RowAppender appender = NACRE_TRY(RowAppender::make(database));
    db::Statement rows = NACRE_TRY(
        database.prepare("SELECT term, first, data FROM postings_old ORDER BY term, first"));
    std::string key;
    std::vector<Posting> postings, row;
    for (bool more = true; more;) {
      more = NACRE_TRY(rows.step());
      const auto term = more ? rows.blob(0) : std::span<const std::uint8_t>{};
      const std::string_view next{reinterpret_cast<const char*>(term.data()), term.size()};
      if (!more || next != key) {
        if (!postings.empty()) NACRE_TRY(appender.append(key, postings));
        postings.clear();
        key = next;
      }
      if (!more) break;
      row.clear();
      NACRE_TRY(decode_postings(static_cast<UnitId>(rows.integer(1)), rows.blob(2), row));
      for (const Posting& posting : row) {
        const bool keep = posting.unit >= dead.size() || !dead[posting.unit];
        if (keep) postings.push_back(posting);
      }
    }
  }
  return database.execute("DROP TABLE postings_old");
}

}  // namespace nacre::lexical
