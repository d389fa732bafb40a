// SPDX-License-Identifier: Apache-2.0
#include "app/ui/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/core/json.h"
#include "app/core/text/number_text.h"
#include "app/sources/samples.h"
#include "app/sources/still_input.h"
#include "app/ui/drawing/drawing.h"
#include "app/ui/drawing/marks.h"
#include "app/ui/panels/status_text.h"
#include "app/ui/window_actions.h"

namespace satscope::app {

const WorkspaceKind& kind_of(const Session& session) {
  for (const WorkspaceKind& kind : workspaces())
    if (kind.id == session.workspace) return kind;
  return workspaces().front();
}

Action Workspace::freeze() const { return WindowAction::pause; }

Session whole_session() {
  Session session;
  for (const WorkspaceKind& kind : workspaces()) kind.make()->begin(session, {});
  to_json(session);  // because: this finds two parts with one member
  return session;
}

Sketch picture_sketch(const Session& session) {
  const SourceFrame frame = frame_of(transformed(load_input(session.edit.input), session.edit.transform), heap_block);
  const std::span<const std::uint32_t> words = frame.words();
  constexpr int k_most = 60;  // cells of a side
  const Extent whole = frame.extent, cells{std::min(whole.width, k_most), std::min(whole.height, k_most)};
  std::vector<std::uint32_t> picked;
  picked.reserve(cells.area());
  for (int y = 0; y < cells.height; ++y)
    for (int x = 0; x < cells.width; ++x)
      picked.push_back(words[at(static_cast<int>((x + 0.5) * whole.width / cells.width),
                                static_cast<int>((y + 0.5) * whole.height / cells.height), whole.width)] |
                       0xFF000000U);
  return [picked = std::move(picked), cells, whole, box = session.edit.box](Drawing& drawing, const Area& area) {
    const double scale = std::min(area.width / whole.width, area.height / whole.height);
    const Area place{area.middle().x - scale * whole.width / 2, area.middle().y - scale * whole.height / 2, scale * whole.width,
                     scale * whole.height};
    drawing.cells(place, cells, picked, {});
    if (box.width > 0 && box.height > 0)
      drawing.frame({place.x + scale * box.x, place.y + scale * box.y, scale * box.width, scale * box.height},
                    {drawing.palette.selected}, 2);
  };
}

Hint hint(Action action, std::string_view does) {
  const std::vector<Chord>& keys = row_of(action).keys;
  return {keys_text(action), does, action, keys.size() == 1 ? std::optional(keys.front()) : std::nullopt};
}

std::string zoom_text(const Ui& ui) {
  std::string text = grouped(ui.session.view.zoom, 3) + "×";
  const double rate = ui.frame.status().frames_per_second;
  if (ui.session.edit.live && !ui.session.paused && rate > 0) text += fmt::format("  ·  {:.0f} fps", rate);
  if (const std::string quality = quality_text(ui.frame.status().quality); !quality.empty()) text += "  ·  " + quality;
  return text;
}

std::vector<std::string> Workspace::hover_texts(const Ui& ui) const {
  const std::string zoom = zoom_text(ui);
  if (!ui.doing.hover) return {zoom};
  const auto [x, y] = *ui.doing.hover;
  const auto pixel = ui.frame.pixel(x, y);
  const auto entry = ui.frame.padded(x + 1, y + 1);
  const std::string place = fmt::format("({}, {})", x, y);
  const std::string value = pixel ? grouped(*pixel) : std::string("..."), sum = entry ? grouped(*entry) : std::string("...");
  std::string read;
  if (const char letter = letter_of_entry(ui.session.edit.box, x, y)) read = fmt::format(" = {}", letter);
  return {fmt::format("{}  ·  pixel {}  ·  its entry in the table {}{}  ·  {}", place, value, sum, read, zoom),
          fmt::format("{}  ·  pixel {}  ·  entry {}{}  ·  {}", place, value, sum, read, zoom),
          fmt::format("{}  pixel {}  entry {}{}", place, value, sum, read),
          fmt::format("pixel {}  entry {}{}", value, sum, read), "pixel " + value};
}

std::vector<std::string> Workspace::status_texts(const Ui& ui) const {
  const FrameStatus& status = ui.frame.status();
  return app::status_texts(status, verdict_of(status, ui.frame.box_truth(ui.session.edit.box)));
}

ShownPicture Workspace::shown(const Frame& frame) const {
  const Shown& shown = frame.shown();
  return {shown.ready, shown.picture, shown.ready ? std::string() : frame.status().message};
}

}  // namespace satscope::app
