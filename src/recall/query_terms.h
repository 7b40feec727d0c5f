#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "recall/query.h"
#include "text/tokenizer.h"

namespace nacre::recall {

// The words of `query.text` as weighted terms, with their synonyms; also fills
// `folded` and what the answer shows of them. Stop words become terms when
// nothing else would narrow the question.
void add_terms(const QueryContext& context, bool narrowed, ParsedQuery& query);

// Empty `folded` when there is nothing but punctuation.
Phrase make_phrase(std::string_view text, text::Tokenizer& tokenizer);
Exclusion make_exclusion(std::string_view text, text::Tokenizer& tokenizer);

}  // namespace nacre::recall
