// SPDX-License-Identifier: Apache-2.0
// Pages as a PDF: operators of its page language, letters as outlines with the text that they stand for, so that it can be
// searched and copied, and pictures without loss.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/types.h"

namespace satscope::app {

class PdfFile {
 public:
  /// A letter of a font that holds letters of all faces and sizes.
  struct Letter {
    int font;  ///< its number: "/F0"
    int code;  ///< 1 ... 255; 0 is a blank of k_blank
  };
  static constexpr double k_em = 1000, k_blank = 250;  ///< units of outlines, and how wide a blank is

  /// The same outline gets the same letter again. outline: path operators, y upwards, filled by the non-zero rule.
  Letter letter(const std::string& outline, double advance, char32_t meaning);
  /// Its name, "P0". rgba: RGBA8 words, top row first, as opaque ones.
  std::string picture(Extent extent, std::span<const std::uint32_t> rgba);
  /// Its name, "A128": what is drawn from here on covers so many 255ths of what is below.
  std::string opacity(unsigned share);
  /// extent: of the page in the units of its operators, from the top left corner, y downwards. It is 13.33 inches wide, as
  /// slides are.
  void add_page(Extent extent, std::string_view operators);
  std::size_t pages() const { return pages_.size(); }
  /// The next page gets a bookmark of this name.
  void add_bookmark(std::string name) { bookmarks_.emplace_back(std::move(name), pages_.size()); }
  /// The file with all of them. Call it once.
  std::string document(std::string_view title);

 private:
  struct Outline {
    std::string path;
    double advance;
    char32_t meaning;
  };
  int begin_object();             ///< the next; returns its number
  void begin_object(int number);  ///< one that was kept free
  int add_stream(const std::string& entries, std::string_view bytes, bool packed = true);
  int add_font(std::size_t first, std::size_t count);  ///< of so many letters
  int add_bookmarks();                                 ///< all of them; returns the number of their root

  std::string text_ = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
  std::vector<std::size_t> objects_ = std::vector<std::size_t>(3);  ///< where each begins; catalogue, tree, resources first
  std::vector<int> pages_, pictures_;
  std::vector<Outline> letters_;
  std::map<std::pair<std::string, char32_t>, std::size_t> known_;
  std::set<unsigned> opacities_;
  std::vector<std::pair<std::string, std::size_t>> bookmarks_;  ///< names, and which page
};

}  // namespace satscope::app
