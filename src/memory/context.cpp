#include "memory/context.h"

namespace nacre::memory {
namespace {

guard::Redactor redactor_of(const Setting& setting) {
  const bool chinese = setting.language == workspace::Language::Chinese;
  return guard::Redactor({.language = chinese ? guard::PlaceholderLanguage::Chinese
                                              : guard::PlaceholderLanguage::English});
}

}  // namespace

recall::ContextOptions context_options(const Setting& setting, const guard::Redactor& redactor) {
  const auto number = [&](std::string_view key) {
    return static_cast<std::uint64_t>(setting.config.integer(key));
  };
  return {.clock = setting.clock.get(),
          .root = &setting.root,
          .redactor = &redactor,
          .policy = setting.policy,
          .notes = setting.notes,
          .limits = {.file_chars_max = number("context.file_chars_max"),
                     .user_chars_max = number("context.user_chars_max"),
                     .total_chars_max = number("context.total_chars_max"),
                     .budget_tokens = number("context.budget_tokens"),
                     .head_share = setting.config.number("context.head_share"),
                     .daily_days = static_cast<int>(number("context.daily_days"))}};
}

Result<ContextAnswer> context(const ContextRequest& request, const Setting& setting) {
  const guard::Redactor redactor = redactor_of(setting);
  return recall::assemble_context(request, context_options(setting, redactor));
}

std::vector<std::string> context_warnings(const Setting& setting) {
  const guard::Redactor redactor = redactor_of(setting);
  return recall::files_near_limits(context_options(setting, redactor));
}

}  // namespace nacre::memory
