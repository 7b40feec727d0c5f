#include "memory/masking.h"

namespace nacre::memory {
namespace {

template <typename Request>
void mask(std::string& text, const guard::Redactor& redactor, Masked<Request>& masked) {
  auto found = redactor.mask(text, guard::LineEnds::Drop);
  if (!found) return;
  text = std::move(found->text);
  for (const auto& [kind, count] : guard::count_by_kind(found->findings)) {
    masked.counts[std::string(guard::name(kind))] += count;
  }
}

}  // namespace

Masked<RememberRequest> masked(const RememberRequest& request, const guard::Redactor& redactor) {
  Masked<RememberRequest> masked{.request = request};
  mask(masked.request.text, redactor, masked);
  mask(masked.request.title, redactor, masked);
  mask(masked.request.category, redactor, masked);
  for (std::string& trigger : masked.request.triggers) mask(trigger, redactor, masked);
  return masked;
}

Masked<LogRequest> masked(const LogRequest& request, const guard::Redactor& redactor) {
  Masked<LogRequest> masked{.request = request};
  mask(masked.request.title, redactor, masked);
  mask(masked.request.body, redactor, masked);
  return masked;
}

}  // namespace nacre::memory
