// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/narration.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace satscope {
namespace {

std::string counted(std::size_t n, std::string_view thing) { return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s"); }

std::string place(const Trace& trace, std::uint32_t buffer, std::uint32_t index) {
  const TraceBuffer& about = trace.buffers[buffer];
  const auto width = static_cast<std::uint32_t>(about.shape.width);
  if (about.space == Space::registers)  // a column per thread, a row per slot
    return about.shape.height == 1 ? about.name : fmt::format("{}[{}]", about.name, index / width);
  if (about.shape.height == 1) return fmt::format("{}[{}]", about.name, index);
  return fmt::format("{}({}, {})", about.name, index % width, index / width);
}

/// The memory of these accesses: "buffer picture", "shared memory temp and register row sum"; the first two if there are many.
template <class Accesses>
std::string memory(const Trace& trace, const Accesses& accesses) {
  std::vector<std::uint32_t> buffers;
  for (const auto& access : accesses)
    if (std::ranges::find(buffers, access.buffer) == buffers.end()) buffers.push_back(access.buffer);
  constexpr std::size_t k_most = 3;
  const std::size_t named = buffers.size() > k_most ? k_most - 1 : buffers.size();
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    const TraceBuffer& about = trace.buffers[buffers[i]];
    const std::string_view kind = about.space == Space::shared      ? "shared memory "
                                  : about.space == Space::registers ? "register "
                                                                    : "buffer ";
    text += fmt::format("{}{}{}", i == 0 ? "" : i + 1 == buffers.size() ? " and " : ", ", kind, about.name);
  }
  if (named < buffers.size()) text += fmt::format(" and {} more", buffers.size() - named);
  return text;
}

std::size_t threads_of(std::span<const Read> reads, std::span<const Write> writes) {
  std::set<std::uint32_t> threads;
  for (const Read& read : reads) threads.insert(read.thread);
  for (const Write& write : writes) threads.insert(write.thread);
  return threads.size();
}

/// What the first thread that writes did, in numbers.
std::string example(const Trace& trace, std::span<const Read> reads, const Write& write) {
  std::vector<const Read*> sources;
  for (const Read& read : reads)
    if (read.thread == write.thread && read.file == write.file && read.line == write.line) sources.push_back(&read);
  const Scalar type = trace.buffers[write.buffer].type;
  const std::string target = place(trace, write.buffer, write.index);
  const std::string result = to_text(number(write.after, type));
  const auto value = [&](const Read& read) { return to_text(number(read.value, trace.buffers[read.buffer].type)); };
  // a sum only if it was computed from these two, not if the values happen to fit
  const Origin& origin = trace.origins[write.after.origin];
  const auto made_of = [&](const Read* a, const Read* b) {
    return origin.first == a->value.origin && origin.second == b->value.origin;
  };
  if (sources.size() == 2 && origin.kind == Origin::Kind::sum &&
      (made_of(sources[0], sources[1]) || made_of(sources[1], sources[0])))
    return fmt::format("thread {} writes {} + {} = {} to {}", write.thread, value(*sources[0]), value(*sources[1]), result,
                       target);
  if (sources.size() == 1 && sources[0]->value.pixels == write.after.pixels)
    return fmt::format("thread {} moves {} from {} to {}", write.thread, result,
                       place(trace, sources[0]->buffer, sources[0]->index), target);
  return fmt::format("thread {} writes {} to {}", write.thread, result, target);
}

/// What a block publishes and finds in a step: " The block publishes 8 prefixes and finds 4 aggregates."
std::string talk(std::span<const Message> messages) {
  if (messages.empty()) return {};
  std::map<Known, std::size_t> told, found;
  std::size_t waits = 0;
  for (const Message& message : messages) {
    if (message.kind == Message::Kind::wait)
      ++waits;
    else
      ++(message.kind == Message::Kind::publish ? told : found)[message.known];
  }
  std::vector<std::string> parts;
  const auto add = [&](const char* verb, const std::map<Known, std::size_t>& counts, Known known, const char* thing) {
    if (const auto of = counts.find(known); of != counts.end())
      parts.push_back(fmt::format("{} {} {}{}", verb, of->second, thing,
                                  of->second == 1          ? ""
                                  : known == Known::prefix ? "es"
                                                           : "s"));
  };
  add("publishes", told, Known::aggregate, "aggregate");
  add("publishes", told, Known::prefix, "prefix");
  add("finds", found, Known::aggregate, "aggregate");
  add("finds", found, Known::prefix, "prefix");
  add("finds", found, Known::nothing, "empty word");
  if (waits > 0) parts.push_back("waits");
  std::string text = " The block ";
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text + ".";
}

}  // namespace

std::string narrate(const Trace& trace, std::size_t step_number) {
  const Step& step = trace.steps.at(step_number);
  const auto reads = trace.reads_of(step);
  const auto writes = trace.writes_of(step);
  const TracePass& pass = trace.passes[static_cast<std::size_t>(step.pass)];
  const std::size_t busy = threads_of(reads, writes);
  const auto idle = static_cast<std::size_t>(step.threads) - busy;

  std::string text = fmt::format("Pass {}, {}, block {} of {}, {}: {} ", step.pass + 1, pass.name, step.block + 1, pass.blocks,
                                 step.label, counted(busy, "thread"));
  const char* s = busy == 1 ? "s" : "";
  if (!reads.empty()) text += fmt::format("read{} {} from {}", s, counted(reads.size(), "value"), memory(trace, reads));
  if (!reads.empty() && !writes.empty()) text += " and ";
  if (!writes.empty()) text += fmt::format("write{} {} to {}", s, counted(writes.size(), "value"), memory(trace, writes));
  if (idle > 0) text += fmt::format(", {} idle", idle);
  if (!writes.empty()) text += fmt::format("; {}", example(trace, reads, writes.front()));
  text += step.barrier_after ? "; then the block waits for all its threads." : ".";
  return text + talk(trace.messages_of(step));
}

}  // namespace satscope
