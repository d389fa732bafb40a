// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/narration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <variant>
#include <vector>

#include "kernels/plural.h"
#include "kernels/trace/effects.h"
#include "kernels/trace/message_names.h"

namespace satscope {
namespace {

/// The block that publishes a word; -1: no block does, or it is none.
int publisher(const Trace& trace, std::uint32_t buffer, std::uint32_t index) {
  if (trace.messages.empty()) return -1;
  for (const Step& step : trace.steps)
    for (const Message& message : trace.messages_of(step))
      if (message.kind == Message::Kind::publish && message.buffer == buffer && message.index == index) return step.block;
  return -1;
}

std::string place(const Trace& trace, std::uint32_t buffer, std::uint32_t index) {
  const TraceBuffer& about = trace.buffers[buffer];
  const auto width = static_cast<std::uint32_t>(about.shape.width);
  // a word by its row or column of the picture and by whose it is
  if (const int block = about.space == Space::global ? publisher(trace, buffer, index) : -1; block >= 0)
    return fmt::format("{} {} of block {}", word_name(about.name), index % width, block + trace.first_block());
  if (about.space == Space::registers)  // a column per thread, a row per slot
    return about.shape.height == 1 ? about.name : fmt::format("{}[{}]", about.name, index / width);
  if (about.shape.height == 1) return fmt::format("{}[{}]", about.name, index);
  return fmt::format("{}({}, {})", about.name, index % width, index / width);
}

std::size_t threads_of(std::span<const Read> reads, std::span<const Write> writes) {
  std::set<std::uint32_t> threads;
  for (const Read& read : reads) threads.insert(read.thread);
  for (const Write& write : writes) threads.insert(write.thread);
  return threads.size();
}

/// What a block publishes and finds in a step: " The block publishes 8 prefixes and finds 4 aggregates."
std::string messages_text(std::span<const Message> messages) {
  if (messages.empty()) return {};
  std::map<Known, std::size_t> described, found;
  std::size_t waits = 0;
  for (const Message& message : messages) {
    if (message.kind == Message::Kind::wait)
      ++waits;
    else
      ++(message.kind == Message::Kind::publish ? described : found)[message.known];
  }
  std::vector<std::string> parts;
  const auto add = [&](const char* verb, const std::map<Known, std::size_t>& counts, Known known, const char* thing) {
    if (const auto of = counts.find(known); of != counts.end())
      parts.push_back(fmt::format("{} {}", verb, counted(of->second, thing)));
  };
  add("publishes", described, Known::aggregate, "aggregate");
  add("publishes", described, Known::prefix, "prefix");
  add("finds", found, Known::aggregate, "aggregate");
  add("finds", found, Known::prefix, "prefix");
  add("finds", found, Known::nothing, "empty word");
  if (waits > 0) parts.push_back("waits");
  std::string text = " The block ";
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text + ".";
}

/// "12 + 5 − 3"; what an earlier effect has just made, or lies beside the target, is said so.
std::string sum_text(std::span<const Term> terms) {
  std::string text;
  for (const Term& term : terms) {
    const std::string value = to_text(term.value);
    if (text.empty())
      text = term.sign < 0 ? "\u2212" + value : value;
    else
      text += (term.sign < 0 ? " \u2212 " : " + ") + value;
  }
  return text;
}

/// The sum of these terms as it is meant: a sum below 0 of unsigned numbers was kept modulo a power of two.
std::string sum_meant(std::span<const Term> terms, const Value& kept) {
  double sum = 0;
  for (const Term& term : terms) sum += term.sign * to_double(term.value);
  if (sum >= 0 || !std::holds_alternative<std::uint64_t>(kept)) return to_text(kept);
  return "\u2212" + fmt::format("{:.0f}", -sum);
}

/// Where in the table a number lies that is added to make this entry: " above", " on the left"; empty elsewhere.
std::string_view beside(const Trace& trace, const Term& term, const Write& write) {
  if (!term.read || term.read->buffer != write.buffer) return {};
  const TraceBuffer& about = trace.buffers[write.buffer];
  if (about.space != Space::global || about.shape.height == 1) return {};
  const auto width = static_cast<std::uint32_t>(about.shape.width);
  if (term.read->index + width == write.index) return " above";
  return term.read->index + 1 == write.index && write.index % width != 0 ? " on the left" : "";
}

class ThreadDescriber {
 public:
  ThreadDescriber(const Trace& trace, const Step& step, std::uint32_t thread)
      : trace_(trace), step_(step), thread_(thread), effects_(whole_effects_of(trace, step, thread)) {}

