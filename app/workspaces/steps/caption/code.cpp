// SPDX-License-Identifier: Apache-2.0
// The kernel's own source with the running lines lit. A click on a barrier takes it out, to see what it was for.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/published/listings.h"
#include "app/ui/panels/glossary.h"
#include "app/workspaces/steps/caption/explain.h"
#include "app/workspaces/steps/caption/kernel_text.h"
#include "app/workspaces/steps/steps.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

Running source(std::string_view path) {
  const std::string_view name = kernel_name(path);
  return {.name = name, .lines = name.empty() ? std::vector<std::string_view>{} : lines_of(source_text(name))};
}

}  // namespace

std::vector<Running> running_sources(const StepsState& steps) {
  const Story& story = steps.player()->story();
  const Trace& trace = story.trace;
  const StoryStep* story_step = steps.player()->current();
  const Step& step = story.first_step(story_step ? *story_step : story.steps.front());
  std::vector<Running> sources{source(step.file)};
  if (!story_step) return sources;
  sources[0].first = step.line;
  sources[0].last = end_of_statement(sources[0].lines, step.line);
  for (const auto& [file, line] : steps.touches().lines) {
    auto at = std::ranges::find(sources, kernel_name(trace.files[file]), &Running::name);
    if (at == sources.end()) at = sources.insert(at, source(trace.files[file]));
    at->touched.insert(line);
  }
  // because: a step of a user's file is no statement
  for (std::size_t i = trace.of_file ? 0 : 1; i < sources.size(); ++i) {
    if (sources[i].touched.empty()) continue;
    sources[i].first = static_cast<int>(*sources[i].touched.begin());
    sources[i].last = static_cast<int>(*sources[i].touched.rbegin());
  }
  std::erase_if(sources, [](const Running& one) { return one.lines.empty(); });
  return sources;
}

namespace {

/// Takes the code along with the player and with the selected thread.
void lay_code(RunningCode& code, const StepsState& steps) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  const StepCaption* caption = steps.caption();
  const auto focus = caption ? std::optional(caption->focus) : std::nullopt;
  const bool same_step = code.story == story.number && code.position == player.position();
  if (same_step && code.focus == focus) return;
  if (!same_step) code = {.story = story.number, .position = player.position(), .sources = running_sources(steps)};
  code.focus = focus;
  for (Running& run : code.sources)
    run.values = focus ? values_by_line(story.trace, *focus, run.name) : std::map<std::uint32_t, std::string>{};
}

}  // namespace

const Running* running_source(StepsModel& model, std::string_view name) {
  if (!model.state.player() || model.state.player()->story().steps.empty()) return nullptr;
  lay_code(model.code, model.state);
  const auto found = std::ranges::find(model.code.sources, name, &Running::name);
  return found == model.code.sources.end() || found->first == 0 ? nullptr : &*found;
}

