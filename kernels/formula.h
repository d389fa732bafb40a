// SPDX-License-Identifier: Apache-2.0
// A count as a paper writes it: the text is the fact, its number is what comes of reading it.
#pragma once
#include <string>
#include <vector>

namespace satscope {

/// A letter of a formula, what it is here, and what it means.
struct Symbol {
  std::string name;  ///< one letter
  double value = 0;
  std::string meaning;  ///< "elements of a segment"
};

struct Formula {
  std::string text = "0";  ///< numbers, symbols, + - ( ), and products by standing side by side: "2(n - 1)s"
  std::vector<Symbol> symbols = {};
  std::string note = {};  ///< a sentence on why a paper says otherwise; empty: it does not

  /// Throws std::invalid_argument if the text is no such formula or has a letter without a symbol.
  double value() const;
};

/// The same count for each of so many channels: "c(2(n - 1)s)"; of one channel it stays as it is.
Formula for_each_channel(Formula formula, int channels);

/// "n = 8 elements of a segment, s = 40 segments": what the symbols mean here.
std::string meanings_of(const Formula& formula);

}  // namespace satscope