  std::string text(std::size_t most) {
    std::size_t described = 0, more = 0;
    for (std::size_t i = 0; i < effects_.size(); ++i) {
      if (described >= most && !folds(i)) {
        ++more;
        continue;
      }
      if (!folds(i)) ++described;
      describe(i);
    }
    close();
    if (more > 0) parts_.push_back(fmt::format("and {} more", counted(more, "number")));
    // what a thread met before it could do this: the record of a step begins behind the block's step before
    const bool past = !parts_.empty();
    const auto waits_there = [&](const Message& look) {
      return std::ranges::any_of(trace_.messages_of(step_), [&](const Message& one) {
        return one.kind == Message::Kind::wait && one.thread == thread_ && one.buffer == look.buffer && one.index == look.index;
      });
    };
    for (const Message& message : trace_.messages_of(step_)) {
      if (message.thread != thread_) continue;
      const std::string where = place(trace_, message.buffer, message.index);
      if (message.kind == Message::Kind::wait) parts_.push_back((past ? "waited for " : "waits for ") + where);
      if (message.kind == Message::Kind::look && message.known == Known::nothing && !waits_there(message))
        parts_.push_back((past ? "found nothing at " : "finds nothing at ") + where + (past ? "" : " yet"));
    }
    std::string text;
    for (const std::string& part : parts_) text += (text.empty() ? "" : "; ") + part;
    if (text.empty()) return {};
    return heard_first_ && threads() <= warp() ? text : fmt::format("thread {}: {}", thread_, text);
  }

 private:
  std::uint32_t warp() const { return static_cast<std::uint32_t>(trace_.passes[static_cast<std::size_t>(step_.pass)].warp); }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(step_.threads); }

  /// The thread whose register it was; nothing if it was its own.
  std::optional<std::uint32_t> speaker(const Term& term) const {
    if (!term.read || trace_.buffers[term.read->buffer].space != Space::registers) return {};
    const std::uint32_t owner = term.read->index % static_cast<std::uint32_t>(trace_.buffers[term.read->buffer].shape.width);
    return owner == thread_ ? std::nullopt : std::optional(owner);
  }

  /// Whether it only goes on with what the effect before it made.
  bool folds(std::size_t i) const {
    if (i == 0) return false;
    const Effect& effect = effects_[i];
    const int before = static_cast<int>(i) - 1;
    if (effect.kind == Effect::Kind::moved) return effect.terms[0].effect == before;
    return effect.kind == Effect::Kind::sum && effect.terms.size() == 2 && effect.terms[0].sign > 0 &&
           effect.terms[1].sign > 0 && effects_[i - 1].kind == Effect::Kind::sum &&
           (effect.terms[0].effect == before || effect.terms[1].effect == before);
  }

  /// A running sum: more than one number is added to what was made before.
  bool in_chain(std::size_t i) const {
    const auto adds = [&](std::size_t k) { return k < effects_.size() && effects_[k].kind == Effect::Kind::sum && folds(k); };
    return adds(i) && (adds(i - 1) || adds(i + 1));
  }

  void close() {
    if (open_.empty()) return;
    parts_.push_back(open_ + kept_);
    open_.clear();
    kept_.clear();
  }

  /// ", kept at table(2, 1)".
  std::string kept(const Effect& effect) const {
    const std::string where = place(trace_, effect.write.buffer, effect.write.index);
    for (const Message& message : trace_.messages_of(step_))
      if (message.kind == Message::Kind::publish && message.thread == thread_ && message.buffer == effect.write.buffer &&
          message.index == effect.write.index)
        return fmt::format(", published as {} at {}", message.known == Known::prefix ? "a prefix" : "an aggregate", where);
    return fmt::format(", stored {} {}", trace_.buffers[effect.write.buffer].space == Space::registers ? "in" : "at", where);
  }

