// SPDX-License-Identifier: Apache-2.0
// The race over the radius as a panel: title, plot, verdict, method. Where there is little room, the plot stays, and texts that
// do not fit are in its tooltip.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/pipeline/job.h"
#include "app/ui/drawing/plot_view.h"
#include "app/workspaces/playground/model.h"
#include "app/workspaces/playground/playground.h"
#include "app/workspaces/playground/race/race_results.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

struct Paragraph {
  std::string text;
  ImFont* font;
  Rgb colour;
  std::string brief = {};  ///< where the whole does not fit; empty: then nothing
};

float height_of(const Paragraph& p, float width) {
  return p.font->CalcTextSizeA(p.font->FontSize, 1e9F, width, p.text.c_str()).y;
}

/// Title at the left, the button that closes the race at the right. Returns the height that they took.
float draw_heading(PlaygroundUi& ui, ImVec2 from, float width) {
  const float button = std::max(24.0F, std::round(1.5F * ui.em));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushFont(ui.fonts.strong);
  const std::string title = first_that_fits(
      {fmt::format("Race over the radius: {} with and without a table", known_filter(raced_filter(ui.session)).title),
       "Race over the radius", "Race"},
      width - button - 0.5F * ui.em);
  list.AddText({from.x, std::round(from.y + (button - ImGui::GetFontSize()) / 2)}, packed(ui.palette.text), title.c_str());
  ImGui::PopFont();
  const ImVec2 at{from.x + width - button, from.y};
  ImGui::SetCursorScreenPos(at);
  if (ImGui::Button("##close", {button, button})) ui.session.part<PlaygroundView>().race = false;
  ui.control("race:close", "Close the race; nothing is timed then");
  const ImVec2 middle{at.x + button / 2, at.y + button / 2};
  const float r = 0.3F * ui.em, thick = std::max(1.5F, 0.1F * ui.em);
  list.AddLine({middle.x - r, middle.y - r}, {middle.x + r, middle.y + r}, packed(ui.palette.text), thick);
  list.AddLine({middle.x - r, middle.y + r}, {middle.x + r, middle.y - r}, packed(ui.palette.text), thick);
  return button;
}

std::vector<Paragraph> paragraphs_of(const PlaygroundUi& ui, const RaceResults& results, int r) {
  const RaceVerdict verdict = verdict_of(results, r);
  std::vector<Paragraph> paragraphs{{verdict.headline, ui.fonts.text, ui.palette.text, verdict.brief}};
  if (const std::string method = method_of(results); !method.empty())
    paragraphs.push_back({fmt::format("{}; {}.", device_name(results.machine), method), ui.fonts.small, ui.palette.quiet});
  for (const std::string& detail : verdict.details) paragraphs.push_back({detail, ui.fonts.small, ui.palette.text});
  return paragraphs;
}

/// The first ones that fit into a column, each whole or not at all; the method is last. Returns their height.
float fit(std::vector<Paragraph>& paragraphs, float width, float room, float gap) {
  float used = 0;
  std::erase_if(paragraphs, [&](Paragraph& p) {
    float height = height_of(p, width) + gap;
    if (used + height > room && !p.brief.empty()) {
      p.text = p.brief;
      height = height_of(p, width) + gap;
    }
    if (used + height > room) return true;
    used += height;
    return false;
  });
  if (paragraphs.size() > 2) std::rotate(paragraphs.begin() + 1, paragraphs.begin() + 2, paragraphs.end());
  return used;
}

void draw_paragraphs(const std::vector<Paragraph>& paragraphs, ImVec2 at, float width, float gap) {
  for (const Paragraph& p : paragraphs) {
    at.y += gap;
    ImGui::GetWindowDrawList()->AddText(p.font, p.font->FontSize, {std::round(at.x), std::round(at.y)}, packed(p.colour),
                                        p.text.c_str(), nullptr, width);
    at.y += height_of(p, width);
  }
}

void draw_inside(PlaygroundUi& ui, const Area& area) {
  const float pad = std::round(0.6F * ui.em), gap = std::round(0.3F * ui.em);
  const ImVec2 from{static_cast<float>(area.x) + pad, static_cast<float>(area.y) + 0.6F * pad};
  const float width = static_cast<float>(area.width) - 2 * pad;
  const float top = from.y + draw_heading(ui, from, width) + 0.5F * gap;
  const float height = static_cast<float>(area.bottom()) - 0.6F * pad - top;
  const int r = race_radius(ui.session);
  const RaceResults none;
  const RaceResults& results = ui.playground.race.results ? *ui.playground.race.results : none;
  std::vector<Paragraph> paragraphs = paragraphs_of(ui, results, r);
  std::string all;
  for (const Paragraph& p : paragraphs) all += (all.empty() ? "" : "\n") + p.text;

  const bool beside = width > 44 * ui.em && height < 0.5F * width;
  const float column = std::round(beside ? 0.36F * width : width);
  // because: words that say who wins come before a taller plot
  const float plot_least = std::clamp(height - 6 * ui.em, std::min(4.2F * ui.em, 0.6F * height), 11 * ui.em);
  const float text_height = fit(paragraphs, column, beside ? height : height - plot_least, gap);
  const float plot_width = beside ? width - column - 1.5F * pad : width;
  const float plot_height = beside ? height : height - text_height;
  draw_paragraphs(paragraphs, beside ? ImVec2{from.x + width - column, top} : ImVec2{from.x, top + plot_height}, column, gap);
  if (plot_height < 1 || plot_width < 1) return;
  Plot plot = plot_of(results, r);
  // because: in a low plot the names are too small to hit
  std::vector<std::string>* const hidden = plot_height > 12 * ui.em ? &ui.playground.race.hidden : nullptr;
  show_plot(ui, {from.x, top, plot_width, plot_height}, plot, hidden, "race:curves", all);
}

}  // namespace

void draw_race(PlaygroundUi& ui, const Area& area) {
  ui.playground.race.seen.now = true;
  begin_area("race", area, Ground::panel);
  if (area.width >= 1 && area.height >= 1) draw_inside(ui, area);
  ImGui::End();
}

}  // namespace satscope::app
