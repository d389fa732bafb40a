// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/origin_finder.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace satscope::app::lab {
namespace {

constexpr std::size_t k_most_held = 16;

/// Whether a sum of this value is kept as that number by its type.
bool kept_as(Scalar type, double sum, double number) {
  if (!std::isfinite(sum) || !std::isfinite(number)) return false;
  if (type == Scalar::f64) return sum == number;
  if (type == Scalar::f32) return static_cast<float>(sum) == static_cast<float>(number);
  const std::uint64_t mask = size_of(type) == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * size_of(type)) - 1;
  constexpr double k_exact = 9e15;
  if (std::abs(sum) > k_exact || std::abs(number) > k_exact) return false;
  return ((static_cast<std::uint64_t>(static_cast<std::int64_t>(sum)) ^
           static_cast<std::uint64_t>(static_cast<std::int64_t>(number))) &
          mask) == 0;
}

}  // namespace

void OriginFinder::keep(KnownValues& values, KnownValue held) {
  if (values.size() == k_most_held) values.erase(values.begin());
  values.push_back(held);
}

bool OriginFinder::equal(const Sample& a, const Sample& b) const { return std::ranges::equal(a, b); }

bool OriginFinder::constant(const Sample& sample) const {
  return std::ranges::all_of(sample, [&](double number) { return number == sample[0]; });
}

bool OriginFinder::makes(const ObservedValue& result, const KnownValue& a, const KnownValue& b, int sign) const {
  for (std::size_t run = 0; run < k_runs; ++run)
    if (!kept_as(result.type, a.from.sample[run] + sign * b.from.sample[run], result.sample[run])) return false;
  return true;
}

OriginId OriginFinder::add(const ObservedValue& observed, Origin origin) {
  origin.thread = observed.thread;
  origin.type = observed.type;
  origin.bits = observed.bits;
  trace_.origins.push_back(origin);
  return static_cast<OriginId>(trace_.origins.size() - 1);
}

OriginId OriginFinder::origin_of(const KnownValue& held, const ObservedValue& observed) {
  if (held.origin != 0) return held.origin;
  ObservedValue put = held.from;
  put.thread = observed.thread;
  return add(put, {.kind = Origin::Kind::constant, .pixels = held.pixels});
}

PixelSet OriginFinder::pixels_of(const Sample& sample) {
  if (!several_ || constant(sample)) return 0;
  std::array<std::int64_t, k_random_runs> numbers{};
  for (std::size_t run = 1; run < k_runs; ++run) {
    if (!std::isfinite(sample[run]) || sample[run] != std::floor(sample[run]) || std::abs(sample[run]) > 9e15) return 0;
    numbers[run - 1] = static_cast<std::int64_t>(sample[run]);
  }
  if (!rectangles_) rectangles_ = std::make_unique<Rectangles>(picture_, k_random_pictures);
  const auto box = rectangles_->with(numbers);
  return box ? trace_.provenance.rectangle(box->x0, box->y0, box->x1 + 1, box->y1 + 1) : 0;
}

Cell OriginFinder::read(const ObservedValue& observed, const Cell& held) {
  Cell cell{observed.bits, held.pixels, held.origin};
  if (observed.global)
    cell.origin = add(observed, {.kind = Origin::Kind::load,
                                 .first = held.origin,
                                 .buffer = observed.buffer,
                                 .index = observed.index,
                                 .pixels = held.pixels});
  keep(known_values_of(observed), {observed, true, cell.origin, cell.pixels});
  return cell;
}

void OriginFinder::observe(const ObservedValue& observed) {
  if (!several_) return;
  const PixelSet pixels = pixels_of(observed.sample);
  keep(known_values_of(observed), {observed, false, 0, pixels});
}

Cell OriginFinder::give(const ObservedValue& observed) {
  Cell cell{observed.bits};
  if (several_ && !constant(observed.sample)) {
    KnownValues& values = known_values_of(observed);
    const auto held = std::find_if(values.rbegin(), values.rend(),
                                   [&](const KnownValue& one) { return equal(one.from.sample, observed.sample); });
    if (held != values.rend())
      cell = {observed.bits, held->pixels, held->origin};
    else if (find_pair(observed, values, false, 1, cell))
      keep(values, {observed, false, cell.origin, cell.pixels});
    else
      cell.pixels = pixels_of(observed.sample);
  }
  if (cell.origin == 0) cell.origin = add(observed, {.kind = Origin::Kind::constant, .pixels = cell.pixels});
  return cell;
}

