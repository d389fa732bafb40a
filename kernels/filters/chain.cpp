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

template <class List>
std::string ids_of(const List& list) {
  std::string text;
  for (const auto& entry : list) text += (text.empty() ? "" : ", ") + entry.id;
  return text;
}

ChainLink parse_link(std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty())
    throw std::invalid_argument("a filter is missing; separate filters with ';', such as \"box r=12; sauvola\"");
  ChainLink link{.filter = find_filter(words.front())};
  if (!link.filter)
    throw std::invalid_argument(fmt::format("unknown filter '{}'; choose one of {}", words.front(), ids_of(filters())));
  const Filter& filter = *link.filter;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == words[i].npos || equals == 0)
      throw std::invalid_argument(fmt::format("{} takes NAME=VALUE, not '{}'; separate filters with ';'", filter.id, words[i]));
    const std::string id(words[i].substr(0, equals));
    const Param* param = filter.find_param(id);
    if (!param)
      throw std::invalid_argument(filter.params.empty() ? fmt::format("{} has no parameter '{}'; it has none", filter.id, id)
                                                        : fmt::format("{} has no parameter '{}'; its parameters are {}",
                                                                      filter.id, id, ids_of(filter.params)));
    if (link.params.contains(id)) throw std::invalid_argument(fmt::format("{} is given {} twice; give it once", filter.id, id));
    try {
      link.params[id] = param->parse(words[i].substr(equals + 1));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("{}: {}", filter.id, error.what()));
    }
  }
  return link;
}

}  // namespace

std::vector<ChainLink> parse_chain(std::string_view text) {
  std::vector<ChainLink> chain;
  for (const std::string_view part : split(text, ';')) chain.push_back(parse_link(part));
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

}  // namespace satscope
