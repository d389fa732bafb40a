// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/tree_network/network_pen.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/caption/cell_tip.h"

namespace satscope::app {

Point Way::at(double t) const {
  const double u = 1 - t;
  const double p = u * u * u, q = 3 * u * u * t, r = 3 * u * t * t, s = t * t * t;
  return {p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y};
}

std::string text_of_node(const SumNode& node) {
  const int bits = 8 * static_cast<int>(size_of(node.type));
  const bool negative = node.kind == SumNode::Kind::addition && !is_float(node.type) && node.type != Scalar::s32 &&
                        (node.value.bits >> (bits - 1) & 1) != 0;
  if (!negative) return ungrouped(satscope::number(node.value, node.type), 5);
  const Cell size{bits == 64 ? ~node.value.bits + 1 : (std::uint64_t{1} << bits) - node.value.bits};
  return "\u2212" + ungrouped(satscope::number(size, node.type), 5);
}

namespace {

using Kind = SumNode::Kind;

void number_in_node(Drawing& drawing, const std::string& number, Point at, const NodeSize& size, Rgb colour) {
  const double own = drawing.letters(Face::text) * std::clamp(size.height / (0.68 * drawing.em), 1.0, 1.4),
               fitting = own * (2 * size.width - 4) / drawing.width_of(number, Face::text, own);
  const double high = std::min({own, 1.7 * size.height, fitting});
  if (high < 0.6 * drawing.em) return;
  drawing.text({at.x - drawing.width_of(number, Face::text, high) / 2, at.y - high / 2}, number, {colour}, Face::text, high);
}

/// In the selection's colour.
void frame_node(Drawing& drawing, const Area& area, double round, double thick) {
  const Area around{area.x - 2, area.y - 2, area.width + 4, area.height + 4};
  drawing.frame(around, {{0, 0, 0}, 0.75}, thick + 2, round);
  drawing.frame(around, {drawing.palette.selected}, thick, round);
}

}  // namespace

NodesNow nodes_now(const StepsState& steps, const SumNetwork& network, int block, double arrived) {
  NodesNow now{.done = steps.player()->position(), .arrived = arrived, .lit = steps.lit()};
  const StepCaption* selected = steps.caption();
  if (!selected || selected->block != block) return now;
  const Trace& trace = steps.player()->story().trace;
  const Step& step = trace.steps[selected->focus.step];
  const std::uint32_t thread = selected->focus.thread;
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  std::set<Place> loaded, written;  // what it keeps of global memory, and where it writes
  for (const Write& one : trace.writes_of(step)) {
    if (one.thread != thread) continue;
    written.insert({one.buffer, one.index});
    const Origin* origin = &trace.origins[one.after.origin];
    while (origin->kind == Origin::Kind::made) origin = &trace.origins[origin->first];
    if (origin->kind == Origin::Kind::load) loaded.insert({origin->buffer, origin->index});
  }
  for (const SumNode& node : network.nodes) {
    if (!now.is_now(node)) continue;
    const OriginId id = node.value.origin;  // because: a sum may stay in a register
    const bool made = node.kind == Kind::addition || node.kind == Kind::constant;
    const bool its =
        made ? id >= step.first_origin && id - step.first_origin < step.origins && trace.origins[id].thread == thread
             : node.at && (node.kind == Kind::input ? loaded : written).contains({node.at->buffer, node.at->index});
    if (its) now.selected.push_back(&node);
  }
  return now;
}

std::string framed_text(const StepsState& steps, const NodesNow& now) {
  return now.selected.empty() ? "" : fmt::format(" Framed: thread {}.", steps.caption()->focus.thread);
}

std::vector<std::string> places_texts(const Story& story, const SumNetwork& network) {
  if (!network.by_place) return {"", ""};
  std::uint32_t pitch = 0, last = 0;
  for (const SumNode& node : network.nodes) {
    if (!node.at) continue;
    const TraceBuffer& buffer = story.trace.buffers[node.at->buffer];
    if (buffer.space != Space::shared) continue;
    pitch = story.shared_uses.at({buffer.pass, buffer.name}).pitch;
    last = std::max(last, node.at->index);
  }
  const std::string where = " [0] = place 0 in shared memory";
  if (pitch == 0 || last < pitch) return {where + ".", ""};
  const std::string pads =
      fmt::format(" {}[{}] is padding.", last < 2 * pitch ? "" : fmt::format("every {}th, as ", pitch), pitch - 1);
  return {where + ";" + pads, pads};
}

std::vector<std::string> names_of_places(const SumNetwork& network, const Trace& trace) {
  std::vector<std::string> names(static_cast<std::size_t>(network.columns));
  for (const SumNode& node : network.nodes)
    if (node.at && trace.buffers[node.at->buffer].space == Space::shared)
      names[static_cast<std::size_t>(node.column)] = fmt::format("[{}]", node.at->index);
  return names;
}

double width_of_node(const SumNode& node, const NodeSize& size) {
  return node.kind == Kind::constant ? std::min(size.width, size.height) : size.width;
}

void paint_node(Drawing& drawing, const SumNode& node, Point at, const NodeSize& size, const NodesNow& now) {
  const Palette& palette = drawing.palette;
  const bool is_now = now.is_now(node), addition = node.kind == Kind::addition;
  const bool on_its_way = is_now && now.arrived < 1 && node.kind != Kind::input && node.kind != Kind::constant;
  const double wide = width_of_node(node, size);
  const Area area{at.x - wide, at.y - size.height, 2 * wide, 2 * size.height};
  const double round = addition ? size.height : 0.15 * size.height;
  drawing.rect(area, {is_now ? palette.plus_mark : palette.panel}, round);
  const Rgb rim = is_now ? palette.on_mark : addition ? palette.accent : palette.quiet;
  drawing.frame(area, {rim, now.is_past(node) ? 1.0 : 0.4}, addition ? 2 : 1, round);
  if (now.is_selected(node))
    frame_node(drawing, area, round, 2.5);
  else if (now.is_lit(node))
    frame_node(drawing, area, round, 2);
  if (!now.is_past(node) || on_its_way) return;
  number_in_node(drawing, text_of_node(node), at, {wide, size.height}, is_now ? palette.on_mark : palette.text);
}

void add_node(ViewScene* scene, const SumNode& node, Point at, const NodeSize& reach, const NodesNow& now) {
  if (!scene || !node.at) return;
  const Area area{at.x - reach.width, at.y - reach.height, 2 * reach.width, 2 * reach.height};
  // because: what a later step makes may be asked for
  scene->shapes.push_back({area, node.at, now.is_past(node) ? std::optional(node.value) : std::nullopt});
}

bool waits(const SumNode& before, const SumNode& node, const NodesNow& now) {
  return now.is_past(before) && (!now.is_past(node) || (now.is_now(node) && now.arrived < 1));
}

void paint_before(Drawing& drawing, const SumNode& before, const SumNode& node, Point at, const NodeSize& size,
                  const NodesNow& now) {
  const bool still_there = waits(before, node, now);
  if (!still_there && !now.is_now(node)) return;
  const std::string words = text_of_node(before);
  if (still_there)
    return number_in_node(drawing, words, at, {width_of_node(node, size), size.height},
                          now.is_now(node) ? drawing.palette.on_mark : drawing.palette.quiet);
  if (drawing.width_of(words) > 1.8 * size.width) return;
  const double high = drawing.letters(Face::small), wide = drawing.width_of(words);
  // because: the edges come from the right
  const Point corner{std::min(at.x - size.width, at.x - 0.1 * size.width - wide), at.y - size.height - 1.15 * high};
  const Ink ink{drawing.palette.text};
  drawing.text(corner, words, ink);
  drawing.line({corner.x - 1, corner.y + 0.55 * high}, {corner.x + wide + 1, corner.y + 0.55 * high}, ink);
}

double height_of_names(const Drawing& drawing) { return 2.2 * drawing.letters(Face::small); }

void paint_names(Drawing& drawing, const Trace& trace, std::vector<NodeAt> outputs, const NodeSize& size, double level,
                 double right) {
  std::ranges::sort(outputs, {}, [](const NodeAt& one) { return std::pair(one.at.y, one.at.x); });
  const auto buffer_of = [&](const NodeAt& one) -> const TraceBuffer& { return trace.buffers[one.node->at->buffer]; };
  const auto index = [&](const NodeAt& one) { return name_of(trace, *one.node->at).substr(buffer_of(one).name.size()); };
  const double high = drawing.letters(Face::small);
  const auto centred = [&](const std::string& words, double x, double y, double& end) {
    const double all = drawing.width_of(words), left = std::min(x - all / 2, right - all);
    if (left < end) return;  // those without room stay nameless
    drawing.text({left, y}, words, {drawing.palette.quiet});
    end = left + all + 0.3 * drawing.em;
  };
  for (std::size_t i = 0, next = 0; i < outputs.size(); i = next) {
    const double y = outputs[i].at.y + size.height + 0.1 * high;
    const bool last = outputs.back().at.y - outputs[i].at.y < 1;
    const double room = last ? height_of_names(drawing) : level - 2 * size.height;
    double end = 0, names = 0;
    for (next = i; next < outputs.size() && outputs[next].at.y - outputs[i].at.y < 1;) {
      const std::size_t first = next;
      for (; next < outputs.size() && outputs[next].at.y - outputs[i].at.y < 1 &&
             outputs[next].node->at->buffer == outputs[first].node->at->buffer;
           ++next)
        if (room > 1.1 * high) centred(index(outputs[next]), outputs[next].at.x, y, end);
      if (room > 2.1 * high)
        centred(buffer_of(outputs[first]).name, (outputs[first].at.x + outputs[next - 1].at.x) / 2, y + high, names);
    }
  }
}

void paint_edge(Drawing& drawing, const SumNode& from, const SumNode& to, const Way& way, const NodesNow& now) {
  const bool is_now = now.is_now(to), zero = from.kind == Kind::constant;
  const bool pale = !now.selected.empty() && !now.is_selected(to);
  const double strength = is_now ? (pale ? 0.4 : 0.9) : !now.is_past(to) ? 0.25 : zero ? 0.35 : 0.8;
  if (way.stays_from) drawing.line(*way.stays_from, way.a, {drawing.palette.quiet, strength}, 1.2);
  drawing.curve(way.a, way.b, way.c, way.d, {is_now ? drawing.palette.accent : drawing.palette.quiet, strength},
                is_now && !pale ? 2.5 : 1.2);
}

void paint_chip(Drawing& drawing, const SumNode& from, const SumNode& to, const Way& way, const NodesNow& now) {
  if (!now.is_now(to) || now.arrived >= 1) return;
  const std::string words = text_of_node(from);
  const double t = now.arrived * now.arrived * (3 - 2 * now.arrived), size = drawing.letters(Face::text);
  const double wide = drawing.width_of(words, Face::text), pad = 0.2 * size;
  const Point at = way.at(t);
  drawing.rect({at.x - wide / 2 - pad, at.y - size / 2 - pad, wide + 2 * pad, size + 2 * pad}, {drawing.palette.accent}, pad);
  drawing.text({at.x - wide / 2, at.y - size / 2}, words, {drawing.palette.on_accent}, Face::text);
}

}  // namespace satscope::app
