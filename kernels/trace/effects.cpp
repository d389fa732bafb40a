// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/effects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace satscope {
namespace {

/// Takes the numbers of one thread apart, down to those that it found in this step.
class Splitter {
 public:
  Splitter(const Trace& trace, std::vector<const Read*> reads) : trace_(trace), reads_(std::move(reads)), by_origin_(reads_) {
    std::ranges::stable_sort(by_origin_, {}, origin_of);
  }

  /// From now on the number with this origin is one that a effect has made.
  void note(OriginId id, int effect) { made_.try_emplace(id, effect); }
  int maker(OriginId id) const {
    const auto at = made_.find(id);
    return at == made_.end() ? -1 : at->second;
  }

  /// The terms of the number with this origin; false if it was computed by more than sums and differences.
  bool split(OriginId id, int sign, std::vector<Term>& terms) const {
    if (const Read* read = found(id)) {
      terms.push_back({sign, number(read->value, trace_.buffers[read->buffer].type), read, maker(id)});
      return true;
    }
    const Origin& origin = trace_.origins[id];
    if (const int effect = maker(id); effect >= 0) {
      terms.push_back({sign, value_of_bits(origin.bits, origin.type), nullptr, effect});
      return true;
    }
    switch (origin.kind) {
      case Origin::Kind::sum:
      case Origin::Kind::difference:
        return split(origin.first, sign, terms) && split(origin.second, origin.kind == Origin::Kind::sum ? sign : -sign, terms);
      case Origin::Kind::made: return false;
      case Origin::Kind::constant:
      case Origin::Kind::load: terms.push_back(held(origin, sign)); return true;
    }
    return false;
  }

  /// to: what the number was written by, whose own place is named only if there is no other; null: none.
  const Read* found(OriginId id, const Write* to = nullptr) const {
    if (id == 0) return nullptr;
    // the last one: a place in the table tells more than the register through which its number went
    const Read *best = nullptr, *own = nullptr;
    for (const Read* read : std::ranges::equal_range(by_origin_, id, {}, origin_of))
      (to && read->buffer == to->buffer && read->index == to->index ? own : best) = read;
    return best ? best : own;
  }
  const std::vector<const Read*>& reads() const { return reads_; }

 private:
  /// A number of the kernel's own. A multiple of what it read, of which a negative one has wrapped around, is taken off; a
  /// pixel that another lane gave has not.
  static Term held(const Origin& origin, int sign) {
    const auto bits = static_cast<unsigned>(8 * size_of(origin.type));
    const bool pixel = origin.kind == Origin::Kind::load && bits == 8;
    const bool wrapped = origin.pixels != 0 && !pixel && !is_float(origin.type) && (origin.bits >> (bits - 1) & 1U) != 0;
    if (!wrapped) return {sign, value_of_bits(origin.bits, origin.type)};
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    return {-sign, value_of_bits((~origin.bits + 1) & mask, origin.type)};
  }

  static OriginId origin_of(const Read* read) { return read->value.origin; }

  const Trace& trace_;
  std::vector<const Read*> reads_, by_origin_;
  std::map<OriginId, int> made_;
};

bool is_zero(const Value& value) { return to_double(value) == 0; }
bool is_real(const Value& value) { return std::holds_alternative<double>(value); }
/// Whatever their types.
bool same_number(const Value& a, const Value& b) {
  return is_real(a) || is_real(b) ? to_double(a) == to_double(b) : bits_of(a) == bits_of(b);
}

/// "5 + 9" of two neighbours is written from left to right, whichever the kernel names first.
void in_order_of_places(std::vector<Term>& terms) {
  const auto plain = [&](const Term& term) {
    return term.sign > 0 && term.read && term.read->buffer == terms.front().read->buffer;
  };
  if (terms.size() < 2 || !terms.front().read || !std::ranges::all_of(terms, plain)) return;
  std::ranges::stable_sort(terms, {}, [](const Term& term) { return term.read->index; });
}

}  // namespace

bool adds_up(std::span<const Term> terms, const Value& result, Scalar type) {
  const bool real = std::ranges::any_of(terms, [](const Term& term) { return is_real(term.value); });
  if (is_float(type) || real) {
    double sum = 0, size = 0;
    for (const Term& term : terms) {
      sum += term.sign * to_double(term.value);
      size += std::abs(to_double(term.value));
    }
    const double rounding = type == Scalar::f32 ? 1e-5 : 1e-13;
    return std::abs(sum - to_double(result)) <= rounding * std::max(1e-30, size);
  }
  std::uint64_t bits = 0;
  for (const Term& term : terms) {
    const std::uint64_t one = bits_of(term.value);
    bits = term.sign > 0 ? bits + one : bits - one;
  }
  return value_of_bits(bits, type) == result;
}

