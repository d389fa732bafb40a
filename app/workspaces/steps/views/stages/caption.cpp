// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/stages/caption.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/views/stages/stages.h"
#include "kernels/plural.h"
#include "kernels/trace/effects.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_numbers = 8;  // of a sum that is written out

struct CaptionTerm {
  StageTerm term;
  Value value;
};

std::string counted_sides(int count, const char* what) {
  return fmt::format("{} {}", grouped(static_cast<std::uint64_t>(count)), noun(count, what));
}

std::string entry_place(Pixel at) { return fmt::format("column {}, row {}", at.x, at.y); }

/// "column 3", "columns 0 to 3".
std::string range_text(const char* one, int first, int count) {
  return count == 1 ? fmt::format("{} {}", one, first) : fmt::format("{}s {} to {}", one, first, first + count - 1);
}

std::string box_text(const Box& box) {
  return fmt::format("{}, {}", range_text("column", box.x, box.width), range_text("row", box.y, box.height));
}

/// The rectangle that these fill; nothing where they do not.
std::optional<Box> rectangle_of(const std::vector<Pixel>& places) {
  if (places.empty()) return std::nullopt;
  const auto [left, right] = std::ranges::minmax(places, {}, &Pixel::x);
  const auto [top, bottom] = std::ranges::minmax(places, {}, &Pixel::y);
  const Box box{left.x, top.y, right.x - left.x + 1, bottom.y - top.y + 1};
  return box.area() == static_cast<double>(places.size()) ? std::optional(box) : std::nullopt;
}

/// "12 + 7 - 3", the middle left out where it is long. With the names of buffers beside the first of each but `known`.
std::string sum_text(const std::vector<CaptionTerm>& terms, const std::string& known) {
  std::string text;
  const std::string* last = &known;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto& [term, value] = terms[i];
    if (terms.size() > k_most_numbers && i > 2 && i + 2 < terms.size()) {
      if (i == 3) text += " + ...";
      continue;
    }
    const bool minus = term.times < 0;
    text += text.empty() ? minus ? "-" : "" : minus ? " - " : " + ";
    if (std::abs(term.times) != 1) text += fmt::format("{} × ", std::abs(term.times));
    text += ungrouped(value, 6);
    if (term.buffer != *last) text += fmt::format(" of {} ({})", term.buffer, entry_place(term.at));
  }
  return text;
}

std::optional<Value> shown_number(const StageTerm& term, const PlanStage& stage, const StageNumbers& numbers) {
  if (term.buffer == stage.before.name) return numbers.before(term.at);
  if (term.buffer == "picture") return numbers.picture(term.at);
  return term.traced;
}

/// Where a number went, in a few words; empty: nowhere.
std::string move_text(Pixel from, Pixel to) {
  if (from == to) return {};
  if (from.x == to.y && from.y == to.x) return "column and row are swapped";
  if (from.x == to.y + 1 && from.y == to.x + 1) return "column and row swapped, and each 1 less: the zeros stay behind";
  return {};
}

/// How far a sum goes, seen from the entry that it is for: up to its own, or to the one before; also where column and row are
/// swapped on the way. Empty: otherwise.
std::string end_text(const Box& read, Pixel at) {
  const auto ends = [&](Pixel own) -> std::string {
    const int right = read.x + read.width, bottom = read.y + read.height;
    if (right - 1 == own.x && bottom - 1 == own.y) return "with its own number (inclusive)";
    if (read.height == 1 && read.y == own.y && right == own.x) return "without its own number (exclusive)";
    if (read.width == 1 && read.x == own.x && bottom == own.y) return "without its own number (exclusive)";
    return {};
  };
  if (const std::string text = ends(at); !text.empty()) return text;
  const std::string turned = ends({at.y, at.x});
  return turned.empty() ? turned : turned + ", stored with column and row swapped";
}

}  // namespace

StageNumbers numbers_of(const Frame& frame) {
  return {[&frame](Pixel at) { return frame.stage_entry(at.x, at.y); },
          [&frame](Pixel at) { return frame.before_entry(at.x, at.y); },
          [&frame](Pixel at) -> std::optional<Value> {
            const auto pixel = frame.pixel(at.x, at.y);
            return pixel ? std::optional<Value>(*pixel) : std::nullopt;
          }};
}

