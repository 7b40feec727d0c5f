#include "memory/writing.h"

#include "memory/history.h"
#include "memory/keeping.h"
#include "memory/pending.h"
#include "workspace/entries.h"
#include "workspace/layout.h"

namespace nacre::memory {
namespace {

Receipt to_receipt(workspace::Written written) {
  return {.path = std::move(written.path),
          .line = written.line,
          .id = std::move(written.id),
          .content_hash = std::move(written.content_hash),
          .already_present = written.already_present};
}

CivilDay today(const Setting& setting) {
  return base::to_day(setting.clock->local(setting.clock->now()).date);
}

// Whether `scope`, whose user is canonical, may write there.
Status check_may_write(std::string_view to, const Scope& scope,
                       std::optional<Visibility> visibility, const Setting& setting) {
  const std::string path = NACRE_TRY(workspace::entry_path(to, scope.user, today(setting)));
  const workspace::PathMeaning meaning =
      workspace::classify(path, setting.notes.project_visibility);
  const guard::Attributes item{.owner = meaning.owner,
                               .visibility = visibility.value_or(meaning.visibility),
                               .layer = meaning.layer};
  auto decision = guard::may_write(scope, item, setting.policy);
  if (decision.allowed) return Ok{};
  return Error{ErrorCode::PermissionDenied, std::move(decision.reason), std::move(decision.hint)};
}

Scope canonical(Scope scope, const Setting& setting) {
  scope.user = guard::canonical_user(scope.user, setting.policy);
  return scope;
}

Receipt kept(workspace::Written written, const Setting& setting, text::Source& source) {
  Receipt receipt = to_receipt(std::move(written));
  Kept kept = keep_indexed(receipt.path, setting, source);
  receipt.indexed = kept.indexed;
  receipt.warning = std::move(kept.warning);
  return receipt;
}

void warn(Receipt& receipt, const std::string& warning) {
  if (warning.empty()) return;
  receipt.warning += (receipt.warning.empty() ? "" : "; ") + warning;
}

}  // namespace

Result<Receipt> remember(const RememberRequest& given, const Setting& setting,
                         text::Source& source) {
  RememberRequest request = given;
  request.scope = canonical(given.scope, setting);
  NACRE_TRY(check_may_write(request.to, request.scope, request.visibility, setting));
  const bool also_daily = request.also_daily && request.to != "daily";
  if (also_daily) {
    NACRE_TRY(check_may_write("daily", request.scope, request.visibility, setting));
  }
  History history(setting);
  const HistorySink sink(history, "remember");
  const workspace::EntryWriter writer(setting.root, *setting.clock, setting.language, &sink);
  auto remembered = writer.remember(request);
  if (!remembered.ok()) return kept_for_later(std::move(remembered).error(), request, setting);
  Receipt receipt = kept(std::move(remembered).value(), setting, source);
  if (also_daily) {
    request.to = "daily";
    auto written = writer.remember(request);
    if (written.ok()) {
      receipt.also.push_back(kept(std::move(written).value(), setting, source));
    } else {
      warn(receipt, "today's note: " + written.error().message);
    }
  }
  warn(receipt, history.warning());
  return receipt;
}

Result<Receipt> log(const LogRequest& given, const Setting& setting, text::Source& source) {
  LogRequest request = given;
  request.scope = canonical(given.scope, setting);
  NACRE_TRY(check_may_write("daily", request.scope, {}, setting));
  History history(setting);
  const HistorySink sink(history, "log");
  const workspace::EntryWriter writer(setting.root, *setting.clock, setting.language, &sink);
  auto logged = writer.log(request);
  if (!logged.ok()) return kept_for_later(std::move(logged).error(), request, setting);
  Receipt receipt = kept(std::move(logged).value(), setting, source);
  warn(receipt, history.warning());
  return receipt;
}

}  // namespace nacre::memory