namespace {

/// What a thread read and wrote in a step, in order.
struct Accesses {
  std::vector<const Read*> reads = {};
  std::vector<const Write*> writes = {};
};

std::vector<Effect> effects_in(const Trace& trace, const Step& step, Accesses own) {
  Splitter splitter(trace, std::move(own.reads));
  std::vector<Effect> effects;
  for (const Write* one : own.writes) {
    const Write& write = *one;
    const Scalar type = trace.buffers[write.buffer].type;
    Effect effect{.kind = Effect::Kind::put, .write = write, .result = number(write.after, type), .terms = {}};
    const Origin& origin = trace.origins[write.after.origin];
    const int maker = splitter.maker(write.after.origin);
    // a number that was computed in this step was not read before it was first written, but what another lane gave
    const OriginId last_origin = step.first_origin + step.origins;
    const bool by_itself = !trace.of_file || origin.thread == write.thread;
    const bool computed = by_itself && origin.kind != Origin::Kind::load && origin.kind != Origin::Kind::constant &&
                          maker < 0 && write.after.origin >= step.first_origin && write.after.origin < last_origin;
    const Read* read = computed ? nullptr : splitter.found(write.after.origin, &write);
    if (read && same_number(number(read->value, trace.buffers[read->buffer].type), effect.result)) {
      effect.kind = Effect::Kind::moved;
      effect.terms = {{1, effect.result, read, maker}};
    } else if (read) {
      effect.kind = Effect::Kind::made;
    } else if (maker >= 0) {
      effect.kind = Effect::Kind::moved;
      effect.terms = {{1, effect.result, nullptr, maker}};
    } else if (origin.kind == Origin::Kind::sum || origin.kind == Origin::Kind::difference) {
      effect.kind = Effect::Kind::sum;
      const bool whole = splitter.split(origin.first, 1, effect.terms) &&
                         splitter.split(origin.second, origin.kind == Origin::Kind::sum ? 1 : -1, effect.terms);
      // zeros that the kernel puts first, to add to, say nothing
      for (auto term = effect.terms.begin(); term != effect.terms.end() && effect.terms.size() > 2;)
        term = !term->read && is_zero(term->value) ? effect.terms.erase(term) : term + 1;
      in_order_of_places(effect.terms);
      if (!whole || !adds_up(effect.terms, effect.result, type)) effect.kind = Effect::Kind::made;
    } else if (origin.kind == Origin::Kind::made) {
      effect.kind = Effect::Kind::made;
      if (origin.first != 0 && splitter.split(origin.first, 1, effect.terms) && effect.terms.size() > 1) {
        const Origin& first = trace.origins[origin.first];
        effect.added_up = value_of_bits(first.bits, first.type);
        if (adds_up(effect.terms, effect.added_up, first.type)) effect.added = effect.terms.size();
      }
    }
    // multiples of what was read: the terms say all
    const auto held = [](const Term& term) { return !term.read && term.effect < 0; };
    const bool complete = effect.added > 0 && std::any_of(effect.terms.begin(), effect.terms.end(), held);
    const auto known = static_cast<std::ptrdiff_t>(effect.terms.size());
    // because: a user's thread may read what has nothing to do with the number
    if (effect.kind == Effect::Kind::made && !complete && !trace.of_file)
      for (const Read* other : splitter.reads())
        if (const auto end = effect.terms.begin() + known;
            std::ranges::find(effect.terms.begin(), end, other, &Term::read) == end)
          effect.terms.push_back({1, number(other->value, trace.buffers[other->buffer].type), other});
    splitter.note(write.after.origin, static_cast<int>(effects.size()));
    effects.push_back(std::move(effect));
  }
  return effects;
}

/// Those of each of these threads, which ascend. Once through the step, because it may have a million.
std::vector<Accesses> accesses_of(const Trace& trace, const Step& step, std::span<const std::uint32_t> threads) {
  std::vector<Accesses> all(threads.size());
  const auto give = [&](const auto& access, auto list) {
    const auto at = std::ranges::lower_bound(threads, access.thread);
    if (at != threads.end() && *at == access.thread)
      (all[static_cast<std::size_t>(at - threads.begin())].*list).push_back(&access);
  };
  for (const Read& read : trace.reads_of(step)) give(read, &Accesses::reads);
  for (const Write& write : trace.writes_of(step)) give(write, &Accesses::writes);
  return all;
}

}  // namespace

std::vector<Effect> effects_of(const Trace& trace, const Step& step, std::uint32_t thread) {
  return effects_in(trace, step, std::move(accesses_of(trace, step, std::array{thread}).front()));
}