Cell OriginFinder::combined(const ObservedValue& observed, const KnownValue& a, const KnownValue& b, int sign) {
  ++additions_;
  Cell cell{observed.bits,
            sign > 0 ? trace_.provenance.sum(a.pixels, b.pixels) : trace_.provenance.difference(a.pixels, b.pixels)};
  const OriginId first = origin_of(a, observed), second = origin_of(b, observed);
  cell.origin = add(observed, {.kind = sign > 0 ? Origin::Kind::sum : Origin::Kind::difference,
                               .first = first,
                               .second = second,
                               .pixels = cell.pixels});
  return cell;
}

/// `place += number`: the place was read in the same line last.
bool OriginFinder::find_update(const ObservedValue& observed, const KnownValues& values, Cell& cell) {
  if (values.empty()) return false;
  const KnownValue& own = values.back();
  if (!own.read || own.from.line != observed.line || own.from.buffer != observed.buffer || own.from.index != observed.index)
    return false;
  for (std::size_t k = values.size() - 1; k-- > 0;)
    if (makes(observed, own, values[k], 1)) return cell = combined(observed, own, values[k], 1), true;
  return false;
}

/// Two of the values; same_line: both were read in the line of the write.
bool OriginFinder::find_pair(const ObservedValue& observed, const KnownValues& values, bool same_line, int sign, Cell& cell) {
  const auto fits = [&](const KnownValue& held) { return !same_line || (held.read && held.from.line == observed.line); };
  for (std::size_t i = values.size(); i-- > 0;) {
    if (!fits(values[i])) {
      if (same_line) return false;
      continue;
    }
    for (std::size_t k = i; k-- > 0;) {
      if (!fits(values[k])) {
        if (same_line) break;
        continue;
      }
      if (makes(observed, values[k], values[i], sign)) return cell = combined(observed, values[k], values[i], sign), true;
      if (sign < 0 && makes(observed, values[i], values[k], sign))
        return cell = combined(observed, values[i], values[k], sign), true;
    }
  }
  return false;
}

/// A number that it has seen; a constant only if it was read in the line of the write.
bool OriginFinder::find_copy(const ObservedValue& observed, const KnownValues& values, Cell& cell) const {
  const bool same_line = constant(observed.sample);
  for (auto at = values.rbegin(); at != values.rend(); ++at) {
    const KnownValue& held = *at;
    if (same_line && !(held.read && held.from.line == observed.line)) return false;
    if (!equal(held.from.sample, observed.sample)) continue;
    cell = {observed.bits, held.pixels, held.origin};
    return true;
  }
  return false;
}

Cell OriginFinder::write(const ObservedValue& observed) {
  KnownValues& values = known_values_of(observed);
  Cell cell{observed.bits};
  const bool found = several_ && (find_update(observed, values, cell) || find_pair(observed, values, true, 1, cell) ||
                                  find_copy(observed, values, cell) ||
                                  (!constant(observed.sample) && (find_pair(observed, values, false, 1, cell) ||
                                                                  find_pair(observed, values, false, -1, cell))));
  if (!found && !values.empty() && values.back().read && !(several_ && constant(observed.sample))) {
    cell.pixels = pixels_of(observed.sample);
    // because: what was read in another line may have nothing to do with the number
    const OriginId first = values.back().from.line == observed.line ? origin_of(values.back(), observed) : 0;
    cell.origin = add(observed, {.kind = Origin::Kind::made, .first = first, .pixels = cell.pixels});
  } else if (!found) {
    cell.pixels = pixels_of(observed.sample);
  }
  if (cell.origin == 0) cell.origin = add(observed, {.kind = Origin::Kind::constant, .pixels = cell.pixels});
  keep(values, {observed, false, cell.origin, cell.pixels});
  return cell;
}

}  // namespace satscope::app::lab