namespace {

std::string file_of(const Running& run) { return std::string(run.name.substr(run.name.rfind('/') + 1)); }

/// The files, and what can be done with the first of them where there is room to say it.
void draw_files(const StepsUi& ui, const std::string& files, const Running& first, const std::set<Barrier>& barriers) {
  const std::size_t deleted = ui.steps.state.deleted_barriers.size();
  std::string text = files;
  if (std::ranges::find(barriers, file_of(first), &Barrier::file) != barriers.end())
    text += deleted == 0 ? "  (click a barrier to take it out)" : fmt::format("  ({} taken out)", counted(deleted, "barrier"));
  ImGui::PushFont(ui.fonts.small);
  const bool fits = ImGui::CalcTextSize(text.c_str()).x <= ImGui::GetContentRegionAvail().x;
  ImGui::PopFont();
  caption(ui, fits ? text : files);
}

/// The line at the top of a view of this many: where the statement begins, unless that hides lines that touch memory.
float first_shown(const Running& run, const std::set<Barrier>& deleted, float lines_seen) {
  constexpr float k_above = 4;
  const float from = static_cast<float>(run.first) - k_above;
  // what a helper in the same file touches is not lit
  const auto begin = run.touched.lower_bound(static_cast<std::uint32_t>(run.first));
  const auto end = run.touched.upper_bound(static_cast<std::uint32_t>(run.last));
  if (begin == end) return from;
  // because: a user who took a barrier out may want to put it back
  std::uint32_t top = *begin;
  for (const Barrier& barrier : deleted)
    if (barrier.file == file_of(run) && barrier.line < top && barrier.line + 1 >= static_cast<std::uint32_t>(run.first))
      top = barrier.line;
  const auto least = static_cast<float>(top), most = static_cast<float>(*std::prev(end));
  if (most + 1 <= from + lines_seen - 1) return from;
  return std::min(least - 1, (least + most) / 2 - lines_seen / 2);
}

/// One source in a child window of this height; 0: all that is left. barriers: that the kernels came by; moved: the lines that
/// run come into sight.
void draw_source(StepsUi& ui, const Running& run, const std::set<Barrier>& barriers, const char* child, float height,
                 bool moved) {
  const std::vector<std::string_view>& lines = run.lines;
  auto& deleted = ui.steps.state.deleted_barriers;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(ui.palette.backdrop));
  ImGui::PushFont(ui.fonts.code);
  ImGui::BeginChild(child, {0, height}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const float line_height = ImGui::GetTextLineHeight(), indent = 3.2F * ImGui::CalcTextSize("0").x;
  if (moved) {
    ImGui::SetScrollY(std::max(0.0F, first_shown(run, deleted, ImGui::GetWindowHeight() / line_height) * line_height));
    ImGui::SetScrollX(0);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);  // because: underscores reach into the line below, which may be lit
  list.ChannelsSetCurrent(1);
  // below a line the values that its names have in this step
  const auto values_of = [&](int number) {
    const auto met = run.values.find(static_cast<std::uint32_t>(number));
    return number >= run.first && number <= run.last && met != run.values.end() ? &met->second : nullptr;
  };
  struct CodeRow {
    int line;  ///< from 1
    const std::string* values = nullptr;
  };
  std::vector<CodeRow> rows;
  for (int number = 1; number <= static_cast<int>(lines.size()); ++number) {
    rows.push_back({number});
    if (const std::string* met = values_of(number)) rows.push_back({number, met});
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), line_height);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const CodeRow& row = rows[static_cast<std::size_t>(i)];
      const int number = row.line;
      if (row.values) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + 0.6F * ui.em);
        coloured_text(ui.palette.good, *row.values);
        continue;
      }
      const std::string_view line = lines[static_cast<std::size_t>(number - 1)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float right = at.x + std::max(ImGui::GetContentRegionAvail().x + ImGui::GetScrollX(), 10.0F);
      const bool inside = number >= run.first && number <= run.last && run.first > 0;
      const bool touched = inside && run.touched.contains(static_cast<std::uint32_t>(number));
      const Barrier here{file_of(run), static_cast<std::uint32_t>(number)};
      const bool barrier = barriers.contains(here);
      const bool is_deleted = barrier && deleted.contains(here);
      if (inside) {
        list.ChannelsSetCurrent(0);
        list.AddRectFilled(at, {right, at.y + line_height},
                           packed(touched ? ui.palette.accent : ui.palette.raised, touched ? 0.35F : 1));
        list.ChannelsSetCurrent(1);
      }
      list.AddText({at.x + 0.2F * ui.em, at.y}, packed(ui.palette.quiet, 0.7F), fmt::format("{:>3}", number).c_str());
      const bool comment =
          line.substr(0, std::min(line.size(), line.find_first_not_of(' ') == line.npos ? 0 : line.find_first_not_of(' ') + 2))
              .ends_with("//");
      const Rgb colour = is_deleted ? ui.palette.bad : comment ? ui.palette.quiet : ui.palette.text;
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + 0.6F * ui.em);
      coloured_text(colour, line.empty() ? " " : line);
      if (is_deleted) {
        const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
        list.AddLine({a.x, (a.y + b.y) / 2}, {b.x, (a.y + b.y) / 2}, packed(ui.palette.bad), 1.5F);
      }
      if (!barrier) continue;
      if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::PushFont(ui.fonts.text);
        ImGui::SetTooltip(is_deleted ? "Click: put the barrier back" : "Click: take the barrier out and see what happens");
        ImGui::PopFont();
      }
      if (ImGui::IsItemClicked()) {
        if (is_deleted)
          deleted.erase(here);
        else
          deleted.insert(here);
      }
      ui.control("steps:barrier:" + here.text());
    }
  list.ChannelsMerge();
  ImGui::PopStyleVar();
  ImGui::EndChild();
  ImGui::PopFont();
  ImGui::PopStyleColor();
}