std::vector<Effect> whole_effects_of(const Trace& trace, const Step& step, std::uint32_t thread, std::size_t most) {
  std::vector<Effect> effects = effects_of(trace, step, thread);
  std::vector<int> uses(effects.size());
  for (const Effect& effect : effects)
    for (const Term& term : effect.terms)
      if (term.effect >= 0) ++uses[static_cast<std::size_t>(term.effect)];
  std::vector<bool> on_the_way(effects.size());
  for (Effect& effect : effects) {
    if (effect.kind != Effect::Kind::sum) continue;
    for (std::size_t i = 0; i < effect.terms.size(); ++i) {
      const Term term = effect.terms[i];
      if (term.effect < 0 || term.sign < 0 || uses[static_cast<std::size_t>(term.effect)] != 1) continue;
      const Effect& before = effects[static_cast<std::size_t>(term.effect)];
      if (before.write.buffer != effect.write.buffer || before.write.index != effect.write.index ||
          (before.kind != Effect::Kind::sum && before.kind != Effect::Kind::moved) ||
          effect.terms.size() + before.terms.size() > most + 1)
        continue;
      std::vector<Term> terms = effect.terms;
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
      terms.insert(terms.begin() + static_cast<std::ptrdiff_t>(i), before.terms.begin(), before.terms.end());
      if (!adds_up(terms, effect.result, trace.buffers[effect.write.buffer].type)) continue;
      effect.terms = std::move(terms);
      on_the_way[static_cast<std::size_t>(term.effect)] = true;
      i += before.terms.size() - 1;
    }
  }
  std::vector<Effect> whole;
  std::vector<int> numbers(effects.size(), -1);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    if (on_the_way[i]) continue;
    for (Term& term : effects[i].terms)
      if (term.effect >= 0) term.effect = numbers[static_cast<std::size_t>(term.effect)];
    numbers[i] = static_cast<int>(whole.size());
    whole.push_back(std::move(effects[i]));
  }
  return whole;
}

std::vector<std::uint32_t> busy_threads(const Trace& trace, const Step& step) {
  std::vector<bool> busy;
  const auto note = [&](const auto& access) {
    if (access.thread >= busy.size()) busy.resize(access.thread + 1);
    busy[access.thread] = true;
  };
  std::ranges::for_each(trace.reads_of(step), note);
  std::ranges::for_each(trace.writes_of(step), note);
  std::vector<std::uint32_t> threads;
  for (std::uint32_t thread = 0; thread < busy.size(); ++thread)
    if (busy[thread]) threads.push_back(thread);
  return threads;
}

namespace {

/// Whether the number was read from (x, y) of a picture and goes to (y, x) of another one, or beside it where entries are moved
/// by one: a transpose that is seen as such.
bool is_off_diagonal(const Trace& trace, const Write& write) {
  const Origin& origin = trace.origins[write.after.origin];
  const TraceBuffer& to = trace.buffers[write.buffer];
  if (origin.kind != Origin::Kind::load || to.space != Space::global || to.shape.height < 2) return false;
  const auto across = [](const TraceBuffer& buffer, std::uint32_t index) {
    return static_cast<int>(index) % buffer.shape.width - static_cast<int>(index) / buffer.shape.width;
  };
  const int before = across(trace.buffers[origin.buffer], origin.index);
  return before != 0 && across(to, write.index) == -before;
}

/// Of a user's file: a lane reads only registers of others.
bool is_from_other_lane(const Trace& trace, const Term& term) {
  return term.read && trace.buffers[term.read->buffer].space == Space::registers;
}

}  // namespace

std::uint32_t typical_thread(const Trace& trace, const Step& step) {
  struct Shape {
    std::uint32_t first = 0;
    std::size_t count = 0;
    bool adds = false, writes = false;
    std::optional<std::uint32_t> nonzero = {};  ///< the first whose numbers are not 0
    std::optional<std::uint32_t> turning = {};  ///< of those the first whose number changes its place
  };
  std::map<std::vector<std::size_t>, Shape> shapes;
  constexpr std::size_t k_enough = 64;  // of large blocks
  std::vector<std::uint32_t> threads = busy_threads(trace, step);
  if (threads.size() > k_enough) threads.resize(k_enough);
  std::vector<Accesses> accesses = accesses_of(trace, step, threads);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    std::vector<std::size_t> key;
    bool adds = false, zero = false, turns = false;
    for (const Effect& effect : effects_in(trace, step, std::move(accesses[i]))) {
      zero |= is_zero(effect.result) || std::ranges::any_of(effect.terms, is_zero, &Term::value);
      key.push_back(static_cast<std::size_t>(effect.kind));
      key.push_back(effect.terms.size());
      turns |= effect.kind == Effect::Kind::moved &&
               (is_off_diagonal(trace, effect.write) || (trace.of_file && is_from_other_lane(trace, effect.terms[0])));
      adds |= effect.kind == Effect::Kind::sum || effect.kind == Effect::Kind::made;
    }
    const bool writes = !key.empty();
    Shape& shape = shapes.try_emplace(std::move(key), Shape{threads[i], 0, adds, writes}).first->second;
    ++shape.count;
    if (!zero && !shape.nonzero) shape.nonzero = threads[i];
    if (!zero && turns && !shape.turning) shape.turning = threads[i];
  }
  const auto rank = [](const Shape& shape) { return std::tuple(shape.adds, shape.writes, shape.count); };
  std::optional<Shape> best;
  for (const auto& [key, shape] : shapes)
    if (!best || rank(shape) > rank(*best) || (rank(shape) == rank(*best) && shape.first < best->first)) best = shape;
  if (!best) return 0;
  return best->turning ? *best->turning : best->nonzero.value_or(best->first);
}

}  // namespace satscope
