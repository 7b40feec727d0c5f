#include "recall/substring_scan.h"

#include <algorithm>

#include "recall/comparable.h"
#include "text/utf8.h"

namespace nacre::recall {
namespace {

// A mistyped word comes here: the bound keeps its answer within 50 ms.
constexpr std::size_t kBytesMax = std::size_t{8} << 20;
constexpr std::size_t kBatch = 256;
constexpr std::size_t kPieceCharactersMin = 3;
constexpr std::size_t kPiecesMax = 16;

using lexical::UnitId;

// One piece alone stands in too many texts ("eat" in "repeat"): all must.
constexpr double kShareOfPieces = 0.5;

double share_of(const std::vector<std::string>& pieces, std::string_view text) {
  const auto stands = [&](const std::string& piece) {
    return text.find(piece) != std::string_view::npos;
  };
  if (stands(pieces.front())) return 1;
  const bool all = pieces.size() > 1 && std::all_of(pieces.begin() + 1, pieces.end(), stands);
  return all ? kShareOfPieces : 0;
}

}  // namespace

std::vector<std::string> substring_pieces(std::string_view wanted) {
  std::vector<std::string> pieces = {std::string(wanted)};
  while (!wanted.empty() && pieces.size() <= kPiecesMax) {
    const std::size_t end = std::min(wanted.find(' '), wanted.size());
    const std::string_view piece = wanted.substr(0, end);
    if (piece.size() < pieces[0].size() && text::utf8::count(piece) >= kPieceCharactersMin) {
      pieces.emplace_back(piece);
    }
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
  }
  return pieces;
}

Result<ScanResult> scan_substrings(std::string_view wanted, View& view, UnitFilter& filter) {
  const std::vector<std::string> pieces = substring_pieces(wanted);
  std::vector<UnitId> units;
  for (std::size_t i = 1; i < view.table().size(); ++i) {
    const auto unit = static_cast<UnitId>(i);
    if (view.sees(unit) && view.table()[unit].ordinal > 0) units.push_back(unit);
  }
  std::stable_sort(units.begin(), units.end(),
                   [&](UnitId a, UnitId b) { return view.table()[a].day > view.table()[b].day; });

  ScanResult result;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < units.size(); i += kBatch) {
    if (bytes > kBytesMax) {
      result.complete = false;
      break;
    }
    const auto begin = units.begin() + static_cast<std::ptrdiff_t>(i);
    const std::size_t size = std::min(kBatch, units.size() - i);
    const std::vector<UnitId> ids(begin, begin + static_cast<std::ptrdiff_t>(size));
    for (const index::UnitRow& row : NACRE_TRY(view.rows(ids))) {
      bytes += row.unit.text.size();
      const double share = share_of(pieces, comparable(row.unit.text));
      if (share > 0 && NACRE_TRY(filter.admits(row.id))) result.hits.push_back({row.id, share});
    }
  }
  return result;
}

}  // namespace nacre::recall
