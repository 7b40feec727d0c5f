#include "workspace/json5.h"

#include <algorithm>

namespace nacre::workspace {
namespace {

bool is_identifier(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

bool is_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

class Rewriter {
 public:
  explicit Rewriter(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      const char byte = text_[at_];
      if (byte == '"' || byte == '\'') {
        copy_string(byte);
      } else if (skip_comment() || skip_trailing_comma()) {
        continue;
      } else if (is_identifier(byte)) {
        copy_word();
      } else {
        out_ += byte;
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  void copy_string(char quote) {
    out_ += '"';
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        if (text_[at_] == '\'') {
          out_ += '\'';
        } else if (text_[at_] != '\n') {  // An escaped line end continues the string.
          out_ += '\\';
          out_ += text_[at_];
        }
      } else if (text_[at_] == '"') {
        out_ += "\\\"";
      } else {
        out_ += text_[at_];
      }
    }
    ++at_;
    out_ += '"';
  }

  bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return true;
    }
    if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      const std::size_t next = end == std::string_view::npos ? text_.size() : end + 2;
      // Line ends stay, so that a complaint about the JSON names the right line.
      const std::string_view comment = text_.substr(at_, next - at_);
      out_.append(static_cast<std::size_t>(std::count(comment.begin(), comment.end(), '\n')), '\n');
      out_ += ' ';
      at_ = next;
      return true;
    }
    return false;
  }

  // Where the next thing that is neither space nor comment stands.
  std::size_t next_token(std::size_t from) const {
    while (from < text_.size()) {
      const std::string_view rest = text_.substr(from);
      if (is_space(text_[from])) {
        ++from;
      } else if (rest.starts_with("//")) {
        from = std::min(text_.find('\n', from), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", from + 2);
        from = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        break;
      }
    }
    return from;
  }

  bool skip_trailing_comma() {
    if (text_[at_] != ',') return false;
    const std::size_t next = next_token(at_ + 1);
    if (next >= text_.size() || (text_[next] != '}' && text_[next] != ']')) return false;
    ++at_;
    return true;
  }

  void copy_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_identifier(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const std::size_t next = next_token(at_);
    const bool key = next < text_.size() && text_[next] == ':';
    if (key) out_ += '"';
    out_ += word;
    if (key) out_ += '"';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string json_from_json5(std::string_view text) {
  return Rewriter(text).run();
}

}  // namespace nacre::workspace
