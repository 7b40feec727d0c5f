#pragma once

#include <string_view>

namespace nacre::recall {

// What a question wants to hear, in English and Chinese: turns of a conversation
// that name such a thing are likelier answers.
struct QuestionType {
  bool time = false;    // When, 什么时候.
  bool number = false;  // How many, 多少.
};

// `folded` is the shadow of the question.
QuestionType question_type(std::string_view folded);

}  // namespace nacre::recall
