// SPDX-License-Identifier: Apache-2.0
#include "app/commands/trace_json.h"
#include "kernels/hardware_counts.h"
#include "kernels/trace/message_names.h"

#include <algorithm>
#include <filesystem>
#include <span>

namespace satscope::app {
namespace {

Json value_of(const Cell& cell, Scalar type) {
  return std::visit([](auto v) { return Json(v); }, number(cell, type));
}

Json json_of(const Counters& counters) {
  Json json = Json::object();
  for (const CounterField& field : counter_fields()) json[std::string(field.id)] = counters.*field.value;
  return json;
}

Json texts_of(const std::set<Barrier>& barriers) {
  Json texts = Json::array();
  for (const Barrier& barrier : barriers) texts.push_back(barrier.text());
  return texts;
}

Json json_of(const Party& party) {
  return {{"label", party.label},
          {"file", party.at.file},
          {"line", party.at.line},
          {"block", party.block},
          {"thread", party.thread}};
}

/// The content of a buffer before the first step; null: zeros.
Json start_of(const TraceBuffer& buffer) {
  if (std::ranges::all_of(buffer.start, [](const Cell& cell) { return cell.bits == 0; })) return nullptr;
  Json values = Json::array();
  for (const Cell& cell : buffer.start) values.push_back(value_of(cell, buffer.type));
  return values;
}

std::int64_t additions_of(const Trace& trace, const Step& step) {
  const std::span<const Origin> made(trace.origins.data() + step.first_origin, step.origins);
  return std::ranges::count_if(
      made, [](const Origin& o) { return o.kind == Origin::Kind::sum || o.kind == Origin::Kind::difference; });
}

Json buffers_of(const Trace& trace) {
  Json list = Json::array();
  for (std::size_t i = 0; i < trace.buffers.size(); ++i) {
    const TraceBuffer& b = trace.buffers[i];
    list.push_back({{"id", i},
                    {"name", b.name},
                    {"space", id_of(b.space)},
                    {"type", id_of(b.type)},
                    {"shape", {b.shape.width, b.shape.height}},
                    {"pass", b.pass},
                    {"block", b.block},
                    {"width", b.bytes > 0 ? b.bytes : size_of(b.type)},
                    {"start", start_of(b)}});
  }
  return list;
}

Json steps_of(const Trace& trace) {
  Json list = Json::array();
  const auto type = [&](std::uint32_t buffer) { return trace.buffers[buffer].type; };
  for (const Step& step : trace.steps) {
    Json reads = Json::array(), writes = Json::array();
    for (const Read& r : trace.reads_of(step))
      reads.push_back({{"buffer", r.buffer},
                       {"index", r.index},
                       {"thread", r.thread},
                       {"value", value_of(r.value, type(r.buffer))},
                       {"line", r.line},
                       {"column", r.instruction.column},
                       {"round", r.instruction.round},
                       {"together", r.instruction.together}});
    for (const Write& w : trace.writes_of(step))
      writes.push_back({{"buffer", w.buffer},
                        {"index", w.index},
                        {"thread", w.thread},
                        {"old", value_of(w.before, type(w.buffer))},
                        {"new", value_of(w.after, type(w.buffer))},
                        {"line", w.line},
                        {"column", w.instruction.column},
                        {"round", w.instruction.round},
                        {"together", w.instruction.together}});
    Json messages = Json::array();
    for (const Message& m : trace.messages_of(step))
      messages.push_back({{"kind", id_of(m.kind)},
                          {"known", id_of(m.known)},
                          {"buffer", m.buffer},
                          {"index", m.index},
                          {"thread", m.thread},
                          {"moment", m.moment}});
    list.push_back({{"label", step.label},
                    {"pass", step.pass},
                    {"block", step.block},
                    {"file", std::filesystem::path(step.file).filename().string()},
                    {"line", step.line},
                    {"threads", step.threads},
                    {"barrier_after", step.barrier_after},
                    {"barriers", step.barriers},
                    {"warp_barriers", step.warp_barriers},
                    {"additions", additions_of(trace, step)},
                    {"reads", std::move(reads)},
                    {"writes", std::move(writes)},
                    {"messages", std::move(messages)}});
  }
  return list;
}

/// counted: the name of its number.
Json json_of(const Formula& formula, std::string_view counted) {
  return {{"text", formula.text}, {"meaning", meanings_of(formula)}, {"note", formula.note}, {counted, formula.value()}};
}

Json hardware_of(const TraceHead& head) {
  if (!head.hardware) return nullptr;
  Json json = Json::object();
  for (const HardwareCount& count : k_hardware_counts)
    json[std::string(count.id)] = json_of((*head.hardware).*count.formula, "count");
  json["megahertz"] = head.hardware->megahertz;
  json["ms"] = milliseconds_at(head.hardware->cycles, head.hardware->megahertz);
  return json;
}

Json counters_of(const Trace& trace, const std::vector<Formula>& additions) {
  Json passes = Json::array(), formulas = Json::array();
  for (const Formula& formula : additions) formulas.push_back(json_of(formula, "additions"));
  for (const TracePass& pass : trace.passes) {
    Json counters = json_of(pass.counters);
    counters["name"] = pass.name;
    counters["blocks"] = pass.blocks;
    counters["threads"] = pass.threads;
    passes.push_back(std::move(counters));
  }
  return {{"total", json_of(trace.total)}, {"passes", std::move(passes)}, {"formulas", std::move(formulas)}};
}

Json races_of(const Trace& trace) {
  Json list = Json::array();
  for (const Race& race : trace.races)
    list.push_back({{"kind", race.kind},
                    {"buffer", race.buffer},
                    {"index", race.index},
                    {"first", json_of(race.first)},
                    {"second", json_of(race.second)},
                    {"times", race.times},
                    {"sentence", race.sentence(trace.first_block())}});
  return list;
}

Json apart_of(const std::optional<ApartTable>& apart) {
  if (!apart) return nullptr;
  Json values = Json::array();
  for (const Cell& cell : apart->cells) values.push_back(value_of(cell, apart->type));
  Json json{{"order", id_of_order(apart->order)},
            {"table", std::move(values)},
            {"wrong", apart->wrong},
            {"provenance_exact", apart->provenance_exact},
            {"sentence", sentence_of(*apart)}};
  if (!apart->judged.name.empty()) json["buffer"] = apart->judged.name;
  return json;
}

}  // namespace

Json json_of(const Sizes& sizes) {
  return {{"warp", sizes.warp}, {"block", sizes.block}, {"segment", sizes.segment}, {"tile", sizes.tile}};
}

Json json_of(const TraceHead& head, const Trace& trace, const std::optional<ApartTable>& apart) {
  Json params = Json::object();
  for (const auto& [id, value] : head.request.params) params[id] = to_text(value);
  Json sizes = json_of(head.request.sizes);
  sizes["banks"] = head.banks;
  return {{"version", k_json_version},
          {"input", head.input},
          {"algorithm", head.algorithm},
          {"type", head.request.types.id},
          {"form", id_of(head.request.form)},
          {"params", std::move(params)},
          {"schedule", head.schedule},
          {"sizes", std::move(sizes)},
          {"picture", {trace.picture.width, trace.picture.height}},
          {"table", trace.table},
          {"bytes", trace.bytes()},
          {"result_matches", trace.result_matches},
          {"provenance_exact", trace.provenance_exact},
          {"races", races_of(trace)},
          {"barriers", texts_of(trace.barriers)},
          {"deleted_barriers", texts_of(head.deleted_barriers)},
          {"threads_apart", apart_of(apart)},
          {"deadlocks", trace.deadlocks},
          {"counters", counters_of(trace, head.additions)},
          {"hardware", hardware_of(head)},
          {"buffers", buffers_of(trace)},
          {"steps", steps_of(trace)}};
}

}  // namespace satscope::app
