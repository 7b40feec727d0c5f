#include "workspace/visible_lines.h"

#include "text/lines.h"
#include "workspace/line_fates.h"
#include "workspace/lines.h"

namespace nacre::workspace {

std::optional<std::string> visible_lines(std::string_view relative_path, std::string_view bytes,
                                         const NoteOptions& options, const Viewer& viewer) {
  const ParsedNote note(relative_path, bytes, options);
  bool any_shown = false, any_hidden = false;
  const std::vector<LineFate> fates = line_fates(note, [&](const text::Unit& unit) {
    const bool sees = guard::may_see(
        viewer.scope, guard::attributes_of(note.content.attributes, unit), viewer.policy);
    (sees ? any_shown : any_hidden) = true;
    return sees ? LineFate::Shown : LineFate::Hidden;
  });
  if (!any_shown) return std::nullopt;
  if (!any_hidden) return std::string(bytes);

  const text::LineIndex lines(bytes);
  std::string visible;
  std::size_t end = 0;  // Behind the last line that shows text.
  for (std::uint32_t line = 1; line <= lines.count(); ++line) {
    const std::uint64_t begin = lines.begin(line);
    const std::string_view whole = bytes.substr(begin, lines.end_with_break(line) - begin);
    const std::string_view text = lines.line(line);
    const bool shown = fates[line] == LineFate::Shown;
    visible += shown ? whole : whole.substr(text.size());
    if (shown && !trim(text).empty()) end = visible.size();
  }
  visible.resize(end);
  return visible;
}

}  // namespace nacre::workspace
