// SPDX-License-Identifier: Apache-2.0
// Any bytes as a stored table whose checksum is right, so that what is behind it is reached: a table that fits together and
// is written as it was read, or a refusal.
#include <cstring>
#include <vector>

#include "app/sources/files/stored_table.h"
#include "app/sources/loaders.h"
#include "tests/fuzz/fuzz.h"

namespace {

/// As app/sources/files/stored_table.h describes the head: magic, version, ..., FNV-1a of all but itself.
void make_right(std::vector<std::uint8_t>& bytes) {
  constexpr std::size_t k_checksum = 28, k_head = 36;
  if (bytes.size() < k_head) bytes.resize(k_head);
  std::memcpy(bytes.data(), "\x93SATSTOR\x01", 9);
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (i < k_checksum || i >= k_head) sum = (sum ^ bytes[i]) * 0x100000001B3U;
  for (std::size_t i = 0; i < 8; ++i) bytes[k_checksum + i] = static_cast<std::uint8_t>(sum >> (8 * i));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace satscope;
  using fuzz::require;
  std::vector<std::uint8_t> bytes(data, data + size);
  make_right(bytes);
  const std::string name = "fuzz.kept";
  try {
    const auto table = app::read_stored_table({name, std::as_bytes(std::span(bytes))});
    require(table.has_value());
    constexpr std::size_t k_most = std::size_t{1} << 22;  // because: a few bytes may describe many pixels
    if (table->stored.coding.picture.area() > k_most) return 0;
    require(restore_all(table->stored).size() == table->stored.coding.picture.area());
    const std::string again = app::stored_table_bytes(*table);
    require(again.size() == bytes.size() && std::memcmp(again.data(), bytes.data(), bytes.size()) == 0);
  } catch (const app::InputError& problem) {
    fuzz::require_sentence(problem.what());
  }
  return 0;
}
