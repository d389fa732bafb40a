// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/options.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "app/commands/shared/output.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/sources/live/live_open.h"
#include "app/sources/samples.h"
#include "kernels/plural.h"
#include "kernels/registry.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::app {
namespace {

template <class T>
bool read(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

}  // namespace

int read_whole(std::string_view name, const std::string& text, int least, int most) {
  int number = 0;
  if (!read(text, number) || number < least || number > most)
    throw UsageError(fmt::format("{} must be a whole number from {} to {}, not '{}'", name, least, most, text));
  return number;
}

void remark_many_threads(int threads) {
  if (threads > host_threads())
    note(fmt::format("{} are asked for, and this machine has {}, so they take turns", counted(threads, "thread"),
                     host_threads()));
}

int read_threads(const std::string& text) {
  const int threads = read_whole("--threads", text, 0, k_most_threads);
  remark_many_threads(threads);
  return threads;
}

double read_real(std::string_view name, const std::string& text, double least, double most) {
  double number = 0;
  if (!read(text, number) || !(number >= least && number <= most))
    throw UsageError(fmt::format("{} must be a number from {} to {}, not '{}'", name, least, most, text));
  return number;
}

Extent read_size(std::string_view name, const std::string& text) {
  const std::string_view all = text;
  const std::size_t x = all.find('x');
  Extent extent;
  const auto side = [](std::string_view word, int& value) {
    return read(word, value) && value >= 1 && value <= k_longest_side;
  };
  if (x == all.npos || !side(all.substr(0, x), extent.width) || !side(all.substr(x + 1), extent.height))
    throw UsageError(
        fmt::format("{} must be a size such as 1920x1080, with sides from 1 to {}, not '{}'", name, k_longest_side, all));
  return extent;
}

Box read_box(std::string_view name, const std::string& text) {
  Box box;
  std::string_view rest = text;
  int* const members[] = {&box.x, &box.y, &box.width, &box.height};
  for (int* const member : members) {
    const bool last = member == &box.height;
    const std::size_t end = last ? rest.size() : rest.find(',');
    if (end == rest.npos || !read(rest.substr(0, end), *member))
      throw UsageError(fmt::format("{} must be X,Y,W,H in whole pixels, such as 10,20,300,200, not '{}'", name, text));
    rest.remove_prefix(last ? end : end + 1);
  }
  return box;
}

Box read_square(std::string_view name, const std::string& text) {
  try {
    return read_box(name, text + "," + text.substr(text.rfind(',') + 1));
  } catch (const UsageError&) {
    throw UsageError(fmt::format("{} must be X,Y,N in whole pixels, such as 100,80,16, not '{}'", name, text));
  }
}

std::optional<Machine> read_machine(const std::string& text) {
  if (text == "auto") return {};
  if (const Named<Machine>* machine = find_in(k_machines, text)) return machine->value;
  std::vector<std::string> words = id_list(k_machines);
  words.insert(words.begin(), "auto");
  throw UsageError(unknown_word("machine", text, words));
}

const TypePair& read_type(const std::string& id) { return read_one_of(k_type_pairs, "type", id); }
Form read_form(const std::string& id) { return read_one_of(k_forms, "form", id).value; }
int read_channels(const std::string& text) {
  if (text == "1" || text == "4") return text == "4" ? 4 : 1;
  throw UsageError(fmt::format("--channels must be 1 (luma) or 4 (R, G, B and A), not '{}'", text));
}
const Algorithm& read_algorithm(const std::string& id) {
  return lab::names_cuda_file(id) ? lab::adopt_file(id) : read_one_of(algorithms(), "algorithm", id);
}

Params read_params(const Algorithm& algorithm, const std::vector<std::string>& words) {
  Params params;
  for (const std::string& word : words) {
    if (word.find('=') == word.npos) throw UsageError(fmt::format("--param must be NAME=VALUE, not '{}'", word));
    or_usage_error([&] { algorithm.read(word, params); });
  }
  return params;
}

CLI::Option* add_repeatable(CLI::App& parser, const std::string& name, std::vector<std::string>& values,
                            const std::string& help) {
  // because: a list option of CLI11 would consume the arguments after it
  return parser.add_option(name, values, help)->allow_extra_args(false);
}

CLI::Option* add_list(CLI::App& parser, const std::string& name, std::vector<std::string>& values, const std::string& help) {
  return parser.add_option(name, values, help)->allow_extra_args(false)->delimiter(',');
}

namespace {

std::string stills() {
  std::string names;
  for (const PatternName& pattern : pattern_names()) names += (names.empty() ? "" : ", ") + std::string(pattern.id);
  return fmt::format(
      "{}, a session (.satscope, figure:NAME), - for the standard input, or pattern:NAME:WxH[:SEED] with NAME one of {}",
      k_file_formats, names);
}

void add_reading_flags(CLI::App& parser) {
  parser.add_flag_callback(
      "--as-stored", [] { keep_as_stored(); }, "leave pictures as their files store them, not turned as EXIF says");
  parser.add_flag_callback(
      "--allow-large", [] { allow_large(); }, "allow an INPUT that takes more than half of the free memory, or a long time");
}

}  // namespace

CLI::Option* add_input(CLI::App& parser, std::string& input) {
  add_reading_flags(parser);
  return parser.add_option("INPUT", input, stills());
}

namespace {

template <class Input>
CLI::Option* add_frames(CLI::App& parser, Input& input, std::string& tone_map) {
  add_reading_flags(parser);
  parser.add_option("--tone-map", tone_map,
                    "HDR videos (PQ, HLG): none (values as stored), or bt2390 (mapped for an ordinary screen as ITU-R BT.2390 "
                    "says, from 1000 cd/m2 and BT.2020 to 203 cd/m2 and BT.709); default: none");
  return parser.add_option(
      "INPUT", input,
      stills() +
          "; or a folder of pictures, a video, synthetic[:WxH], camera[:/dev/videoN], screen[:WxH+X+Y], screen:window:TITLE");
}

}  // namespace

CLI::Option* add_frames_input(CLI::App& parser, std::string& input, std::string& tone_map) {
  return add_frames(parser, input, tone_map);
}
CLI::Option* add_frames_input(CLI::App& parser, std::vector<std::string>& inputs, std::string& tone_map) {
  return add_frames(parser, inputs, tone_map);
}

ToneMap read_tone_map(const std::string& id) { return read_one_of(k_tone_maps, "tone map", id).value; }

Samples read_input(const std::string& input, const BytesAfter& after) {
  for (const std::string_view word : {k_synthetic, k_camera, k_screen})
    if (std::error_code error; words_behind(input, word) && !std::filesystem::exists(input, error))
      throw UsageError(fmt::format("'{}' is a live source, and this command takes one picture; `filter` takes both", input));
  Samples samples = load_input(input, after);
  for (const std::string& remark : samples.notes) note(fmt::format("'{}': {}", input, remark));
  return samples;
}

}  // namespace satscope::app
