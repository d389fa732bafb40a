// SPDX-License-Identifier: Apache-2.0
// What is stepped through, and how: both from descriptions, so that a new algorithm needs no line here.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/inputs.h"
#include "app/ui/panels/choices.h"
#include "app/workspaces/steps/source/examples.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/steps.h"
#include "kernels/adopted.h"
#include "kernels/registry.h"
#include "kernels/trace/trace_sizes.h"

namespace satscope::app {
namespace {

void quiet_text(const StepsUi& ui, std::string_view text) {
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet, text);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

/// "552 kB", "3 MB"
std::string memory_text(std::size_t bytes) {
  constexpr std::size_t k_kilo = 1000, k_mega = 1000000;
  return bytes < k_mega ? fmt::format("{} kB", bytes / k_kilo) : fmt::format("{} MB", (bytes + k_mega / 2) / k_mega);
}

void draw_sides(StepsUi& ui, int& side) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const auto count = static_cast<float>(k_patch_sides.size());
  const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count;
  bool first = true;
  for (const int one : k_patch_sides) {
    if (!std::exchange(first, false)) ImGui::SameLine(0, gap);
    const bool chosen = side == one;
    {
      const AccentButtons accent(ui.palette, chosen);
      if (ImGui::Button(fmt::format("{}##side", one).c_str(), {width, 0})) side = one;
    }
    ui.control(fmt::format("steps:side:{}", one), fmt::format("{} × {} pixels", one, one));
  }
}

/// The typed numbers; with a fault they stay in their field, because what is stepped must be what the panel says.
void take_draft(StepsUi& ui, StepsSource& source) {
  StepsModel& model = ui.steps;
  StepsSource typed = source;
  if (model.draft != source.typed) typed.from.clear();
  typed.typed = model.draft;
  std::optional<Notice>& message = ui.doing.message;
  if (message && message->text == std::exchange(model.fault_of_draft, {})) message.reset();
  try {
    samples_of(typed, nullptr);
    source = typed;
  } catch (const InputError& error) {
    model.fault_of_draft = error.what();
    message = Notice{error.what(), std::nullopt, {}};
  }
}

void draw_typed(StepsUi& ui, StepsSource& source) {
  std::string& draft = ui.steps.draft;
  if (draft.empty()) draft = source.typed;
  ImGui::InputTextMultiline("##typed", &draft, {-1, 6.5F * ui.em});
  ui.control("steps:typed", "A row of numbers per line, parted by blanks, commas or semicolons");
  if (ImGui::Button("Use these numbers", {-1, 0})) take_draft(ui, source);
  ui.control("steps:use", "Traces the numbers above");
}

/// "2 trees of 8 (4 banks, toy machine)" and shorter: what becomes of a row of so many on this machine.
std::vector<std::string> trees_texts(const Sizes& one, int width) {
  const int trees = (width + one.segment - 1) / one.segment;
  const std::string what = fmt::format("{} of {}", trees == 1 ? "One tree" : fmt::format("{} trees", trees), one.segment);
  const bool toy = one.warp < Sizes{}.warp;
  return {fmt::format("{} ({} banks, {})", what, one.warp, toy ? "toy machine" : "a real GPU"),
          fmt::format("{} ({}, {} banks)", what, toy ? "toy" : "GPU", one.warp), what};
}

/// Where rows are cut into trees or filled up: that it is so. And the other machines: on which a row is one tree, with few
/// banks or those of a real GPU, or is cut.
void draw_segments(StepsUi& ui) {
  const Player* player = ui.steps.state.player();
  if (!player || player->story().nameless) return;
  const Story& story = player->story();
  const std::string text = segments_text(story);
  if (!text.empty()) {
    quiet_text(ui, text);
    ui.control("steps:segments");
  }
  const Extent extent = story.request.extent;
  if (story.sizes.segment == 0 || (text.empty() && extent.height > 1)) return;
  if (text.empty()) quiet_text(ui, fmt::format("This is o{}.", trees_texts(story.sizes, extent.width).front().substr(1)));
  int segment = 0;  // the shortest that holds a row
  for (const Sizes& one : story.all_sizes)
    if (one.segment >= extent.width && (segment == 0 || one.segment < segment)) segment = one.segment;
  for (std::size_t i = story.all_sizes.size(); i-- > 0;) {
    const Sizes& one = story.all_sizes[i];
    const int trees = (extent.width + one.segment - 1) / one.segment;
    const bool cut = trees > 1 && i == 0;  // by the smallest machine
    if ((one.segment != segment && !cut) || one == story.sizes) continue;
    const std::string label = first_that_fits(trees_texts(one, extent.width), ImGui::GetContentRegionAvail().x - ui.em);
    if (ImGui::Button(fmt::format("{}##{}", label, i).c_str(), {-1, 0})) {
      StepsSettings& settings = ui.session.part<StepsSettings>();
      settings.size = static_cast<int>(i);
      if (extent.height == 1 && trees == 1) {  // the exercise of a course: one exclusive scan, its places side by side
        settings.form = Form::exclusive;
        settings.passes = 1;
        settings.params["padding"] = false;
      }
    }
    ui.control(trees > 1                 ? "steps:trees"
               : one.warp < Sizes{}.warp ? "steps:one_tree"
                                         : "steps:one_tree:real",
               trees_texts(one, extent.width).front() + ": " + to_text(one));
  }
}

/// Which part of the picture is stepped through.
std::string part_text(const StepsUi& ui, const StepsSource& source) {
  const std::string name = short_name_of(ui.session.edit.input);
  const std::string where = source.x < 0 ? "its middle" : fmt::format("around ({}, {})", source.x, source.y);
  const Player* player = ui.steps.state.player();
  if (!player || !ui.samples) return fmt::format("{}: {}", name, where);
  const Extent part = player->story().request.extent, all = ui.samples->extent;
  if (part == all) return fmt::format("{}: all of its {} × {} numbers", name, all.width, all.height);
  return fmt::format("{}: {}, {} × {} of {} × {}", name, where, part.width, part.height, all.width, all.height);
}

/// The examples in their order, and the way to the next one.
void draw_examples(StepsUi& ui) {
  StepsSettings& steps = ui.session.part<StepsSettings>();
  caption(ui, "EXAMPLES");
  const auto now = current_example(steps);
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < steps_examples().size(); ++i) {
    const StepsExample& one = steps_examples()[i];
    choices.push_back({std::string(one.id), fmt::format("{}. {}", i + 1, one.title), std::string(one.about)});
  }
  if (!now) choices.push_back({"", "Your own choice", "what you chose below"});
  std::string id = now ? std::string(steps_examples()[*now].id) : "";
  if (choose(ui, "##example", "steps:example", "From one entry after another to a single pass", id, choices))
    for (const StepsExample& one : steps_examples())
      if (one.id == id) apply_example(steps, one);
  if (const auto next = next_example(steps, 1)) {
    const std::string_view title = steps_examples()[*next].title;
    const std::string text = first_that_fits(
        {fmt::format("{}: {}", now ? "Next" : "Begin", title), now ? "Next example" : "First example", now ? "Next" : "Begin"},
        ImGui::GetContentRegionAvail().x - ui.em);
    if (ImGui::Button(fmt::format("{}##next", text).c_str(), {-1, 0})) ui.ask(StepsAction::next_example);
    ui.control("steps:next_example", title, StepsAction::next_example);
  }
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace

void draw_steps_source(StepsUi& ui) {
  if (!ui.steps.state.nameless) draw_examples(ui);  // because: it would show which one this is
  StepsSource& source = ui.session.part<StepsSettings>().source;
  caption(ui, "NUMBERS");
  std::string id = source.kind == StepsSource::Kind::patch   ? "patch"
                   : source.kind == StepsSource::Kind::typed ? "typed"
                                                             : source.ready;
  std::vector<Choice> choices{{"patch", "Patch of the picture", "a square around where Enter was pressed in Explore"}};
  for (const ReadyTable& table : ready_tables())
    choices.push_back({std::string(table.id), std::string(table.title), std::string(table.help)});
  choices.push_back({"typed", source.from.empty() ? "Typed numbers" : "Numbers of a live frame", "numbers of your own"});
  if (choose(ui, "##source", "steps:source", "The small picture that is stepped through", id, choices)) {
    if (id == "patch") {
      source.kind = StepsSource::Kind::patch;
    } else if (id == "typed") {
      source.kind = StepsSource::Kind::typed;
      if (source.typed.empty()) {  // else those that were typed before come back
        source.typed = "2 1 3 1\n3 2 1 1\n4 1 3 1\n";
        // because: one begins with what one sees
        if (const Player* player = ui.steps.state.player())
          source = with_pixel(source, player->story().trace.buffers.front(), std::string::npos, "");
        ui.steps.draft = source.typed;
      }
    } else {
      source.kind = StepsSource::Kind::ready;
      source.ready = id;
    }
  }
  if (has_sides(source)) draw_sides(ui, source.side);
  if (source.kind == StepsSource::Kind::typed) draw_typed(ui, source);
  if (source.kind == StepsSource::Kind::patch) quiet_text(ui, part_text(ui, source));
  draw_segments(ui);
  ImGui::Dummy({0, 0.3F * ui.em});
}

namespace {

/// What an algorithm does, in a sentence, and its paper.
std::string tip_of(const Algorithm& one) {
  const std::size_t end = one.text.find(". ");
  return fmt::format("{}\n{}", end == one.text.npos ? one.text : one.text.substr(0, end + 1), one.paper);
}

/// The list of what can be stepped. An algorithm and a filter never have one id: each is known by its group too.
void draw_stepped(StepsUi& ui, StepsSettings& steps) {
  constexpr std::string_view k_filter = "filter:";
  caption(ui, steps.filter.empty() ? "ALGORITHM" : "FILTER");
  std::vector<Choice> choices;
  for (const Algorithm& one : algorithms()) choices.push_back({one.id, one.title, tip_of(one), "Algorithms", one.untraced});
  for (const Filter& one : filters())
    choices.push_back({fmt::format("{}{}", k_filter, one.id), one.title, one.definition, "Filters"});
  std::string id = steps.filter.empty() ? steps.algorithm : fmt::format("{}{}", k_filter, steps.filter);
  if (!choose(ui, "##algorithm", "algorithm", "What is stepped: how a table is made, or how a filter reads it", id, choices))
    return;
  if (!id.starts_with(k_filter))
    step_algorithm(steps, id);
  else if (const Filter* filter = find_filter(id.substr(k_filter.size())))
    step_filter(steps, *filter);
}

/// Toy machines have banks and registers in proportion to the lanes of a warp.
ChoiceHere here_in(const StepsUi& ui) {
  const Player* player = ui.steps.state.player();
  if (!player) return {};
  return [warp = player->story().request.sizes.warp](const Param& param, const std::string& choice) {
    return amounts_here(param, choice, warp);
  };
}

/// Who makes the tables that the filter reads.
void draw_table_maker(StepsUi& ui, StepsSettings& steps, const Filter& filter) {
  if (filter.tables.empty()) return;
  caption(ui, "ITS TABLE");
  const Player* player = ui.steps.state.player();
  const bool known = player && player->story().filter.id == filter.id;
  std::vector<Choice> choices;
  for (const Algorithm& one : algorithms()) {
    if (known) {
      const auto& makers = player->story().filter.table_makers;
      if (std::find(makers.begin(), makers.end(), one.id) == makers.end()) continue;
    }
    choices.push_back({one.id, one.title, one.paper, {}, one.untraced});
  }
  if (choose(ui, "##maker", "steps:maker", "The algorithm that makes the tables which the filter reads", steps.algorithm,
             choices))
    steps.params.clear();
  if (const Algorithm* algorithm = find_algorithm(steps.algorithm))
    for (const Param& param : algorithm->params)
      if (acts_in_traces(*algorithm, param, steps.params)) draw_param(ui, param, steps.params, "table:", here_in(ui));
}

/// How many passes are shown: where a scan of rows is all that one wants to see, the first.
void draw_passes(StepsUi& ui, StepsSettings& steps) {
  const Player* player = ui.steps.state.player();
  if (!player || player->story().passes.size() < 2) return;
  const std::vector<std::string>& names = player->story().passes;
  const Extent extent = player->story().request.extent;
  std::vector<Choice> choices{
      {"0",
       fmt::format("{} on {}", names.size() == 1 ? "The only pass" : fmt::format("All {} passes", names.size()),
                   spaced_extent(extent)),
       "up to the table; a row longer than one block scans takes more"}};
  for (std::size_t i = 1; i < names.size(); ++i)
    choices.push_back(
        {std::to_string(i), i == 1 ? "Only pass 1: " + names[0] : fmt::format("Passes 1 to {}: {}", i, names[i - 1]), {}});
  std::string id = std::to_string(static_cast<std::size_t>(steps.passes) < names.size() ? steps.passes : 0);
  if (choose(ui, "##passes", "steps:passes", "How far the steps go", id, choices)) steps.passes = std::stoi(id);
}

/// sizes: as settings number them; real: those of a GPU.
void draw_machine(StepsUi& ui, StepsSettings& steps, std::span<const Sizes> sizes, const Sizes& real) {
  caption(ui, "MACHINE");
  const auto title = [&](std::size_t i) {
    if (sizes.size() == 1) return std::string("One size");
    if (sizes[i] == real) return std::string("Real machine");
    return sizes[i].warp == real.warp ? fmt::format("One tree of {}, {} banks", sizes[i].segment, real.warp)
                                      : fmt::format("Toy machine, {} threads", sizes[i].block);
  };
  const Player* shown_now = ui.steps.state.player();
  const std::size_t number = size_of_machine(steps, shown_now ? shown_now->story().request.extent : Extent{});
  std::string size = std::to_string(std::min(number, sizes.size() - 1));
  std::vector<Choice> size_choices;
  for (std::size_t i = 0; i < sizes.size(); ++i) size_choices.push_back({std::to_string(i), title(i), to_text(sizes[i])});
  if (choose(ui, "##size", "steps:size", "How large warps and blocks are. Toy machines run the same source.", size,
             size_choices))
    steps.size = std::stoi(size);
  const Sizes& shown = sizes[std::stoul(size)];
  const Algorithm* algorithm = find_algorithm(steps.algorithm);
  if (!algorithm || !trace_maker_of(*algorithm))  // because: the blocks of a user's file are what its launches say
    quiet_text(ui, shown == real ? fmt::format("As on a real GPU: {}.", to_text(shown))
                                 : fmt::format("Here: {}. On a real GPU: {}.", to_text(shown), to_text(real)));

  if (const Player* player = ui.steps.state.player())
    quiet_text(ui, fmt::format("This trace: {} accesses in {} steps of single blocks, {} of memory.",
                               grouped(player->story().trace.reads.size() + player->story().trace.writes.size()),
                               player->story().trace.steps.size(), memory_text(player->story().trace.bytes())));

  std::string together = steps.together ? "together" : "apart";
  if (choose(ui, "##together", "steps:together", "What one step shows", together,
             {{"together", "All blocks together", "each press: every block of the pass does the same thing"},
              {"apart", "One block at a time", "each press: one block does one thing"}}))
    steps.together = together == "together";
  if (ui.steps.state.has_messages()) {
    std::vector<Choice> orders;
    for (const BlockOrder& order : k_block_orders)
      orders.push_back({std::string(order.schedule), std::string(order.title), std::string(order.help)});
    if (std::ranges::none_of(orders, [&](const Choice& choice) { return choice.id == steps.order; }))
      orders.push_back({steps.order, fmt::format("Blocks {}", steps.order), "as the session says"});
    choose(ui, "##order", "steps:order", "The order in which the communicating blocks run. The table is the same.", steps.order,
           orders);
  } else if (const Player* player = ui.steps.state.player(); player && player->story().has_words) {
    quiet_text(ui, "A single block has no neighbour to look back at. Take a larger input above.");
  }
  if (const Player* player = ui.steps.state.player(); player && steps.together && !player->story().together)
    quiet_text(ui, "Blocks run at the same time and take turns. Because some wait for others, a step is of one block.");
}

/// What of a table is kept, and its numbers: a filter decides both itself.
void draw_form_and_type(StepsUi& ui, StepsSettings& steps) {
  std::string form(steps.form ? id_of(*steps.form) : "auto");
  StepsSettings natural = steps;
  natural.form.reset();
  std::vector<Choice> forms{
      {"auto", fmt::format("Form: auto ({})", id_of(form_of(natural))), "what the algorithm makes by nature"}};
  for (const auto& known : k_forms) forms.push_back({std::string(known.id), fmt::format("Form: {}", known.id), {}});
  if (choose(ui, "##form", "steps:form", "Which part of the padded table is kept", form, forms)) {
    steps.form.reset();
    for (const auto& known : k_forms)
      if (known.id == form) steps.form = known.value;
  }

  std::string type = steps.type.empty() ? "auto" : steps.type;
  const Player* player = ui.steps.state.player();
  std::vector<Choice> types{
      {"auto", fmt::format("Type: auto ({})", player ? player->story().request.types.id : std::string_view("...")),
       "8u32u for whole numbers up to 255, else 32f32f"}};
  for (const TypePair& pair : k_type_pairs) types.push_back({std::string(pair.id), fmt::format("Type: {}", pair.id), {}});
  if (choose(ui, "##type", "type", "Number type of the picture and of its table", type, types))
    steps.type = type == "auto" ? "" : type;
}

}  // namespace

void draw_steps_algorithm(StepsUi& ui) {
  StepsSettings& steps = ui.session.part<StepsSettings>();
  if (ui.steps.state.nameless) {
    caption(ui, "ALGORITHM");
    quiet_text(ui, "To be guessed: the list is at the right.");
    return draw_steps_second(ui);
  }
  draw_stepped(ui, steps);
  if (ui.essential()) {
    if (ImGui::Button("More settings", {-1, 0})) ui.ask(StepsAction::level);
    ui.control("steps:more", "Parameters, passes, machine, form and type", StepsAction::level);
    return;
  }
  if (const Filter* filter = find_filter(steps.filter)) {
    for (const Param& param : filter->params) draw_param(ui, param, steps.filter_params);
    draw_table_maker(ui, steps, *filter);
    draw_steps_second(ui);
    draw_machine(ui, steps, filter_trace_sizes(), filter_trace_sizes().back());
    if (const Player* player = ui.steps.state.player(); player && !player->story().filter.made_up.empty())
      quiet_text(ui, player->story().filter.made_up);
    quiet_text(ui, filter->definition);
    quiet_text(ui, filter->text);
    quiet_text(ui, filter->paper);
    return;
  }
  const Algorithm* algorithm = find_algorithm(steps.algorithm);
  if (!algorithm) return;
  for (const Param& param : algorithm->params)
    if (acts_in_traces(*algorithm, param, steps.params)) draw_param(ui, param, steps.params, "param:", here_in(ui));
  draw_passes(ui, steps);
  draw_steps_second(ui);
  if (algorithm->traced())
    draw_machine(ui, steps, numbered_sizes(algorithm->trace_sizes), algorithm->trace_sizes.back());
  else
    quiet_text(ui, algorithm->untraced);
  draw_form_and_type(ui, steps);
  quiet_text(ui, algorithm->text);
  quiet_text(ui, algorithm->paper);
}

}  // namespace satscope::app
