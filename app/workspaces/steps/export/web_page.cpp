// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/export/web_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/core/json.h"
#include "app/core/text/extent_text.h"
#include "app/core/text/xml_text.h"
#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/caption/code.h"
#include "app/workspaces/steps/caption/step_words.h"
#include "app/workspaces/steps/predict/predict.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr Extent k_phone{400, 460}, k_phone_for_two{400, 720};

/// The elements of an SVG document that are drawn.
std::string_view elements_of(std::string_view document) {
  constexpr std::string_view k_before = "</desc>\n", k_after = "</svg>\n";
  document.remove_prefix(document.find(k_before) + k_before.size());
  document.remove_suffix(k_after.size());
  return document;
}

/// With one digit behind the point.
double rounded(double value) { return std::round(value * 10) / 10; }

json panels_json(const StepsLayout& layout) {
  json panels = json::array();
  for (const GridPanel& panel : layout.panels)
    if (panel.role != GridRole::strip)
      panels.push_back({panel.buffer, rounded(panel.cells.x), rounded(panel.cells.y), rounded(panel.cells.width),
                        rounded(panel.cells.height), panel.columns, panel.rows, panel.upright ? 1 : 0, panel.places,
                        rounded(panel.number_size)});
  return panels;
}

std::size_t number_in(json& list, json entry) {
  const auto found = std::ranges::find(list, entry);
  const auto number = static_cast<std::size_t>(found - list.begin());
  if (found == list.end()) list.push_back(std::move(entry));
  return number;
}

/// The text with its gaps, such as {{title}}, filled. What fills one is not looked through.
std::string filled(std::string_view text, const std::map<std::string_view, std::string>& fillings) {
  std::string whole;
  for (;;) {
    const std::size_t gap = text.find("{{"), end = text.find("}}", gap);
    whole += text.substr(0, gap);
    if (gap == text.npos) return whole;
    whole += fillings.at(text.substr(gap + 2, end - gap - 2));
    text.remove_prefix(end + 2);
  }
}

/// JSON inside a script element, whose end no text in it may look like.
std::string script_text(const json& data) {
  std::string safe;
  for (const char letter : data.dump(-1, ' ', false, json::error_handler_t::replace))
    if (letter == '<' || letter == '>' || letter == '&')
      safe += fmt::format("\\u{:04x}", static_cast<int>(letter));
    else
      safe += letter;
  return safe;
}

/// The write that the thread in focus is asked for: a number that changes its place, if it has one.
json asked_write(const Trace& trace, const StepCaption& caption) {
  json asked;
  for (const Write& write : trace.writes_of(trace.steps[caption.focus.step]))
    if (write.thread == caption.focus.thread && (asked.is_null() || write.after != write.before))
      asked = {caption.block + trace.first_block(), caption.focus.thread, write.buffer, write.index};
  return asked;
}

}  // namespace

WebRun::WebRun(const StepsPage& page, Extent desk, std::size_t first, std::size_t last)
    : story_(page.shared_story()), first_(first), last_(last), essential_(page.look().essential), costs_(run_costs(*story_)) {
  std::vector<PageLook> looks{page.look()};
  looks[0].for_slide |= essential_;  // because: a newcomer sees what a class sees
  for (const StepViewKind& kind : step_views())
    if (looks[0].view == &step_views().front() && !looks[0].beside && kind.on_web && kind.on_web(*story_)) {
      looks.push_back(looks[0]);
      looks.back().view = &kind;
    }
  for (const PageLook& look : looks) {
    const StepsPage view(story_, look);
    for (const Extent& size : {desk, look.beside ? k_phone_for_two : k_phone})
      layouts_.push_back(std::make_unique<Layout>(view, size));
    views_.emplace_back(look.view->id);
  }
}

json WebRun::drawn(Layout& layout, std::size_t step, PackedDrawings& drawings) {
  const std::string title = layout.pages.title(step), caption = layout.pages.caption(step);
  const Area whole{0, 0, static_cast<double>(layout.size.width), static_cast<double>(layout.size.height)};
  const auto document = [&](const char* theme) {
    return layout.paper.document(palette_of(theme), 1, title, caption, [&](Drawing& drawing) {
      layout.em = drawing.em;
      layout.pages.paint(drawing, whole, step, 1);
    });
  };
  const std::string light = document("light"), dark = document("dark");
  const StepsLayout* grids = layout.pages.grids();
  return {drawings.add(elements_of(light), elements_of(dark)),
          number_in(layout.panels, grids ? panels_json(*grids) : json::array())};
}

json WebRun::code(const StepsState& steps, json& sources) const {
  json files = json::array();
  if (story_->nameless) return files;
  const StepCaption* caption = steps.caption();
  for (const Running& run : running_sources(steps)) {
    const std::string name(run.name);
    auto known = std::ranges::find_if(sources, [&](const json& source) { return source.at(0) == name; });
    const auto number = known - sources.begin();
    if (known == sources.end()) {
      json lines = json::array();
      for (const std::string_view line : run.lines) lines.push_back(line);
      sources.push_back({name, std::move(lines)});
    }
    json values = json::array();
    if (caption)
      for (const auto& [line, text] : values_by_line(story_->trace, caption->focus, run.name))
        if (static_cast<int>(line) >= run.first && static_cast<int>(line) <= run.last) values.push_back({line, text});
    json touched = json::array();
    for (const std::uint32_t line : run.touched)
      if (static_cast<int>(line) >= run.first && static_cast<int>(line) <= run.last) touched.push_back(line);
    files.push_back({number, run.first, run.last, std::move(touched), std::move(values)});
  }
  return files;
}