/// What the papers print otherwise, and what would come of it.
void draw_slips(const StepsUi& ui, const std::vector<Slip>& slips) {
  ImGui::PushFont(ui.fonts.small);
  for (const Slip& slip : slips) {
    ImGui::Dummy({0, 0.2F * ui.em});
    text_with_terms(ui, ui.palette.text, slip.where);
    text_with_terms(ui, ui.palette.bad, "Printed: " + slip.printed);
    text_with_terms(ui, ui.palette.quiet, slip.effect);
    text_with_terms(ui, ui.palette.good, "Here: " + slip.here);
  }
  ImGui::PopFont();
}

/// The lines as the paper prints them; those that the step does are lit, and come into sight where it `moved`. A slip has its
/// right reading below it.
void draw_listing(const StepsUi& ui, const Listing& listing, const std::vector<std::size_t>& lit, bool moved) {
  caption(ui, listing.paper + ", " + listing.item);
  ImGui::PushFont(ui.fonts.code);
  const float height = ImGui::GetTextLineHeight(), indent = 4.5F * ImGui::CalcTextSize("0").x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < listing.lines.size(); ++i) {
    const ListingLine& line = listing.lines[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + std::max(ImGui::GetContentRegionAvail().x + ImGui::GetScrollX(), 10.0F);
    if (std::ranges::find(lit, i) != lit.end())
      list.AddRectFilled(at, {right, at.y + height}, packed(ui.palette.accent, 0.35F));
    list.AddText({at.x + 0.2F * ui.em, at.y}, packed(ui.palette.quiet), line.number.c_str());
    const auto from_indent = [&] { ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent); };
    from_indent();
    coloured_text(line.right.empty() ? ui.palette.text : ui.palette.bad, line.text);
    if (moved && !lit.empty() && i == lit.front()) ImGui::SetScrollHereY(0.2F);
    if (line.right.empty()) continue;
    from_indent();
    const std::size_t blanks = line.text.find_first_not_of(' ');
    coloured_text(ui.palette.good, line.text.substr(0, blanks) + "slip; right: " + line.right);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::PushFont(ui.fonts.small);
  if (!listing.note.empty()) text_with_terms(ui, ui.palette.quiet, listing.note);
  ImGui::PopFont();
  ImGui::Dummy({0, 0.4F * ui.em});
}

/// Those that the step does come first, because the kernel may have several.
void draw_printed(StepsUi& ui, const Player& player, const std::vector<Listing>& listings, bool moved) {
  const Story& story = player.story();
  const StoryStep* story_step = player.current();
  const Step& step = story.first_step(story_step ? *story_step : story.steps.front());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(ui.palette.backdrop));
  ImGui::BeginChild("printed", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  std::vector<std::pair<const Listing*, std::vector<std::size_t>>> shown;
  for (const Listing& one : listings)
    shown.emplace_back(&one, story_step
                                 ? lines_done(one, story.trace.passes[static_cast<std::size_t>(step.pass)].name, step.label)
                                 : std::vector<std::size_t>{});
  std::ranges::stable_partition(shown, [](const auto& one) { return !one.second.empty(); });
  for (const auto& [listing, lit] : shown) draw_listing(ui, *listing, lit, moved && listing == shown.front().first);
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ui.control("steps:printed_lines");
}

