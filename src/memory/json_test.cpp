#include "memory/json.h"

#include <gtest/gtest.h>

// The shapes of docs/json.md, byte by byte: names, order, types.

namespace nacre::memory {
namespace {

RecallHit hit() {
  return {.path = "memory/2026-02-11.md",
          .line = 4,
          .start_line = 3,
          .end_line = 5,
          .heading = "2026-02-11",
          .snippet = "柠檬\"树\"",
          .marks = {{0, 6}},
          .score = 0.1 + 0.2,
          .parts = {{"lexical", 0.5}, {"recency", 1}},
          .layer = Layer::Daily,
          .date = CivilDay{20495},
          .origin = Origin::Owner,
          .id = "abc",
          .why = "all words"};
}

constexpr std::string_view kHit =
    R"({"path":"memory/2026-02-11.md","line":4,"start_line":3,"end_line":5,"heading":"2026-02-11",)"
    R"("snippet":"柠檬\"树\"","score":0.3,"parts":{"lexical":0.5,"recency":1.0},"layer":"daily",)"
    R"("date":"2026-02-11","origin":"owner","id":"abc","why":"all words")";

TEST(RecallJson, HasTheMembersInTheDocumentedOrder) {
  RecallAnswer answer{.query = "柠檬树", .results = {hit()}};
  answer.rewritten.terms = {"柠檬", "树"};
  EXPECT_EQ(to_json(answer),
            R"({"query":"柠檬树","rewritten":{"terms":["柠檬","树"],"ignored":[],"phrases":[],)"
            R"("excluded":[],"synonyms":{},"filters":[],"date":null},"mode":"keyword",)"
            R"("complete":true,"stale":false,"degraded":null,"denied":false,"results":[)" +
                std::string(kHit) + "}]}");
}

TEST(RecallJson, ShowsTimeAndMarksOnRequestOnly) {
  const RecallAnswer answer{.results = {hit()}, .took_ms = 1.5};
  EXPECT_EQ(to_json(answer).find("took_ms"), std::string::npos);
  EXPECT_EQ(to_json(answer).find("marks"), std::string::npos);
  EXPECT_TRUE(to_json(answer, {.timing = true}).ends_with(R"(],"took_ms":1.5})"));
  EXPECT_NE(to_json(answer, {.explain = true}).find(R"("why":"all words","marks":[[0,6]]})"),
            std::string::npos);
}

TEST(RecallJson, TellsThreeKindsOfStaleness) {
  EXPECT_NE(to_json(RecallAnswer{.stale = Staleness::Fresh}).find(R"("stale":false,)"),
            std::string::npos);
  EXPECT_NE(to_json(RecallAnswer{.stale = Staleness::Stale}).find(R"("stale":true,)"),
            std::string::npos);
  EXPECT_NE(to_json(RecallAnswer{.stale = Staleness::Unchecked}).find(R"("stale":"unchecked",)"),
            std::string::npos);
}

TEST(RecallJson, NamesWhatIsWrongAndWhatWasLeftOut) {
  const RecallAnswer answer{
      .complete = false, .degraded = "no_index", .reason = "bounded", .expired_left_out = 2};
  EXPECT_NE(to_json(answer).find(R"("complete":false,"stale":false,"degraded":"no_index",)"
                                 R"("denied":false,"reason":"bounded","expired_left_out":2,)"
                                 R"("results":[]})"),
            std::string::npos);
}

TEST(RecallJson, ShowsDateSynonymsAndValidity) {
  RecallAnswer answer{.results = {hit()}};
  answer.results[0].valid = "2026-01-01..";
  answer.results[0].date = std::nullopt;
  answer.rewritten.date = DayRange{.first = CivilDay{20495}, .last = {}};
  answer.rewritten.date_filters = true;
  answer.rewritten.synonyms = {{"k8s", {"kubernetes"}}};
  const std::string json = to_json(answer);
  EXPECT_NE(json.find(R"("synonyms":{"k8s":["kubernetes"]},"filters":[],)"
                      R"("date":{"from":"2026-02-11","to":null,"filters":true})"),
            std::string::npos);
  EXPECT_NE(json.find(R"("date":null,"origin":"owner")"), std::string::npos);
  EXPECT_NE(json.find(R"("valid":"2026-01-01.."})"), std::string::npos);
}

TEST(GetJson, HasTheDocumentedShape) {
  const GetAnswer answer{.path = "a.md",
                         .text = "x\n",
                         .from = 1,
                         .lines = 1,
                         .total_lines = 2,
                         .truncated = true,
                         .next_from = 2};
  EXPECT_EQ(to_json(answer),
            R"({"status":"ok","path":"a.md","text":"x\n","from":1,"lines":1,"total_lines":2,)"
            R"("truncated":true,"next_from":2,"replaced":false})");
  EXPECT_EQ(to_json(GetAnswer{.status = GetStatus::Denied, .path = "M", .reason = "no"}),
            R"({"status":"denied","path":"M","text":"","from":0,"lines":0,"total_lines":0,)"
            R"("truncated":false,"next_from":null,"replaced":false,"reason":"no"})");
}

TEST(ReceiptJson, HasTheDocumentedShape) {
  const Receipt receipt{.path = "MEMORY.md",
                        .line = 3,
                        .id = "i",
                        .content_hash = "h",
                        .indexed = true,
                        .also = {Receipt{.path = "d.md", .warning = "w"}}};
  EXPECT_EQ(to_json(receipt),
            R"({"path":"MEMORY.md","line":3,"id":"i","content_hash":"h","already_present":false,)"
            R"("indexed":true,"also":[{"path":"d.md","line":0,"id":"","content_hash":"",)"
            R"("already_present":false,"indexed":false,"warning":"w"}]})");
}

TEST(IndexJson, HasTheDocumentedShape) {
  const IndexReport report{
      .seen = 2,
      .added = 1,
      .failed = 1,
      .units = 3,
      .problems = {FileStatus{.path = "b.md", .state = FileState::Failed, .reason = "why"}}};
  EXPECT_EQ(
      to_json(report),
      R"({"seen":2,"unchanged":0,"added":1,"updated":0,"removed":0,"moved":0,"failed":1,)"
      R"("units":3,"units_written":0,"bytes_read":0,"complete":true,"problems":[{"path":"b.md",)"
      R"("layer":"daily","state":"failed","reason":"why","units":0,"bytes":0}]})");
}

TEST(StatusJson, HasTheDocumentedShape) {
  const StatusReport report{.workspace = "/w",
                            .found_by = "--workspace",
                            .cache_dir = "/w/.nacre/cache",
                            .timezone = "UTC",
                            .today = "2026-02-12",
                            .version = "0.1.0",
                            .layers = {LayerStatus{.layer = Layer::LongTerm, .files = 1}}};
  EXPECT_EQ(to_json(report),
            R"({"version":"0.1.0","workspace":"/w","found_by":"--workspace",)"
            R"("cache_dir":"/w/.nacre/cache","timezone":"UTC","today":"2026-02-12",)"
            R"("index_present":false,"tokenizer":"","generation":0,"text_bytes":0,"cache_bytes":0,)"
            R"("files":0,"units":0,"pending":0,"failed":0,"stale":0,"undecodable":0,)"
            R"("layers":[{"layer":"long_term","files":1,"units":0,"pending":0,"failed":0,)"
            R"("stale":0,"bytes":0}],"files_not_current":[],"warnings":[]})");
}

TEST(InitJson, HasTheDocumentedShape) {
  const InitReport report{
      .workspace = "/w", .language = "en", .created = {"MEMORY.md"}, .kept = {"USER.md"}};
  EXPECT_EQ(to_json(report),
            R"({"workspace":"/w","language":"en","created":["MEMORY.md"],"kept":["USER.md"]})");
}

TEST(ErrorJson, HasTheDocumentedShape) {
  EXPECT_EQ(to_json(Error{ErrorCode::NotFound, "open 'x': gone", "make it"}),
            R"({"error":{"code":"not_found","message":"open 'x': gone","hint":"make it"}})");
}

}  // namespace
}  // namespace nacre::memory