  void describe(std::size_t i) {
    const Effect& effect = effects_[i];
    const std::string result = to_text(effect.result);
    if (folds(i)) {
      const std::string also = kept(effect);
      if (effect.kind == Effect::Kind::moved) {
        kept_ +=
            also.starts_with(", stored") && !kept_.empty() ? " and" + also.substr(std::string_view(", stored").size()) : also;
        return;
      }
      const Term& other = effect.terms[0].effect == static_cast<int>(i) - 1 ? effect.terms[1] : effect.terms[0];
      const std::string added = fmt::format("{}{}", to_text(other.value), beside(trace_, other, effect.write));
      open_ += in_chain(i) ? fmt::format(", + {} = {}", added, result) : fmt::format(", and {}: {}", added, result);
      kept_ = also;
      return;
    }
    close();
    std::string heard;
    for (const Term& term : effect.terms)
      if (const auto from = speaker(term))
        heard = fmt::format("lane {} reads {} from lane {}", thread_ % warp(), to_text(term.value), *from % warp());
    if (parts_.empty()) heard_first_ = !heard.empty();
    switch (effect.kind) {
      case Effect::Kind::put:
        open_ = "puts " + result;
        kept_ = kept(effect);
        if (kept_.starts_with(", stored ")) kept_.erase(0, std::string_view(", stored").size());
        break;
      case Effect::Kind::moved:
        if (!heard.empty())
          open_ = heard;
        else if (effect.terms[0].read)
          open_ = fmt::format("copies {} from {}", result,
                              place(trace_, effect.terms[0].read->buffer, effect.terms[0].read->index));
        else
          open_ = result;
        kept_ = kept(effect);
        if (heard.empty() && effect.terms[0].read && kept_.starts_with(", stored "))
          kept_ = " to " + place(trace_, effect.write.buffer, effect.write.index);
        break;
      case Effect::Kind::sum:
        open_ = fmt::format("{}{}{} = {}", heard, heard.empty() ? "" : ": ", sum_text(effect.terms), result);
        kept_ = kept(effect);
        break;
      case Effect::Kind::made: {
        const std::span<const Term> terms = effect.terms;
        std::string from;
        if (effect.added > 0)
          from = fmt::format("{} = {}", sum_text(terms.first(effect.added)),
                             sum_meant(terms.first(effect.added), effect.added_up));
        constexpr std::size_t k_most_terms = 6;
        const auto others = terms.subspan(effect.added);
        for (std::size_t k = 0; k < std::min(others.size(), k_most_terms); ++k)
          from += (from.empty() ? "" : ", ") + to_text(others[k].value);
        if (others.size() > k_most_terms) from += fmt::format(" and {} more", others.size() - k_most_terms);
        open_ = from.empty() ? "computes " + result : fmt::format("from {} comes {}", from, result);
        kept_ = kept(effect);
        if (from.empty() && trace_.of_file && kept_.starts_with(", stored ")) {  // because: it may only be copied
          open_ = "stores " + result;
          kept_.erase(0, std::string_view(", stored").size());
        }
        break;
      }
    }
  }

  const Trace& trace_;
  const Step& step_;
  std::uint32_t thread_;
  std::vector<Effect> effects_;
  std::vector<std::string> parts_;
  std::string open_, kept_;  // of the part that is being narrated
  bool heard_first_ = false;
};

}  // namespace

std::string place_text(const Trace& trace, std::uint32_t buffer, std::uint32_t index) { return place(trace, buffer, index); }

std::string describe_thread(const Trace& trace, const Step& step, std::uint32_t thread, std::size_t most) {
  return ThreadDescriber(trace, step, thread).text(most);
}

std::string describe_no_write(const Trace& trace, const Step& step, std::uint32_t thread) {
  return trace.writes_of(step).empty() ? "no thread writes anything" : fmt::format("thread {} writes nothing", thread);
}

std::string describe_write(const Trace& trace, const Step& step, const Write& write) {
  const std::string result = to_text(number(write.after, trace.buffers[write.buffer].type));
  for (const Effect& effect : effects_of(trace, step, write.thread)) {
    if (effect.write.buffer != write.buffer || effect.write.index != write.index || effect.write.after != write.after) continue;
    if (effect.kind == Effect::Kind::sum) return fmt::format("{} = {}", sum_text(effect.terms), result);
    if (effect.kind == Effect::Kind::put) return result + ", put there";
    if (effect.kind == Effect::Kind::moved && effect.terms[0].read)
      return fmt::format("{}, copied from {}", result, place(trace, effect.terms[0].read->buffer, effect.terms[0].read->index));
    if (effect.added > 0)
      return fmt::format("{}, from {} = {}", result, sum_text(std::span<const Term>(effect.terms).first(effect.added)),
                         to_text(effect.added_up));
    return result;
  }
  return result;
}

std::string describe_machine(const Trace& trace, const Step& step, std::size_t blocks) {
  const std::size_t busy = threads_of(trace.reads_of(step), trace.writes_of(step));
  const auto all = static_cast<std::size_t>(step.threads);
  std::string text = blocks > 1 ? fmt::format("{} blocks at once; in each, ", blocks) : "";
  if (all == 1)
    text += "one thread is busy";
  else if (busy == all)
    text += fmt::format("all {} threads are busy", all);
  else
    text += fmt::format("{} of {} threads {} busy, {} idle", busy, all, busy == 1 ? "is" : "are", all - busy);
  if (step.barrier_after) text += "; then all wait at the barrier";
  text += ".";
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + messages_text(trace.messages_of(step));
}

std::string narrate(const Trace& trace, std::size_t step_number) {
  const Step& step = trace.steps.at(step_number);
  const TracePass& pass = trace.passes[static_cast<std::size_t>(step.pass)];
  const std::uint32_t thread = typical_thread(trace, step);
  std::string what = describe_thread(trace, step, thread);
  if (what.empty()) what = describe_no_write(trace, step, thread);
  return fmt::format("Pass {}, {}, block {} of {}, {}: {}. {}", step.pass + 1, pass.name, step.block + trace.first_block(),
                     pass.blocks, step.label, what, describe_machine(trace, step, 1));
}

}  // namespace satscope
