// SPDX-License-Identifier: Apache-2.0
// Wrong entries are filled and have a corner cut off, so that colour is not needed.
#include "app/workspaces/steps/caption/wrong.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/trace/flow.h"
#include "app/workspaces/steps/views/grids/grid.h"

namespace satscope::app {
namespace {

/// The two grids: cells of one size, numbers where they fit.
struct Pair {
  Extent extent;
  Scalar type;
  float cell_width = 0, cell_height = 0;
  float number = 0;  ///< height of the numbers; 0: cells are too small for any
};

std::string text_of(const Cell& cell, Scalar type) { return ungrouped(number(cell, type), 5); }

Pair fit(const Ui& ui, const FailingRun& failing_run, float width, float height) {
  Pair pair{.extent = failing_run.table.extent, .type = failing_run.table.type};
  const auto columns = static_cast<float>(pair.extent.width), rows = static_cast<float>(pair.extent.height);
  float widest = 0;
  ImFont& font = *ui.fonts.text;
  for (const auto* cells : {&failing_run.right, &failing_run.table.cells})
    for (const Cell& cell : *cells)
      widest = std::max(widest, font.CalcTextSizeA(1, 1e9F, 0, text_of(cell, pair.type).c_str()).x);
  for (const float size : {1.0F, 0.85F, 0.75F, 0.66F}) {
    const float number = std::round(size * ui.em);
    const float wide = std::ceil(widest * number + 0.5F * number), high = std::ceil(1.4F * number);
    if (wide * columns > width || high * rows > height) continue;
    pair.number = number;
    pair.cell_width = wide;
    pair.cell_height = high;
    return pair;
  }
  pair.cell_width = pair.cell_height = std::clamp(std::floor(std::min(width / columns, height / rows)), 1.0F, 1.2F * ui.em);
  return pair;
}

void draw_table(const Ui& ui, const Pair& pair, ImVec2 from, const std::vector<Cell>& cells,
                const std::vector<std::size_t>& wrong) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float gap = std::min(pair.cell_width, pair.cell_height) >= 4 ? 1.0F : 0.0F;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto columns = static_cast<std::size_t>(pair.extent.width);
    const ImVec2 a{from.x + static_cast<float>(i % columns) * pair.cell_width,
                   from.y + static_cast<float>(i / columns) * pair.cell_height};
    const ImVec2 b{a.x + pair.cell_width - gap, a.y + pair.cell_height - gap};
    const bool is_wrong = std::binary_search(wrong.begin(), wrong.end(), i);
    list.AddRectFilled(a, b, packed(is_wrong ? ui.palette.bad : ui.palette.raised, is_wrong ? 0.3F : 1));
    if (is_wrong) {
      const float side = std::max(2.0F, 0.35F * std::min(b.x - a.x, b.y - a.y));
      list.AddRect(a, b, packed(ui.palette.bad));
      list.AddTriangleFilled({b.x - side, a.y}, {b.x, a.y}, {b.x, a.y + side}, packed(ui.palette.bad));
    }
    if (pair.number <= 0) continue;
    const std::string text = text_of(cells[i], pair.type);
    const ImVec2 size = ui.fonts.text->CalcTextSizeA(pair.number, 1e9F, 0, text.c_str());
    list.AddText(ui.fonts.text, pair.number, {std::round((a.x + b.x - size.x) / 2), std::round((a.y + b.y - size.y) / 2)},
                 packed(ui.palette.text), text.c_str());
  }
}

void draw_tooltip(const Ui& ui, const Story& story, std::size_t at) {
  const ApartTable& table = story.failing_run->table;
  const auto columns = static_cast<std::size_t>(table.extent.width);
  const std::string got = satscope::to_text(number(table.cells[at], table.type));
  const std::string right = satscope::to_text(number(story.failing_run->right[at], table.type));
  ImGui::BeginTooltip();
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(fmt::format("{}({}, {}) = {}{}", table.judged.name.empty() ? "table" : table.judged.name, at % columns,
                                     at / columns, got,
                                     got == right ? ", as it should be" : fmt::format(", should be {}", right))
                             .c_str());
  ImGui::PopFont();
  const Pixels pixels = pixels_of(table.provenance, story.request.extent, table.cells[at].pixels);
  ImGui::TextUnformatted(to_text(pixels).c_str());
  draw_pixels(ui, pixels, story.request.extent);
  ImGui::EndTooltip();
}

}  // namespace

bool draw_failing_run(Ui& ui, const Story& story, float most_height) {
  if (!story.failing_run) return false;
  const ApartTable& table = story.failing_run->table;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, gap = 0.8F * ui.em, title = 1.3F * ui.em;
  const Pair pair = fit(ui, *story.failing_run, (width - gap) / 2, most_height - title);
  const float wide = pair.cell_width * static_cast<float>(pair.extent.width);
  const float high = pair.cell_height * static_cast<float>(pair.extent.height);
  if (pair.cell_width < 2 || title + high > most_height) return false;
  const float second = std::max(from.x + wide + gap, from.x + 0.5F * (width + gap));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& small = *ui.fonts.small;
  list.AddText(&small, small.FontSize, from, packed(ui.palette.quiet), "WITH ALL BARRIERS");
  list.AddText(&small, small.FontSize, {second, from.y}, packed(ui.palette.bad), "WITHOUT");
  draw_table(ui, pair, {from.x, from.y + title}, story.failing_run->right, {});
  draw_table(ui, pair, {second, from.y + title}, table.cells, table.wrong);
  invisible_button("failing run", {width, title + high});
  ui.control("steps:failing_run");
  ImGui::Dummy({0, 0.3F * ui.em});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const float left : {from.x, second}) {
    const float x = (mouse.x - left) / pair.cell_width, y = (mouse.y - from.y - title) / pair.cell_height;
    const bool over =
        x >= 0 && y >= 0 && x < static_cast<float>(pair.extent.width) && y < static_cast<float>(pair.extent.height);
    if (over && ImGui::IsMouseHoveringRect({from.x, from.y}, {from.x + width, from.y + title + high}))
      draw_tooltip(ui, story,
                   static_cast<std::size_t>(y) * static_cast<std::size_t>(pair.extent.width) + static_cast<std::size_t>(x));
  }
  return true;
}

}  // namespace satscope::app
