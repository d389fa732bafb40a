// SPDX-License-Identifier: Apache-2.0
// Files of stored tables: read as they were written, and broken ones of every kind refused in a sentence.
#include "app/sources/files/stored_table.h"

#include <gtest/gtest.h>

#include "kernels/storage/loss.h"

namespace satscope::app {
namespace {

std::vector<std::uint8_t> kept_pixels(Extent extent) {
  std::vector<std::uint8_t> picture(extent.area());
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<std::uint8_t>(i * 73 + 11);
  return picture;
}

std::string kept_bytes(const StorageMethod& method, Extent extent) {
  const std::vector<std::uint8_t> picture = kept_pixels(extent);
  const Stored stored = store(coding_of(method, extent, method.usual_bits > 0 ? 9 : 0), picture);
  return stored_table_bytes({stored, judge(stored, picture).wrong});
}

std::optional<StoredTable> read_kept(const std::string& bytes) {
  return read_stored_table({"kept.sat", std::as_bytes(std::span(bytes))});
}

/// The sentence with which the bytes are refused; empty if they are not.
std::string refusal_of(const std::string& bytes) {
  try {
    return read_kept(bytes) ? "" : "not mine";
  } catch (const InputError& problem) {
    EXPECT_NE(std::string(problem.what()).find("'kept.sat'"), std::string::npos) << problem.what();
    return problem.what();
  }
}

TEST(StoredTable, IsReadAsItWasWritten) {
  for (const StorageMethod& method : storage_methods())
    for (const Extent extent : {Extent{1, 1}, Extent{7, 5}, Extent{9, 6}, Extent{2, 40}}) {
      const std::vector<std::uint8_t> picture = kept_pixels(extent);
      const Stored stored = store(coding_of(method, extent), picture);
      const auto table = read_kept(stored_table_bytes({stored, 0}));
      ASSERT_TRUE(table) << method.id;
      EXPECT_EQ(table->stored.coding.method, stored.coding.method);
      EXPECT_EQ(table->stored.coding.picture, extent);
      EXPECT_EQ(table->stored.coding.bits, stored.coding.bits);
      EXPECT_EQ(table->stored.words, stored.words);
      EXPECT_EQ(table->stored.pixels, stored.pixels);
    }
}

TEST(StoredTable, OneThatIsCutOffOrHasTooMuchIsRefused) {
  for (const StorageMethod& method : storage_methods()) {
    const std::string whole = kept_bytes(method, {7, 5});
    EXPECT_EQ(refusal_of(whole), "");
    for (std::size_t size = 8; size < whole.size(); ++size)
      EXPECT_NE(refusal_of(whole.substr(0, size)).find("bytes"), std::string::npos);
    EXPECT_NE(refusal_of(whole + "x").find("instead of"), std::string::npos);
    for (std::size_t size = 0; size < 8; ++size) EXPECT_EQ(refusal_of(whole.substr(0, size)), "not mine");
  }
}

TEST(StoredTable, OneWithAnyBitChangedIsRefused) {
  for (const StorageMethod& method : storage_methods()) {
    const std::string whole = kept_bytes(method, {7, 5});
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      std::string changed = whole;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
      EXPECT_NE(refusal_of(changed), "") << method.id << ", bit " << bit;
    }
  }
}

TEST(StoredTable, WhatTheHeadClaimsIsCheckedBeforeAnythingIsAllocated) {
  const std::string whole = kept_bytes(storage_methods()[0], {7, 5});
  const auto with = [&](std::size_t at, const std::string& bytes) {
    return refusal_of(std::string(whole).replace(at, bytes.size(), bytes));
  };
  EXPECT_NE(with(8, "\x02").find("version 2"), std::string::npos);
  EXPECT_NE(with(9, "\xff").find("ends within its head"), std::string::npos);
  EXPECT_NE(with(10, "\x21").find("bits"), std::string::npos);
  EXPECT_NE(with(10, std::string(1, '\0')).find("bits"), std::string::npos);
  EXPECT_NE(with(11, "\x03").find("lost 3 of their bits"), std::string::npos);
  EXPECT_NE(with(12, std::string(4, '\0')).find("0x5 pixels"), std::string::npos);
  EXPECT_NE(with(12, std::string(8, '\xff')).find("sides are from 1"), std::string::npos);
  EXPECT_NE(with(36, "crust").find("method is unknown"), std::string::npos);
  // 2^24 x 2^24 pixels in words of 56 bits
  EXPECT_NE(with(10, std::string("\x38\0\0\0\0\x01\0\0\0\x01", 10)).find("instead of"), std::string::npos);
}

TEST(StoredTable, AnyWordsAreRestoredToSomething) {
  for (const StorageMethod& method : storage_methods()) {
    const Coding coding = coding_of(method, {10, 7});
    for (int value = 0; value < 256; value += 5) {
      const Stored stored{.coding = coding,
                          .words = std::vector<std::byte>(coding.word_bytes(), static_cast<std::byte>(value)),
                          .pixels = std::vector<std::byte>(coding.pixel_bytes(), static_cast<std::byte>(255 - value))};
      EXPECT_EQ(restore_all(stored).size(), 70U);
      EXPECT_EQ(judge(stored, kept_pixels({10, 7})).restored.size(), 70U);
    }
  }
}

TEST(StoredTable, SaysWhatIsLost) {
  for (const StorageMethod& method : storage_methods()) {
    const std::string lost = read_kept(kept_bytes(method, {40, 40}))->lost("kept.sat");
    const bool lossless = method.id == "cross" || method.id == "rows";
    EXPECT_EQ(lost.empty(), lossless) << lost;
    if (!lossless) {
      EXPECT_NE(lost.find("of 1600 entries"), std::string::npos) << lost;
    }
  }
}

TEST(StoredTable, IsNoPicture) {
  const std::string whole = kept_bytes(storage_methods()[1], {7, 5});
  EXPECT_THROW(refuse_stored({"kept.sat", std::as_bytes(std::span(whole))}), InputError);
  EXPECT_FALSE(refuse_stored({"kept.sat", std::as_bytes(std::span(whole)).subspan(1)}));
}

}  // namespace
}  // namespace satscope::app