json WebRun::step_json(const StepsState& steps, std::size_t step, json& sources) const {
  const Player& player = *steps.player();
  const std::vector<std::string> headings = heading_texts(player);
  json out{{"head", step == 0    ? fmt::format("{} on {} numbers", story_->title(), spaced_extent(story_->request.extent))
                    : essential_ ? phase_text(player)
                                 : headings.front()},
           {"code", code(steps, sources)},
           {"cost", json::array()}};
  for (const RunCostField& field : k_run_costs) out["cost"].push_back(costs_[step].*field.value);
  const StoryStep* story_step = player.current();
  if (!story_step) return out;
  out["label"] = story_->first_step(*story_step).label;
  out["pass"] = story_->first_step(*story_step).pass;
  json writes = json::array();
  for (const WrittenCell& written : cells_written(*story_, step - 1))
    writes.push_back({written.cell.buffer, written.cell.index, cell_text(story_->trace, written.cell, written.after)});
  out["writes"] = std::move(writes);
  if (const StepCaption* caption = steps.caption()) {
    if (!essential_) out["more"] = caption->machine + (caption->watch.empty() ? "" : " Watch: " + caption->watch);
    if (json asked = asked_write(story_->trace, *caption); !asked.is_null()) out["ask"] = std::move(asked);
  }
  return out;
}

bool WebRun::go_on(PackedDrawings& drawings, json& sources) {
  const std::size_t step = first_ + steps_.size();
  StepsPage& page = layouts_.front()->pages;
  json out = step_json(page.at(step), step, sources);
  out["told"] = step == 0 ? "Before the first step. Play, or go one step on." : page.caption(step);
  json views = json::array();
  for (std::size_t i = 0; i < layouts_.size(); i += 2)
    views.push_back({drawn(*layouts_[i], step, drawings), drawn(*layouts_[i + 1], step, drawings)});
  out["views"] = std::move(views);
  steps_.push_back(std::move(out));
  return steps_.size() < all();
}

json WebRun::data() const {
  json out{{"title", story_->title()}, {"first", first_},         {"count", story_->step_count()}, {"buffers", json::array()},
           {"phases", json::array()},  {"passes", json::array()}, {"views", json::array()},        {"costs", json::array()},
           {"steps", steps_},          {"essential", essential_}};
  for (const TraceBuffer& buffer : story_->trace.buffers)
    out["buffers"].push_back({buffer.name, id_of(buffer.space), buffer.shape.width, buffer.shape.height});
  for (const TracePass& pass : story_->trace.passes) out["passes"].push_back(pass.name);
  for (const StoryPhase& story_phase : story_->phases)
    if (story_phase.end >= first_ && story_phase.first < last_)
      out["phases"].push_back({fmt::format("Pass {}: {}", story_phase.pass + 1, story_phase.name), story_phase.name,
                               std::max(story_phase.first + 1, first_), std::min(story_phase.end, last_), story_phase.pass});
  for (const RunCostField& field : k_run_costs) out["costs"].push_back({field.name, field.tip, costs_.back().*field.value});
  for (std::size_t i = 0; i < views_.size(); ++i) {
    json sizes = json::array();
    for (const std::size_t which : {2 * i, 2 * i + 1}) {
      const Layout& layout = *layouts_[which];
      const Area page{0, 0, static_cast<double>(layout.size.width), static_cast<double>(layout.size.height)};
      const Area seen = StepsPage::views_of(page, layout.em);
      sizes.push_back({{"width", layout.size.width},
                       {"height", layout.size.height},
                       {"top", rounded(seen.y)},
                       {"bottom", rounded(seen.bottom())},
                       {"panels", layout.panels}});
    }
    out["views"].push_back({{"name", views_[i]}, {"sizes", std::move(sizes)}});
  }
  return out;
}

std::string WebRun::transcript() const {
  std::string text;
  int story_phase = -2;
  const auto end = [&] { text += story_phase == -2 ? "" : "</ol>\n"; };
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const std::size_t step = first_ + i;
    const int now = step == 0 ? -1 : story_->steps[step - 1].story_phase;
    if (now != story_phase) {
      end();
      if (now >= 0) {
        const StoryPhase& of = story_->phases[static_cast<std::size_t>(now)];
        text += fmt::format("<h3>Pass {}: {}</h3>\n", of.pass + 1, xml_text(of.name));
      }
      text += fmt::format("<ol start=\"{}\">\n", step);
      story_phase = now;
    }
    text += fmt::format("<li>{}</li>\n", xml_text(steps_[i].at("told").get_ref<const std::string&>()));
  }
  end();
  return text;
}

std::string web_page(const WebText& text, const std::vector<json>& runs, const std::vector<WebPlayer>& players,
                     const PackedDrawings& drawings, const json& sources) {
  json data{{"runs", runs}, {"players", json::array()}, {"drawings", drawings.data()}, {"sources", sources}};
  for (const WebPlayer& player : players) data["players"].push_back({player.run, player.step});
  return filled(
      web_asset("page.html"),
      {{"title", xml_text(text.title)}, {"about", xml_text(text.about)}, {"body", text.body}, {"data", script_text(data)}});
}

}  // namespace satscope::app
