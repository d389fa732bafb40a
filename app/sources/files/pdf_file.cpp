// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/pdf_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/text/foreign_text.h"
#include "app/sources/files/png_file.h"

namespace satscope::app {
namespace {

constexpr int k_catalog = 1, k_tree = 2, k_resources = 3;  // numbers of objects
constexpr std::size_t k_in_font = 255;                     // letters; and a blank

/// The compressed rows of a PNG, which a PDF may have as they are.
std::string rows_of(std::string_view png) {
  constexpr std::size_t k_signature = 8, k_frame = 12;  // of a chunk: its length, name and checksum
  std::string rows;
  for (std::size_t at = k_signature; at + k_frame <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(png[at + i]);
    if (png.substr(at + 4, 4) == "IDAT") rows += png.substr(at + 8, length);
    at += length + k_frame;
  }
  return rows;
}

/// In UTF-16, as PDF writes what a letter stands for.
std::string hex_of(char32_t letter) {
  const auto code = static_cast<unsigned>(letter);
  if (code < 0x10000) return fmt::format("{:04X}", code);
  return fmt::format("{:04X}{:04X}", 0xD7C0 + (code >> 10), 0xDC00 + (code & 0x3FF));
}

/// A text of a PDF, from UTF-8.
std::string text_string(std::string_view text) {
  std::string hex = "FEFF";
  while (!text.empty()) {
    const auto [code, length] = first_character(text);
    hex += hex_of(code == k_no_character ? U'?' : code);
    text.remove_prefix(length);
  }
  return "<" + hex + ">";
}

}  // namespace

int PdfFile::begin_object() {
  objects_.push_back(0);
  begin_object(static_cast<int>(objects_.size()));
  return static_cast<int>(objects_.size());
}

void PdfFile::begin_object(int number) {
  objects_[static_cast<std::size_t>(number - 1)] = text_.size();
  text_ += fmt::format("{} 0 obj\n", number);
}

int PdfFile::add_stream(const std::string& entries, std::string_view bytes, bool packed) {
  const std::string deflated_bytes = packed ? deflated(bytes) : std::string(bytes);
  const int number = begin_object();
  text_ += fmt::format("<< {} /Filter /FlateDecode /Length {} >>\nstream\n", entries, deflated_bytes.size());
  text_ += deflated_bytes + "\nendstream\nendobj\n";
  return number;
}

PdfFile::Letter PdfFile::letter(const std::string& outline, double advance, char32_t meaning) {
  const auto [found, fresh] = known_.try_emplace({outline, meaning}, letters_.size());
  if (fresh) letters_.push_back({outline, advance, meaning});
  return {static_cast<int>(found->second / k_in_font), static_cast<int>(found->second % k_in_font) + 1};
}

std::string PdfFile::picture(Extent extent, std::span<const std::uint32_t> rgba) {
  pictures_.push_back(add_stream(fmt::format("/Type /XObject /Subtype /Image /Width {0} /Height {1} /ColorSpace /DeviceRGB "
                                             "/BitsPerComponent 8 /DecodeParms << /Predictor 15 /Colors 3 /Columns {0} >>",
                                             extent.width, extent.height),
                                 rows_of(encode_png(extent, rgba)), false));
  return fmt::format("P{}", pictures_.size() - 1);
}

std::string PdfFile::opacity(unsigned share) {
  opacities_.insert(share);
  return fmt::format("A{}", share);
}

void PdfFile::add_page(Extent extent, std::string_view operators) {
  constexpr double k_width = 960;  // points
  const double scale = k_width / extent.width, height = scale * extent.height;
  const int drawing = add_stream("", fmt::format("{0:.6f} 0 0 -{0:.6f} 0 {1:.3f} cm\n{2}", scale, height, operators));
  pages_.push_back(begin_object());
  text_ +=
      fmt::format("<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {:.3f}] /Contents {} 0 R /Resources {} 0 R >>\nendobj\n",
                  k_tree, k_width, height, drawing, k_resources);
}

int PdfFile::add_font(std::size_t first, std::size_t count) {
  std::string widths = fmt::format("{}", k_blank), shapes, names = "/g0", meanings;
  std::vector<int> outlines{add_stream("", fmt::format("{} 0 d0\n", k_blank))};
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [path, advance, meaning] = letters_[first + i];
    outlines.push_back(
        add_stream("", fmt::format("{:.0f} 0 -{} -{} {} {} d1\n{}f\n", advance, k_em, k_em, 3 * k_em, 3 * k_em, path)));
    widths += fmt::format(" {:.0f}", advance);
    names += fmt::format(" /g{}", i + 1);
  }
  for (std::size_t i = 0; i <= count; ++i) {
    constexpr std::size_t k_most = 100;  // in a part of the table
    if (i % k_most == 0)
      meanings += fmt::format("{}{} beginbfchar\n", i > 0 ? "endbfchar\n" : "", std::min(k_most, count + 1 - i));
    meanings += fmt::format("<{:02X}> <{}>\n", i, i == 0 ? "0020" : hex_of(letters_[first + i - 1].meaning));
    shapes += fmt::format(" /g{} {} 0 R", i, outlines[i]);
  }
  const int table = add_stream(
      "",
      fmt::format("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Letters def\n/CMapType 2 def\n"
                  "1 begincodespacerange\n<00> <FF>\nendcodespacerange\n{}endbfchar\nendcmap\n"
                  "CMapName currentdict /CMap defineresource pop\nend\nend\n",
                  meanings));
  const int font = begin_object();
  text_ += fmt::format(
      "<< /Type /Font /Subtype /Type3 /FontBBox [-{0} -{0} {1} {1}] /FontMatrix [{2} 0 0 {2} 0 0] /FirstChar 0 /LastChar {3}\n"
      "/Widths [{4}]\n/Encoding << /Type /Encoding /Differences [0 {5}] >>\n/CharProcs <<{6} >>\n/ToUnicode {7} 0 R "
      "/Resources << >> >>\nendobj\n",
      k_em, 3 * k_em, 1 / k_em, count, widths, names, shapes, table);
  return font;
}

