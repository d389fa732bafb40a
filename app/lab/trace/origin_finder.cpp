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

void OriginFinder::keep(Hand& hand, Held held) {
  if (hand.size() == k_most_held) hand.erase(hand.begin());
  hand.push_back(held);
}

bool OriginFinder::equal(const Sample& a, const Sample& b) const { return std::ranges::equal(a, b); }

bool OriginFinder::constant(const Sample& sample) const {
  return std::ranges::all_of(sample, [&](double number) { return number == sample[0]; });
}

bool OriginFinder::makes(const Meeting& result, const Held& a, const Held& b, int sign) const {
  for (std::size_t run = 0; run < k_runs; ++run)
    if (!kept_as(result.type, a.from.sample[run] + sign * b.from.sample[run], result.sample[run])) return false;
  return true;
}

OriginId OriginFinder::add(const Meeting& meeting, Origin origin) {
  origin.thread = meeting.thread;
  origin.type = meeting.type;
  origin.bits = meeting.bits;
  trace_.origins.push_back(origin);
  return static_cast<OriginId>(trace_.origins.size() - 1);
}

OriginId OriginFinder::origin_of(const Held& held, const Meeting& meeting) {
  if (held.origin != 0) return held.origin;
  Meeting put = held.from;
  put.thread = meeting.thread;
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

Cell OriginFinder::read(const Meeting& meeting, const Cell& held) {
  Cell cell{meeting.bits, held.pixels, held.origin};
  if (meeting.global)
    cell.origin = add(meeting, {.kind = Origin::Kind::load,
                                .first = held.origin,
                                .buffer = meeting.buffer,
                                .index = meeting.index,
                                .pixels = held.pixels});
  keep(hand_of(meeting), {meeting, true, cell.origin, cell.pixels});
  return cell;
}

void OriginFinder::hear(const Meeting& meeting) {
  if (!several_) return;
  const PixelSet pixels = pixels_of(meeting.sample);
  keep(hand_of(meeting), {meeting, false, 0, pixels});
}

Cell OriginFinder::give(const Meeting& meeting) {
  Cell cell{meeting.bits};
  if (several_ && !constant(meeting.sample)) {
    Hand& hand = hand_of(meeting);
    const auto held =
        std::find_if(hand.rbegin(), hand.rend(), [&](const Held& one) { return equal(one.from.sample, meeting.sample); });
    if (held != hand.rend())
      cell = {meeting.bits, held->pixels, held->origin};
    else if (find_pair(meeting, hand, false, 1, cell))
      keep(hand, {meeting, false, cell.origin, cell.pixels});
    else
      cell.pixels = pixels_of(meeting.sample);
  }
  if (cell.origin == 0) cell.origin = add(meeting, {.kind = Origin::Kind::constant, .pixels = cell.pixels});
  return cell;
}

Cell OriginFinder::combined(const Meeting& meeting, const Held& a, const Held& b, int sign) {
  ++additions_;
  Cell cell{meeting.bits,
            sign > 0 ? trace_.provenance.sum(a.pixels, b.pixels) : trace_.provenance.difference(a.pixels, b.pixels)};
  const OriginId first = origin_of(a, meeting), second = origin_of(b, meeting);
  cell.origin = add(meeting, {.kind = sign > 0 ? Origin::Kind::sum : Origin::Kind::difference,
                              .first = first,
                              .second = second,
                              .pixels = cell.pixels});
  return cell;
}

/// `place += number`: the place was read in the same line last.
bool OriginFinder::find_update(const Meeting& meeting, const Hand& hand, Cell& cell) {
  if (hand.empty()) return false;
  const Held& own = hand.back();
  if (!own.read || own.from.line != meeting.line || own.from.buffer != meeting.buffer || own.from.index != meeting.index)
    return false;
  for (std::size_t k = hand.size() - 1; k-- > 0;)
    if (makes(meeting, own, hand[k], 1)) return cell = combined(meeting, own, hand[k], 1), true;
  return false;
}

/// Two numbers of the hand; same_line: both were read in the line of the write.
bool OriginFinder::find_pair(const Meeting& meeting, const Hand& hand, bool same_line, int sign, Cell& cell) {
  const auto fits = [&](const Held& held) { return !same_line || (held.read && held.from.line == meeting.line); };
  for (std::size_t i = hand.size(); i-- > 0;) {
    if (!fits(hand[i])) {
      if (same_line) return false;
      continue;
    }
    for (std::size_t k = i; k-- > 0;) {
      if (!fits(hand[k])) {
        if (same_line) break;
        continue;
      }
      if (makes(meeting, hand[k], hand[i], sign)) return cell = combined(meeting, hand[k], hand[i], sign), true;
      if (sign < 0 && makes(meeting, hand[i], hand[k], sign)) return cell = combined(meeting, hand[i], hand[k], sign), true;
    }
  }
  return false;
}

/// A number that it has met; a constant only if it was read in the line of the write.
bool OriginFinder::find_copy(const Meeting& meeting, const Hand& hand, Cell& cell) const {
  const bool same_line = constant(meeting.sample);
  for (auto at = hand.rbegin(); at != hand.rend(); ++at) {
    const Held& held = *at;
    if (same_line && !(held.read && held.from.line == meeting.line)) return false;
    if (!equal(held.from.sample, meeting.sample)) continue;
    cell = {meeting.bits, held.pixels, held.origin};
    return true;
  }
  return false;
}

Cell OriginFinder::write(const Meeting& meeting) {
  Hand& hand = hand_of(meeting);
  Cell cell{meeting.bits};
  const bool found =
      several_ &&
      (find_update(meeting, hand, cell) || find_pair(meeting, hand, true, 1, cell) || find_copy(meeting, hand, cell) ||
       (!constant(meeting.sample) && (find_pair(meeting, hand, false, 1, cell) || find_pair(meeting, hand, false, -1, cell))));
  if (!found && !hand.empty() && hand.back().read && !(several_ && constant(meeting.sample))) {
    cell.pixels = pixels_of(meeting.sample);
    // because: what was read in another line may have nothing to do with the number
    const OriginId first = hand.back().from.line == meeting.line ? origin_of(hand.back(), meeting) : 0;
    cell.origin = add(meeting, {.kind = Origin::Kind::made, .first = first, .pixels = cell.pixels});
  } else if (!found) {
    cell.pixels = pixels_of(meeting.sample);
  }
  if (cell.origin == 0) cell.origin = add(meeting, {.kind = Origin::Kind::constant, .pixels = cell.pixels});
  keep(hand, {meeting, false, cell.origin, cell.pixels});
  return cell;
}

}  // namespace satscope::app::lab
