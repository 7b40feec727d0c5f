#include "lexical/postings.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "lexical/postings_codec.h"
#include "lexical/term_buffer.h"

namespace nacre::lexical {
namespace {

std::unique_ptr<db::Database> memory_database() {
  auto database = db::Database::open(":memory:", {.mode = db::OpenMode::ReadWrite});
  NACRE_CHECK(database.ok());
  NACRE_CHECK(database.value()->execute(kPostingsSchema).ok());
  return std::move(database).value();
}

std::vector<Posting> read_all(db::Database& database, Field field, std::string_view term) {
  std::vector<Posting> postings;
  const Status read = PostingsReader(database).read(field, term, postings);
  EXPECT_TRUE(read.ok());
  return postings;
}

std::vector<Posting> random_postings(std::mt19937_64& random) {
  std::vector<Posting> postings;
  std::uint64_t unit = random() % 1000;
  for (std::size_t left = 1 + random() % 200; left > 0 && unit <= UINT32_MAX; --left) {
    const bool rare = random() % 8 == 0;
    postings.push_back({static_cast<UnitId>(unit),
                        static_cast<std::uint32_t>(1 + (rare ? random() % UINT32_MAX : 0))});
    unit += 1 + random() % (random() % 50 == 0 ? UINT32_MAX : 300);
  }
  return postings;
}

TEST(PostingsCodecProperty, ReadsBackWhatItWrote) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::vector<Posting> postings = random_postings(random);
    Bytes bytes;
    UnitId previous = postings.front().unit;
    for (const Posting& posting : postings) {
      append_posting(bytes, previous, posting);
      previous = posting.unit;
    }
    std::vector<Posting> decoded;
    ASSERT_TRUE(decode_postings(postings.front().unit, bytes, decoded).ok());
    ASSERT_EQ(decoded, postings);
  }
}

TEST(PostingsCodecProperty, MeetsHostileBytesWithCorruptionOrRisingUnits) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    Bytes bytes(random() % 40);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const auto first = static_cast<UnitId>(random());
    std::vector<Posting> decoded;
    const Status status = decode_postings(first, bytes, decoded);
    if (!status.ok()) {
      ASSERT_EQ(status.error().code, ErrorCode::Corruption);
      continue;
    }
    ASSERT_EQ(decoded.front().unit, first);
    for (std::size_t i = 1; i < decoded.size(); ++i) {
      ASSERT_GT(decoded[i].unit, decoded[i - 1].unit);
    }
  }
}

TEST(PostingsCodec, RefusesARowWithoutPostings) {
  std::vector<Posting> decoded;
  EXPECT_FALSE(decode_postings(1, {}, decoded).ok());
}

TEST(TermBufferProperty, GivesBackAllOccurrencesInTermOrder) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::map<std::string, std::map<UnitId, std::uint32_t>> expected;
    TermBuffer buffer;
    const std::size_t terms = 1 + random() % 3000;
    UnitId unit = 0;
    for (std::size_t step = 0; step < 5000; ++step) {
      if (random() % 4 == 0) unit += static_cast<UnitId>(1 + random() % 100000);
      const std::string term = std::string(1, '\0') + std::to_string(random() % terms);
      ++expected[term][unit];
      buffer.add(term, unit);
    }
    const std::vector<std::uint32_t> order = buffer.sorted();
    ASSERT_EQ(order.size(), expected.size());
    auto wanted = expected.begin();
    for (const std::uint32_t number : order) {
      ASSERT_EQ(buffer.term(number), wanted->first);
      std::vector<Posting> postings;
      buffer.read(number, postings);
      ASSERT_EQ(postings.size(), wanted->second.size());
      auto one = wanted->second.begin();
      for (const Posting& posting : postings) {
        ASSERT_EQ(posting, (Posting{one->first, one->second}));
        ++one;
      }
      ++wanted;
    }
  }
}

TEST(PostingsWriter, CountsWordsAndCharactersAsLength) {
  const auto database = memory_database();
  PostingsWriter writer(*database);
  EXPECT_EQ(writer.add(1, Field::Body, "two words"), 2U);
  EXPECT_EQ(writer.add(2, Field::Body, "记忆系统"), 4U);
  EXPECT_EQ(writer.add(3, Field::Body, ""), 0U);
}

