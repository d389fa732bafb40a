// SPDX-License-Identifier: Apache-2.0
// A camera stores its rows as its sensor has them and notes how it was held (EXIF, tag 0x0112). People see a picture upright,
// so the picture is turned before anything is counted.
#include "app/sources/files/orientation.h"

#include <algorithm>
#include <atomic>
#include <string_view>

#include "app/sources/source_transform.h"

namespace satscope::app {
namespace {

std::atomic<bool> stored_is_wanted{false};

using Bytes = std::string_view;

std::size_t number(Bytes bytes, std::size_t at, std::size_t size, bool little) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value |= std::size_t{static_cast<unsigned char>(bytes[at + i])} << 8 * (little ? i : size - 1 - i);
  return value;
}

int of_tiff(Bytes tiff) {
  constexpr unsigned k_orientation = 0x0112;
  const std::size_t value = short_in_tiff(tiff, k_orientation).value_or(1);
  return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

/// EXIF, with or without the six letters before it.
int of_exif(Bytes exif) {
  constexpr Bytes k_letters("Exif\0\0", 6);
  return of_tiff(exif.starts_with(k_letters) ? exif.substr(k_letters.size()) : exif);
}

/// A JPEG's parts up to its first scan: a marker (FF and a code) and a length.
int of_jpeg(Bytes file) {
  constexpr unsigned k_fill = 0xFF, k_scan = 0xDA, k_end = 0xD9, k_application = 0xE1;
  for (std::size_t at = 2; at + 4 <= file.size();) {
    const auto code = static_cast<unsigned char>(file[at + 1]);
    if (static_cast<unsigned char>(file[at]) != 0xFF || code == k_scan || code == k_end) return 1;
    if (code == k_fill) {
      ++at;
      continue;
    }
    const Bytes part = file.substr(at + 4, std::max<std::size_t>(number(file, at + 2, 2, false), 2) - 2);
    if (code == k_application && part.starts_with("Exif")) return of_exif(part);
    at += 2 + std::max<std::size_t>(number(file, at + 2, 2, false), 2);
  }
  return 1;
}

/// Parts of `head` bytes before their data, with the name and the length of the data in them.
struct Parts {
  std::size_t begin, name_at, length_at, head, tail;
  bool little;
  Bytes name;
};
int of_parts(Bytes file, const Parts& parts) {
  for (std::size_t at = parts.begin; at < file.size() && file.size() - at >= parts.head;) {
    const std::size_t length = number(file, at + parts.length_at, 4, parts.little);
    if (file.substr(at + parts.name_at, 4) == parts.name) return of_exif(file.substr(at + parts.head, length));
    at += parts.head + length + parts.tail + (parts.little ? length % 2 : 0);  // RIFF's parts are even
  }
  return 1;
}

}  // namespace

std::optional<std::size_t> short_in_tiff(Bytes tiff, unsigned tag) {
  constexpr std::size_t k_head = 8, k_entry = 12, k_short = 3;
  if (tiff.size() < k_head) return {};
  const bool little = tiff.starts_with(Bytes("II*\0", 4));
  if (!little && !tiff.starts_with(Bytes("MM\0*", 4))) return {};
  const std::size_t directory = number(tiff, 4, 4, little);
  if (directory > tiff.size() || tiff.size() - directory < 2) return {};
  const std::size_t entries = std::min(number(tiff, directory, 2, little), (tiff.size() - directory - 2) / k_entry);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = directory + 2 + i * k_entry;
    if (number(tiff, at, 2, little) == tag && number(tiff, at + 2, 2, little) == k_short)
      return number(tiff, at + 8, 2, little);
  }
  return {};
}

void keep_as_stored(bool wanted) { stored_is_wanted = wanted; }
bool kept_as_stored() { return stored_is_wanted; }

int orientation_of(const FileBytes& file) {
  const Bytes text = file.text();
  if (file.starts_with("\xff\xd8\xff")) return of_jpeg(text);
  if (file.starts_with("\x89PNG\r\n\x1a\n"))
    return of_parts(text, {.begin = 8, .name_at = 4, .length_at = 0, .head = 8, .tail = 4, .little = false, .name = "eXIf"});
  if (file.starts_with("RIFF") && text.substr(0, 12).ends_with("WEBP"))
    return of_parts(text, {.begin = 12, .name_at = 0, .length_at = 4, .head = 8, .tail = 0, .little = true, .name = "EXIF"});
  return of_tiff(text);
}

void turn(Samples& samples, int orientation) {
  samples = transformed(samples, {.orientation = orientation_of_exif(orientation)});
}

void turn_as_it_says(Samples& samples, const FileBytes& file) {
  const int orientation = orientation_of(file);
  if (orientation == 1) return;
  if (!stored_is_wanted) turn(samples, orientation);
  samples.notes.emplace_back(stored_is_wanted ? "as stored, not turned as the picture says" : "turned as the picture says");
}

}  // namespace satscope::app