/// What can replace the source: true if it does. While a barrier is out, its line is what one looks for.
bool draw_papers(StepsUi& ui, const Player& player, bool moved) {
  using Shows = StepsModel::Shows;
  const Story& story = player.story();
  const Described& self =
      story.of_filter() ? static_cast<const Described&>(known_filter(story.filter.id)) : known_algorithm(story.algorithm_id);
  const std::vector<Slip>& slips = self.slips;
  const std::vector<Listing> listings = story.of_filter() ? std::vector<Listing>{} : listings_of(self, story.request.params);
  Shows& shows = ui.steps.shows;
  if ((shows == Shows::printed && listings.empty()) || (shows == Shows::slips && slips.empty())) shows = Shows::source;
  if (shows == Shows::source && !ui.steps.state.deleted_barriers.empty()) return false;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.4F * ui.em, 0.15F * ui.em});
  const auto choice = [&](Shows what, const std::string& text, const char* id, const char* tip) {
    if (ImGui::Button((shows == what ? "Back to the source" : text).c_str())) {
      shows = shows == what ? Shows::source : what;
      moved = true;
    }
    ui.control(id, tip);
  };
  if (!listings.empty() && shows != Shows::slips)
    choice(Shows::printed, "As printed", "steps:printed",
           "The lines that the paper prints; a slip has its right reading beside it");
  if (!listings.empty() && !slips.empty() && shows == Shows::source) ImGui::SameLine();
  if (!slips.empty() && shows != Shows::printed)
    choice(Shows::slips, slips.size() == 1 ? "A slip in the paper" : fmt::format("{} slips in the papers", slips.size()),
           "steps:slips", "What is printed there and does not work, and how the source reads it");
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (shows == Shows::printed) draw_printed(ui, player, listings, moved);
  if (shows == Shows::slips) draw_slips(ui, slips);
  return shows != Shows::source;
}

}  // namespace

void draw_code(StepsUi& ui) {
  StepsModel& model = ui.steps;
  const Player* player = model.state.player();
  if (!player || player->story().steps.empty() || model.guess.on() || edits_file(ui)) return;
  const bool moved = model.code_at != player->position();
  bool& open = ui.session.part<StepsSettings>().code;
  // because: a barrier that was taken out is put back there
  if (!open && model.state.deleted_barriers.empty())
    return draw_fold(ui, "Show the code", open, "steps:fold_code", "The kernel's own source, the running line lit");
  if (ImGui::GetContentRegionAvail().y < 6 * ui.em || (!ui.essential() && draw_papers(ui, *player, moved))) {
    model.code_at = player->position();
    return;
  }
  const float left_over = ImGui::GetContentRegionAvail().y;
  lay_code(model.code, model.state);
  const std::vector<Running>& sources = model.code.sources;
  if (sources.empty()) return;
  model.code_at = player->position();
  const bool both = sources.size() > 1 && left_over > 10 * ui.em;
  std::string files = file_of(sources[0]);
  for (std::size_t i = 1; i < sources.size() && !both; ++i) files += ", memory in " + file_of(sources[i]);
  const std::set<Barrier>& barriers = player->story().trace.barriers;
  draw_fold(ui, "CODE", open, "steps:fold_code", "Folds the code away");
  ImGui::SameLine();
  if (sources[0].name == model.file.path()) {
    ImGui::PushFont(ui.fonts.small);
    if (ImGui::SmallButton("Edit")) ui.ask(StepsAction::edit_file);
    ImGui::PopFont();
    ui.control("steps:code:edit", "Change the file here", StepsAction::edit_file);
    ImGui::SameLine();
  }
  draw_files(ui, files, sources[0], barriers);
  draw_source(ui, sources[0], barriers, "code", both ? std::round(0.5F * left_over - 1.4F * ui.em) : 0, moved);
  ui.control("steps:code");
  if (!both) return;
  draw_files(ui, file_of(sources[1]), sources[1], barriers);
  draw_source(ui, sources[1], barriers, "code behind", 0, moved);
  ui.control("steps:code_behind");
}

}  // namespace satscope::app
