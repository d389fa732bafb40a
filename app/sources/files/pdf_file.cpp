// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/pdf_file.h"

#include <fmt/format.h>

namespace satscope::app {
namespace {

constexpr int k_catalog = 1, k_tree = 2, k_first = 3;  // numbers of objects; each page is three: page, drawing, picture
constexpr int k_per_page = 3;

/// The compressed rows of a PNG.
std::string pixels_of(std::string_view png) {
  constexpr std::size_t k_signature = 8, k_frame = 12;  // of a chunk: its length, name and checksum
  std::string pixels;
  for (std::size_t at = k_signature; at + k_frame <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(png[at + i]);
    if (png.substr(at + 4, 4) == "IDAT") pixels += png.substr(at + 8, length);
    at += length + k_frame;
  }
  return pixels;
}

}  // namespace

void PdfPages::begin_object() {
  objects_.push_back(text_.size());
  text_ += fmt::format("{} 0 obj\n", objects_.size());
}

void PdfPages::add(Extent extent, std::string_view png) {
  if (pages_++ == 0) objects_.resize(k_first - 1);  // because: catalogue and tree are known at the end
  constexpr double k_width = 960;                   // points
  const double height = k_width * extent.height / extent.width;
  const int page = static_cast<int>(objects_.size()) + 1;
  begin_object();
  text_ += fmt::format(
      "<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {:.2f}] /Contents {} 0 R /Resources << /XObject << /P {} 0 R >> >> >>\n"
      "endobj\n",
      k_tree, k_width, height, page + 1, page + 2);
  const std::string drawing = fmt::format("{} 0 0 {:.2f} 0 0 cm /P Do\n", k_width, height);
  begin_object();
  text_ += fmt::format("<< /Length {} >>\nstream\n{}endstream\nendobj\n", drawing.size(), drawing);
  const std::string pixels = pixels_of(png);
  begin_object();
  text_ += fmt::format(
      "<< /Type /XObject /Subtype /Image /Width {0} /Height {1} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter "
      "/FlateDecode "
      "/DecodeParms << /Predictor 15 /Colors 3 /Columns {0} >> /Length {2} >>\nstream\n",
      extent.width, extent.height, pixels.size());
  text_ += pixels + "\nendstream\nendobj\n";
}

std::string PdfPages::document() {
  std::string pages;
  for (int i = 0; i < pages_; ++i) pages += fmt::format("{} 0 R ", k_first + k_per_page * i);
  for (const int number : {k_catalog, k_tree}) {
    objects_[static_cast<std::size_t>(number - 1)] = text_.size();
    text_ += number == k_catalog
                 ? fmt::format("{} 0 obj\n<< /Type /Catalog /Pages {} 0 R >>\nendobj\n", k_catalog, k_tree)
                 : fmt::format("{} 0 obj\n<< /Type /Pages /Count {} /Kids [{}] >>\nendobj\n", k_tree, pages_, pages);
  }
  const std::size_t table = text_.size();
  text_ += fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects_.size() + 1);
  for (const std::size_t at : objects_) text_ += fmt::format("{:010} 00000 n \n", at);
  text_ += fmt::format("trailer\n<< /Size {} /Root {} 0 R >>\nstartxref\n{}\n%%EOF\n", objects_.size() + 1, k_catalog, table);
  return text_;
}

}  // namespace satscope::app