std::optional<StageCaption> stage_caption(const StageTrace& trace, const PlanStage& stage, const StageNumbers& numbers,
                                          std::optional<Pixel> wanted) {
  const std::optional<Pixel> at = wanted ? wanted : trace.typical(stage);
  const std::optional<Value> result = at ? numbers.after(*at) : std::nullopt;
  const auto read = result ? trace.terms_of(stage, *at) : std::nullopt;
  if (!read) return std::nullopt;
  std::vector<CaptionTerm> terms;
  std::vector<Term> adding;
  StageCaption caption{.at = *at, .read = {}, .read_places = {}, .texts = {}};
  for (const StageTerm& term : *read) {
    const auto value = shown_number(term, stage, numbers);
    if (!value) return std::nullopt;
    terms.push_back({term, *value});
    for (int i = 0; i < std::abs(term.times); ++i) adding.push_back({term.times < 0 ? -1 : 1, *value});
    if (term.buffer == stage.before.name) caption.read_places.push_back(term.at);
  }
  if (!adds_up(adding, *result, stage.type)) return std::nullopt;
  // what the pass found comes first; a 0 from elsewhere explains nothing
  const auto found = [&](const CaptionTerm& one) { return one.term.buffer == stage.before.name; };
  std::ranges::stable_partition(terms, found);
  const auto counts = [&](const CaptionTerm& one) { return found(one) || to_double(one.value) != 0; };
  if (std::ranges::any_of(terms, counts)) std::erase_if(terms, std::not_fn(counts));
  caption.read = rectangle_of(caption.read_places);
  const std::string here = fmt::format("{}, {}", stage.name, entry_place(*at)), number = ungrouped(*result, 6);
  if (terms.empty()) {
    caption.texts = {fmt::format("{}: {}, put there: no number lies before it.", here, number)};
    return caption;
  }
  if (terms.size() == 1 && terms.front().term.times == 1) {
    const StageTerm& from = terms.front().term;
    const bool stays = from.at == *at && from.buffer == stage.name;
    const std::string how = stays ? "it stays as it was" : fmt::format("copied from {}, {}", from.buffer, entry_place(from.at));
    const std::string why = move_text(from.at, *at);
    if (!why.empty()) caption.texts.push_back(fmt::format("{}: {}, {}; {}.", here, number, how, why));
    caption.texts.push_back(fmt::format("{}: {}, {}.", here, number, how));
    caption.texts.push_back(fmt::format("{}: {}.", entry_place(*at), how));
    return caption;
  }
  const std::string sum = fmt::format("{} = {}", sum_text(terms, stage.before.name), number);
  const bool all_there = caption.read_places.size() == terms.size();
  if (caption.read && all_there) {
    const std::string where = fmt::format("{} of {}", box_text(*caption.read), stage.before.name),
                      end = end_text(*caption.read, *at);
    if (!end.empty()) caption.texts.push_back(fmt::format("{}: {}; the sum of {}, {}.", here, sum, where, end));
    if (!end.empty()) caption.texts.push_back(fmt::format("{}: {}; {}, {}.", here, sum, where, end));
    caption.texts.push_back(fmt::format("{}: {}; the sum of {}.", here, sum, where));
  }
  caption.texts.insert(caption.texts.end(),
                       {fmt::format("{}: {}.", here, sum), fmt::format("{}: {}", entry_place(*at), sum), sum});
  return caption;
}

std::string sides_text(const StageBuffer& buffer) {
  return fmt::format("{} × {}, {}", counted_sides(buffer.shape.width, "column"), counted_sides(buffer.shape.height, "row"),
                     id_of(buffer.type));
}

std::vector<std::string> side_texts(const StageBuffer& buffer, Extent picture, EmptySides empty) {
  const std::string size = sides_text(buffer);
  const auto numbered = [](int count, const char* what) {
    return fmt::format("{} ({})", counted_sides(count, what),
                       count == 1 ? "0" : "0 to " + grouped(static_cast<std::uint64_t>(count - 1)));
  };
  const std::string numbers = fmt::format("{} × {}, {}", numbered(buffer.shape.width, "column"),
                                          numbered(buffer.shape.height, "row"), id_of(buffer.type));
  std::string way, more, brief;
  const auto side = [&](const char* one, Along along, int length, bool zeros) {
    const int pixels = along == Along::x ? picture.width : picture.height;
    if (along == Along::neither || length != pixels + 1) return;
    more += fmt::format("; one {} more than the picture has {}s", one, along == Along::x ? "column" : "row");
    brief += fmt::format("; one {} more", one);
    if (!zeros) return;
    more += fmt::format(": {} n sums the first n numbers, so {} 0 is 0", one, one);
    brief += fmt::format(": {} 0 sums nothing", one);
  };
  side("column", buffer.across, buffer.shape.width, empty.column);
  side("row", buffer.down, buffer.shape.height, empty.row);
  if (buffer.across == Along::y && buffer.down == Along::x) way = "; a row here is a column of the picture";
  if (buffer.across == Along::neither && buffer.down == Along::y) way = "; a row for each row of the picture";
  if (buffer.across == Along::neither && buffer.down == Along::x) way = "; a row for each column of the picture";
  if (buffer.down == Along::neither && buffer.across == Along::x) way = "; a column for each column of the picture";
  if (buffer.down == Along::neither && buffer.across == Along::y) way = "; a column for each row of the picture";
  return {numbers + way + more, size + way + more, size + more, size + way + brief,
          size + brief,         size + way,        size,        grouped_extent(buffer.shape)};
}

}  // namespace satscope::app
