// SPDX-License-Identifier: Apache-2.0
// What the tests of the way to the screen share: an off-screen context, pictures, and eyes for what OpenGL holds.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "app/pipeline/frame.h"
#include "app/render/gl/offscreen.h"
#include "app/ui/views/view_painter.h"

namespace satscope::app::testing {

/// A fixture with a current context and a framebuffer of 64x48.
class OnStage : public ::testing::Test {
 protected:
  static constexpr Extent k_size{64, 48};
  Offscreen stage_{k_size};
};

/// An 8-bit picture; number(x, y) is cut to 0 ... 255.
std::shared_ptr<Samples> picture_of(Extent extent, const std::function<int(int, int)>& number);
std::shared_ptr<Samples> noise(Extent extent, unsigned seed);

/// Advances until nothing more will change without input. Fails after a minute.
void settle(Frame& frame);
/// Advances until `done`. Fails after a minute.
void advance_until(Frame& frame, const std::function<bool()>& done);

/// The first `count` words of the buffer behind a buffer texture.
std::vector<std::uint32_t> words_behind(unsigned texture, std::size_t count);
/// The words of a table or a stage on the screen, in packed rows.
std::vector<std::uint32_t> words_of_table(const Shown& shown);
std::vector<std::uint32_t> words_of_stage(const ShownStage& stage);
std::vector<std::uint32_t> words_of_before(const ShownStage& stage);

/// The padded table of the 8-bit numbers that the frame says it shows, from the definition's recursion.
std::vector<std::uint64_t> reference_of(const Frame& frame);

/// Compares every word of the table on the screen and every value that the frame has with the reference, which are
/// shown at reduction 1 and of type u32.
void expect_shows_reference(const Frame& frame);

/// A component of an RGBA8 word, 0 red ... 3 alpha.
inline int part(std::uint32_t word, int component) { return static_cast<int>(word >> (8 * component) & 0xff); }

/// Fails unless the word is this colour within 2/255 per component.
void expect_colour(std::uint32_t word, Rgb colour, const std::string& where);

}  // namespace satscope::app::testing
