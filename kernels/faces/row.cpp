// SPDX-License-Identifier: Apache-2.0
// The row in vectors (Highway): compiled once for each set of instructions; the best that the processor has is used. Each
// lane computes what one window alone would, operation by operation, so results are the same to the bit.
#include "kernels/faces/row.h"

// because: two more sets would only make the program larger
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/faces/row.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace satscope::faces::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 8>;
#if HWY_TARGET == HWY_SCALAR
using Part = Floats;
#else
using Part = hn::Half<Floats>;  // as many doubles as a vector holds
#endif
using Doubles = hn::Rebind<double, Part>;

/// What a node's rectangles are worth in neighbouring windows.
HWY_INLINE hn::Vec<Floats> values(const RowNode& node, const std::uint32_t* window) {
  const Floats d;
  const hn::RebindToUnsigned<Floats> whole;
  const hn::RebindToSigned<Floats> with_sign;
  const auto sum = [&](int i) HWY_ATTR {
    const Corners& c = node.corners[i];
    const auto entries = [&](std::int32_t corner) HWY_ATTR { return hn::LoadU(whole, window + corner); };
    const auto pixels = hn::Add(hn::Sub(hn::Sub(entries(c.d), entries(c.b)), entries(c.c)), entries(c.a));
    return hn::Mul(hn::Set(d, node.weights[i]), hn::ConvertTo(d, hn::BitCast(with_sign, pixels)));
  };
  const auto two = hn::Add(sum(0), sum(1));
  return node.weights[2] == 0 ? two : hn::Add(two, sum(2));
}

/// The leaves that neighbouring windows reach.
HWY_INLINE hn::Vec<Floats> leaves(const RowCascade& cascade, const RowCascade::Tree& tree, const std::uint32_t* window,
                                  hn::Vec<Floats> units) {
  const Floats d;
  const RowNode* node = &cascade.nodes[tree.first];
  const auto is_left = [&](const RowNode& of)
                           HWY_ATTR { return hn::Lt(hn::Mul(values(of, window), units), hn::Set(d, of.threshold)); };
  const auto left = is_left(*node);
  auto leaf = hn::IfThenElse(left, hn::Set(d, node->leaf[0]), hn::Set(d, node->leaf[1]));
  if (tree.nodes == 1) return leaf;
  // numbers of nodes are below 2^24, so floats hold them
  const auto next = [&](const RowNode& of, hn::Mask<Floats> to_left) HWY_ATTR {
    return hn::IfThenElse(to_left, hn::Set(d, static_cast<float>(of.next[0])), hn::Set(d, static_cast<float>(of.next[1])));
  };
  auto at = next(*node, left);
  for (int i = 1; i < tree.nodes; ++i) {  // because: a way leads to a node behind its own
    ++node;
    const auto here = hn::Eq(at, hn::Set(d, static_cast<float>(i)));
    if (hn::AllFalse(d, here)) continue;
    const auto to_left = is_left(*node);
    leaf = hn::IfThenElse(here, hn::IfThenElse(to_left, hn::Set(d, node->leaf[0]), hn::Set(d, node->leaf[1])), leaf);
    at = hn::IfThenElse(here, next(*node, to_left), at);
  }
  return leaf;
}

HWY_INLINE unsigned bits_of(Doubles d, hn::Mask<Doubles> mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, mask, bits);
  return bits[0];
}

/// In bits, which of neighbouring windows pass the stage.
HWY_INLINE unsigned passing(const RowCascade& cascade, const Stage& stage, const std::uint32_t* window,
                            const float* of_windows) {
  const Floats d;
  const Doubles wide;
  const auto units = hn::Load(d, of_windows);
  auto low = hn::Zero(wide);
  [[maybe_unused]] auto high = hn::Zero(wide);
  for (std::size_t i = stage.first_tree; i < stage.first_tree + stage.trees; ++i) {
    const auto leaf = leaves(cascade, cascade.trees[i], window, units);
#if HWY_TARGET == HWY_SCALAR
    low = hn::Add(low, hn::PromoteTo(wide, leaf));
#else
    low = hn::Add(low, hn::PromoteTo(wide, hn::LowerHalf(Part(), leaf)));
    high = hn::Add(high, hn::PromoteTo(wide, hn::UpperHalf(Part(), leaf)));
#endif
  }
  const auto threshold = hn::Set(wide, static_cast<double>(stage.threshold));
  unsigned passed = bits_of(wide, hn::Ge(low, threshold));
#if HWY_TARGET != HWY_SCALAR
  passed |= bits_of(wide, hn::Ge(high, threshold)) << hn::Lanes(wide);
#endif
  return passed;
}

void look_along_in_vectors(const WindowRow& row, std::span<std::int16_t> reached) {
  detail::look_in_groups<8>(row, reached, static_cast<int>(hn::Lanes(Floats())),
                            [&](const Stage& stage, int first, const float* units)
                                HWY_ATTR { return passing(row.cascade, stage, row.sums + first, units); });
}

}  // namespace satscope::faces::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace satscope::faces {
namespace {

HWY_EXPORT(look_along_in_vectors);

}  // namespace

void look_along(const WindowRow& row, std::span<std::int16_t> reached) {
  HWY_DYNAMIC_DISPATCH(look_along_in_vectors)(row, reached);
}

}  // namespace satscope::faces
#endif
