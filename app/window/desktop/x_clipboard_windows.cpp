// SPDX-License-Identifier: Apache-2.0
// Programs put pictures there as "PNG", or as a bitmap without the head that makes it a file; Explorer puts names of files.
#include "app/window/desktop/x_clipboard.h"

#include <windows.h>
// after windows.h
#include <shellapi.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace satscope::app {
namespace {

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, const void* data, std::size_t size) {
  const auto* const first = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), first, first + size);
}

Bytes content(UINT format) {
  Bytes bytes;
  const HGLOBAL memory = ::GetClipboardData(format);
  const void* const data = memory ? ::GlobalLock(memory) : nullptr;
  if (!data) return bytes;
  append(bytes, data, ::GlobalSize(memory));
  ::GlobalUnlock(memory);
  return bytes;
}

/// A file BMP of a bitmap.
Bytes bitmap_file(const Bytes& bitmap) {
  BITMAPINFOHEADER about{};
  if (bitmap.size() < sizeof about) return {};
  std::memcpy(&about, bitmap.data(), sizeof about);
  constexpr DWORD k_masks = 3, k_most_palette_bits = 8;
  const DWORD palette = about.biClrUsed != 0                      ? about.biClrUsed
                        : about.biBitCount <= k_most_palette_bits ? DWORD{1} << about.biBitCount
                                                                  : 0;
  const bool has_masks = about.biCompression == BI_BITFIELDS && about.biSize == sizeof about;
  BITMAPFILEHEADER head{};
  head.bfType = 0x4D42;  // "BM"
  head.bfOffBits = static_cast<DWORD>(sizeof head) + about.biSize +
                   static_cast<DWORD>(sizeof(DWORD)) * (palette + (has_masks ? k_masks : 0));
  head.bfSize = static_cast<DWORD>(sizeof head + bitmap.size());
  Bytes file;
  append(file, &head, sizeof head);
  append(file, bitmap.data(), bitmap.size());
  return file;
}

Bytes picture() {
  Bytes png = content(::RegisterClipboardFormatW(L"PNG"));
  return png.empty() ? bitmap_file(content(CF_DIB)) : png;
}

/// The first of the copied files, by its name.
Bytes file_name() {
  const auto files = static_cast<HDROP>(::GetClipboardData(CF_HDROP));
  if (!files) return {};
  std::wstring name(::DragQueryFileW(files, 0, nullptr, 0), L'\0');
  ::DragQueryFileW(files, 0, name.data(), static_cast<UINT>(name.size() + 1));
  const std::string text = std::filesystem::path(name).string();
  Bytes bytes;
  append(bytes, text.data(), text.size());
  return bytes;
}

}  // namespace

std::vector<std::byte> x_clipboard(std::span<const char* const> types) {
  if (!::OpenClipboard(nullptr)) return {};
  Bytes found;
  for (const std::string_view type : types) {
    found = type == "image/png" ? picture() : type == "text/uri-list" ? file_name() : Bytes{};
    if (!found.empty()) break;
  }
  ::CloseClipboard();
  return found;
}

struct ClipboardPicture::Owner {};

/// Windows keeps it.
ClipboardPicture::ClipboardPicture(std::vector<std::byte> png)
    : why_not_("Windows does not take the picture into the clipboard") {
  const HGLOBAL memory = ::GlobalAlloc(GMEM_MOVEABLE, png.size());
  void* const data = memory ? ::GlobalLock(memory) : nullptr;
  if (!data) return;
  std::memcpy(data, png.data(), png.size());
  ::GlobalUnlock(memory);
  if (!::OpenClipboard(nullptr)) {
    ::GlobalFree(memory);
    return;
  }
  ::EmptyClipboard();
  if (::SetClipboardData(::RegisterClipboardFormatW(L"PNG"), memory))
    why_not_.clear();
  else
    ::GlobalFree(memory);
  ::CloseClipboard();
}

ClipboardPicture::~ClipboardPicture() = default;

}  // namespace satscope::app
