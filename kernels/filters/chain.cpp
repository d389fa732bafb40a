// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/chain.h"

#include <fmt/format.h>

#include <stdexcept>

#include "kernels/registry.h"

namespace satscope {
namespace {

constexpr std::string_view k_blank = " \t\r\n";

/// The parts between the separators, at least one.
std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(mark, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == text.npos) return parts;
    begin = end + 1;
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(k_blank, begin)) != text.npos;) {
    const std::size_t end = text.find_first_of(k_blank, begin);
    words.push_back(text.substr(begin, end - begin));
    begin = end == text.npos ? text.size() : end;
  }
  return words;
}

ChainLink parse_link(std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty())
    throw std::invalid_argument("a filter is missing; separate filters with ';', such as \"box r=12; sauvola\"");
  for (const std::string_view word : words)
    if (word.ends_with(','))
      throw std::invalid_argument(fmt::format(
          "'{}' ends in a comma; separate filters with ';' and parameters with blanks, as in \"box r=12; sauvola\"", word));
  ChainLink link{.filter = &known_filter(words.front())};
  for (const std::string_view word : std::span(words).subspan(1)) {
    if (find_filter(word))
      throw std::invalid_argument(fmt::format("a ';' is missing before '{}'; separate filters with ';', such as \"{}; {}\"",
                                              word, words.front(), word));
    link.filter->read(word, link.params);
  }
  return link;
}

}  // namespace

std::vector<ChainLink> parse_chain(std::string_view text) {
  std::vector<ChainLink> chain;
  const std::vector<std::string_view> parts = split(text, ';');
  if (parts.size() > k_most_filters)
    throw std::invalid_argument(fmt::format("a chain has at most {} filters, not {}", k_most_filters, parts.size()));
  for (const std::string_view part : parts) chain.push_back(parse_link(part));
  return chain;
}

std::string to_text(std::span<const ChainLink> chain) {
  std::string text;
  for (const ChainLink& link : chain) {
    text += (text.empty() ? "" : "; ") + link.filter->id;
    for (const Param& param : link.filter->params) {
      const ParamValue value = param.value_in(link.params);
      if (value != param.fallback) text += fmt::format(" {}={}", param.id, to_text(value));
    }
  }
  return text;
}

std::string why_not_alone(std::span<const ChainLink> chain) {
  for (const ChainLink& link : chain)
    if (!link.filter->makes_picture)
      return fmt::format("{} measures and makes no picture: not supported by the command filter", link.filter->id);
  const FilterPlan plan = chain_plan(chain, {.extent = {1, 1}}, default_algorithm(Machine::cpu));
  for (const FilterPlan::Input& input : plan.inputs)
    if (input.name != "faces")
      return fmt::format("{} with a '{}' that is made in the window is not supported by the command filter",
                         plan.parts[input.part].filter, input.name);
  return {};
}

}  // namespace satscope
