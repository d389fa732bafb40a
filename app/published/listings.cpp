// SPDX-License-Identifier: Apache-2.0
#include "app/published/listings.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>

#include "app/core/ordered_json.h"
#include "app/published/papers_file.h"

namespace satscope::app {
namespace {

bool asked(const Described& algorithm, const Params& params, const Json& values) {
  return std::ranges::all_of(values.items(), [&](const auto& one) {
    return to_text(algorithm.param(one.key()).value_in(params)) == one.value().template get<std::string>();
  });
}

ListingLine line_of(const Json& row) {
  return {.number = row.at("number"),
          .text = row.at("text"),
          .right = row.value("right", std::string()),
          .steps = row.value("steps", std::vector<std::string>())};
}

/// How much of the label is named; 0: it is another step.
std::size_t named(const std::string& step, std::string_view pass, std::string_view label) {
  constexpr std::string_view k_between = " / ";
  const std::size_t between = step.find(k_between);
  if (between != step.npos && step.substr(0, between) != pass) return 0;
  const Phase phase{.label = between == step.npos ? step : step.substr(between + k_between.size()), .idea = {}};
  return phase.covers(label) ? phase.label.size() : 0;
}

}  // namespace

std::vector<Listing> listings_of(const Described& algorithm, const Params& params) {
  try {
    static const Json data = Json::parse(papers_text("listings.json"));
    std::vector<Listing> found;
    for (const Json& one : data) {
      const auto of = one.at("of").find(algorithm.id);
      if (of == one.at("of").end() || !asked(algorithm, params, *of)) continue;
      Listing& listing = found.emplace_back(Listing{one.at("paper"), one.at("item"), one.value("note", std::string()), {}});
      for (const Json& row : one.at("lines")) listing.lines.push_back(line_of(row));
    }
    return found;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw std::logic_error(fmt::format("assets/listings.json: {}", error.what()));
  }
}

std::vector<std::size_t> lines_done(const Listing& listing, std::string_view pass, std::string_view label) {
  std::vector<std::size_t> done;
  std::size_t most = 1;
  for (std::size_t i = 0; i < listing.lines.size(); ++i) {
    std::size_t longest = 0;
    for (const std::string& step : listing.lines[i].steps) longest = std::max(longest, named(step, pass, label));
    if (longest < most) continue;
    if (longest > most) done.clear();
    most = longest;
    done.push_back(i);
  }
  return done;
}

}  // namespace satscope::app