int PdfFile::add_bookmarks() {
  const int root = begin_object(), count = static_cast<int>(bookmarks_.size());
  text_ += fmt::format("<< /Type /Outlines /First {} 0 R /Last {} 0 R /Count {} >>\nendobj\n", root + 1, root + count, count);
  for (int i = 1; i <= count; ++i) {
    const auto& [name, page] = bookmarks_[static_cast<std::size_t>(i - 1)];
    const int number = begin_object();
    text_ += fmt::format("<< /Title {} /Parent {} 0 R /Dest [{} 0 R /Fit]", text_string(name), root, pages_.at(page));
    if (i > 1) text_ += fmt::format(" /Prev {} 0 R", number - 1);
    if (i < count) text_ += fmt::format(" /Next {} 0 R", number + 1);
    text_ += " >>\nendobj\n";
  }
  return root;
}

std::string PdfFile::document(std::string_view title) {
  std::string fonts, pictures, opacities, pages;
  for (std::size_t first = 0; first < letters_.size(); first += k_in_font)
    fonts += fmt::format(" /F{} {} 0 R", first / k_in_font, add_font(first, std::min(k_in_font, letters_.size() - first)));
  for (std::size_t i = 0; i < pictures_.size(); ++i) pictures += fmt::format(" /P{} {} 0 R", i, pictures_[i]);
  for (const unsigned share : opacities_) opacities += fmt::format(" /A{} << /ca {:.4f} >>", share, share / 255.0);
  for (const int page : pages_) pages += fmt::format("{} 0 R ", page);
  const std::string outlines =
      bookmarks_.empty() ? "" : fmt::format(" /Outlines {} 0 R /PageMode /UseOutlines", add_bookmarks());
  const int about = begin_object();
  text_ += fmt::format("<< /Title {} >>\nendobj\n", text_string(title));
  begin_object(k_resources);
  text_ += fmt::format("<< /Font <<{} >> /XObject <<{} >> /ExtGState <<{} >> >>\nendobj\n", fonts, pictures, opacities);
  begin_object(k_tree);
  text_ += fmt::format("<< /Type /Pages /Count {} /Kids [{}] >>\nendobj\n", pages_.size(), pages);
  begin_object(k_catalog);
  text_ += fmt::format("<< /Type /Catalog /Pages {} 0 R{} >>\nendobj\n", k_tree, outlines);
  const std::size_t table = text_.size();
  text_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects_.size() + 1);
  for (const std::size_t at : objects_) text_ += fmt::format("{:010} 00000 n \n", at);
  text_ += fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n", objects_.size() + 1,
                       k_catalog, about, table);
  return std::move(text_);
}

}  // namespace satscope::app