TEST(PostingsWriter, KeepsFieldsApart) {
  const auto database = memory_database();
  PostingsWriter writer(*database);
  writer.add(1, Field::Body, "river");
  writer.add(1, Field::Heading, "river river");
  ASSERT_TRUE(writer.flush().ok());
  EXPECT_EQ(read_all(*database, Field::Body, "river"), (std::vector<Posting>{{1, 1}}));
  EXPECT_EQ(read_all(*database, Field::Heading, "river"), (std::vector<Posting>{{1, 2}}));
  EXPECT_TRUE(read_all(*database, Field::Title, "river").empty());
}

TEST(PostingsWriter, ForgetsWhatWasAddedOnDiscard) {
  const auto database = memory_database();
  PostingsWriter writer(*database);
  writer.add(1, Field::Body, "river");
  writer.discard();
  writer.add(2, Field::Body, "river");
  ASSERT_TRUE(writer.flush().ok());
  EXPECT_EQ(read_all(*database, Field::Body, "river"), (std::vector<Posting>{{2, 1}}));
}

TEST(PostingsWriter, GivesItsMemoryBackWithEachFlush) {
  const auto database = memory_database();
  PostingsWriter writer(*database);
  const std::size_t empty = writer.memory_bytes();
  for (UnitId unit = 1; unit < 3000; ++unit) {
    writer.add(unit, Field::Body, "word" + std::to_string(unit) + " 白内障手术");
  }
  EXPECT_GT(writer.memory_bytes(), 4 * empty);
  ASSERT_TRUE(writer.flush().ok());
  EXPECT_EQ(writer.memory_bytes(), empty);
}

TEST(PostingsWriter, FlushesOftenIntoTheSameRowsAsOnce) {
  const auto often = memory_database(), once = memory_database();
  PostingsWriter often_writer(*often), once_writer(*once);
  for (UnitId unit = 1; unit <= 3000; ++unit) {
    for (PostingsWriter* writer : {&often_writer, &once_writer}) {
      writer->add(unit, Field::Body, unit % 3 == 0 ? "river boat boat" : "river");
    }
    if (unit % 7 == 0) {
      ASSERT_TRUE(often_writer.flush().ok());
    }
  }
  ASSERT_TRUE(often_writer.flush().ok());
  ASSERT_TRUE(once_writer.flush().ok());
  for (const char* term : {"river", "boat"}) {
    EXPECT_EQ(read_all(*often, Field::Body, term), read_all(*once, Field::Body, term));
  }
  for (const auto* database : {&often, &once}) {
    db::Statement rows =
        (*database)->prepare("SELECT count(*), max(length(data)) FROM postings").value();
    ASSERT_TRUE(rows.step().value());
    EXPECT_LE(rows.integer(0), 8);
    EXPECT_LE(rows.integer(1), static_cast<std::int64_t>(kRowBytes + 10));
  }
}

TEST(PostingsReader, RefusesRowsThatOverlap) {
  const auto database = memory_database();
  ASSERT_TRUE(database
                  ->execute("INSERT INTO postings VALUES(x'0061', 5, x'0103'),"
                            "(x'0061', 6, x'01')")
                  .ok());
  std::vector<Posting> postings;
  const Status read = PostingsReader(*database).read(Field::Body, "a", postings);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::Corruption);
}

TEST(CompactPostings, DropsDeadUnitsAndJoinsRows) {
  const auto database = memory_database();
  PostingsWriter writer(*database);
  std::vector<bool> dead(5001);
  std::vector<Posting> alive;
  for (UnitId unit = 1; unit <= 5000; ++unit) {
    writer.add(unit, Field::Body, "river");
    dead[unit] = unit % 10 != 0;
    if (!dead[unit]) alive.push_back({unit, 1});
  }
  writer.add(5000, Field::Title, "lonely");
  dead[5000] = true;
  alive.pop_back();
  ASSERT_TRUE(writer.flush().ok());
  ASSERT_TRUE(compact_postings(*database, dead).ok());
  EXPECT_EQ(read_all(*database, Field::Body, "river"), alive);
  EXPECT_TRUE(read_all(*database, Field::Title, "lonely").empty());
  db::Statement rows = database->prepare("SELECT count(*) FROM postings").value();
  ASSERT_TRUE(rows.step().value());
  EXPECT_EQ(rows.integer(0), 1);
}

}  // namespace
}  // namespace nacre::lexical
