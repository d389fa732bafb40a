// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/stored_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "app/core/files/read_files.h"
#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/sources/files/standard_input.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_magic = "\x93SATSTOR";
constexpr unsigned k_version = 1;
constexpr std::size_t k_head = 36, k_checksum_at = 28;
constexpr std::uint64_t k_longest_side = 1U << 24U;

void append(std::string& bytes, std::uint64_t number, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(number >> 8 * i & 0xFF));
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i)
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
  return number;
}

std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (i < k_checksum_at || i >= k_head) sum = (sum ^ static_cast<unsigned char>(bytes[i])) * 0x100000001B3U;
  return sum;
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

InputError broken_table(const FileBytes& file, const std::string& why) {
  return InputError(fmt::format("'{}' is a broken stored table: {}", file.name, why));
}

/// The coding that the head names. Throws InputError.
Coding coding_in(const FileBytes& file, std::string_view id) {
  const std::string_view bytes = file.text();
  const auto methods = storage_methods();
  const auto method = std::ranges::find(methods, id, &StorageMethod::id);
  if (method == methods.end())
    throw broken_table(file, "its method is unknown here; `satscope store --help` names those that are known");
  const std::uint64_t width = number_at(bytes, 12, 4), height = number_at(bytes, 16, 4);
  if (width < 1 || height < 1 || width > k_longest_side || height > k_longest_side)
    throw broken_table(file,
                       fmt::format("its picture has {}x{} pixels; sides are from 1 to {}", width, height, k_longest_side));
  try {
    Coding coding = coding_of(*method, {static_cast<int>(width), static_cast<int>(height)},
                              std::max(1, static_cast<int>(number_at(bytes, 10, 1))));
    if (static_cast<int>(number_at(bytes, 11, 1)) != coding.dropped)
      throw broken_table(file, fmt::format("its pixels lost {} of their bits, but with words of {} bits they lose {}",
                                           number_at(bytes, 11, 1), coding.bits, coding.dropped));
    return coding;
  } catch (const std::invalid_argument& problem) {
    throw broken_table(file, problem.what());
  }
}

}  // namespace

std::string StoredTable::lost(const std::string& name) const {
  if (wrong == 0) return {};
  const Coding& coding = stored.coding;
  const std::string entries = fmt::format("{} of {} entries", wrong, coding.picture.area());
  switch (coding.method->word) {
    case WordKind::modular:
      return fmt::format(
          "'{}' keeps entries modulo 2^{}, and {} were larger: compute box sums modulo 2^{}; those below it are right", name,
          coding.bits, entries, coding.bits);
    case WordKind::truncated:
      return fmt::format("'{}' keeps sums modulo 2^{} of pixels without their lowest {}: {} are not the sum of the pixels",
                         name, coding.bits + coding.dropped, counted(coding.dropped, "bit"), entries);
    default: return fmt::format("'{}' keeps entries as {}: {} are rounded or infinite", name, coding.method->title, entries);
  }
}

bool is_stored_table(const FileBytes& file) { return file.starts_with(k_magic); }

std::string stored_table_bytes(const StoredTable& table) {
  const Coding& coding = table.stored.coding;
  std::string bytes(k_magic);
  append(bytes, k_version, 1);
  append(bytes, coding.method->id.size(), 1);
  append(bytes, static_cast<std::uint64_t>(coding.bits), 1);
  append(bytes, static_cast<std::uint64_t>(coding.dropped), 1);
  append(bytes, static_cast<std::uint64_t>(coding.picture.width), 4);
  append(bytes, static_cast<std::uint64_t>(coding.picture.height), 4);
  append(bytes, table.wrong, 8);
  append(bytes, 0, 8);
  bytes.append(coding.method->id).append(text_of(table.stored.words)).append(text_of(table.stored.pixels));
  std::string checksum;
  append(checksum, checksum_of(bytes), 8);
  return bytes.replace(k_checksum_at, 8, checksum);
}

std::optional<StoredTable> read_stored_table(const FileBytes& file) {
  if (!is_stored_table(file)) return {};
  const std::string_view bytes = file.text();
  if (bytes.size() > k_magic.size() && number_at(bytes, 8, 1) != k_version)
    throw InputError(fmt::format("'{}' is a stored table of version {}, which is not supported; version {} is", file.name,
                                 number_at(bytes, 8, 1), k_version));
  const std::size_t id_size = bytes.size() > 9 ? static_cast<std::size_t>(number_at(bytes, 9, 1)) : 0, head = k_head + id_size;
  if (bytes.size() < k_head || bytes.size() < head)
    throw broken_table(file, fmt::format("it has {} bytes and ends within its head", bytes.size()));
  const Coding coding = coding_in(file, bytes.substr(k_head, id_size));
  const std::size_t wanted = head + coding.word_bytes() + coding.pixel_bytes();
  if (bytes.size() != wanted) throw broken_table(file, fmt::format("it has {} bytes instead of {}", bytes.size(), wanted));
  if (checksum_of(bytes) != number_at(bytes, k_checksum_at, 8))
    throw broken_table(file, "its checksum does not fit, so some bytes were changed");
  if (number_at(bytes, 20, 8) > coding.picture.area()) throw broken_table(file, "it counts more wrong entries than there are");
  // because: restoring takes a double for each entry
  require_memory(fmt::format("'{}'", file.name), 8.0 * static_cast<double>(coding.picture.area()));
  const auto words = file.bytes.subspan(head, coding.word_bytes()), pixels = file.bytes.subspan(head + words.size());
  return StoredTable{
      .stored = {.coding = coding, .words = {words.begin(), words.end()}, .pixels = {pixels.begin(), pixels.end()}},
      .wrong = number_at(bytes, 20, 8)};
}

Loaded refuse_stored(const FileBytes& file) {
  if (!is_stored_table(file)) return {};
  throw InputError(
      fmt::format("'{}' is a stored table, not a picture; `satscope sat FILE -o OUT.npy` gives the table back", file.name));
}

std::optional<StoredTable> load_stored_table(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path_of(name), error)) return {};
  std::string start(k_magic.size(), '\0');
  {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path_of(name).c_str(), "rb"), &std::fclose);
    if (!file || std::fread(start.data(), 1, start.size(), file.get()) != start.size() || start != k_magic) return {};
  }
  mark_as_input(name);
  const std::vector<std::byte> bytes = whole_file(name);
  return read_stored_table({name, bytes});
}

std::string exactness_text(const Coding& coding, Extent here, std::string_view where) {
  if (coding.lossless()) return "Every box is exact, in any picture of this size.";
  const Extent any = largest_square(coding.picture, coding.certain_pixels());
  std::string text = any.area() > 0
                         ? fmt::format("In any picture: exact up to {} {}, such as {}.", grouped(coding.certain_pixels(), 15),
                                       noun(coding.certain_pixels(), "pixel"), spaced_extent(any))
                         : "No size is certain in every picture.";
  if (coding.promised_pixels() > coding.certain_pixels())
    text += fmt::format(" Under the paper's assumption 96/4: {}.", grouped(coding.promised_pixels(), 15));
  return text + (here.area() > 0 ? fmt::format(" In this one: up to {}{}.", spaced_extent(here), where)
                                 : " In this one not even single pixels are right.");
}

}  // namespace satscope::app
