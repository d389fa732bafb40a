// SPDX-License-Identifier: Apache-2.0
// satscope filter: a chain of filters over a picture, or frame by frame.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <stop_token>

#include "app/commands/filter/camera_output.h"
#include "app/commands/filter/help.h"
#include "app/commands/filter/several.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/shared/progress_line.h"
#include "app/core/files/atomic_file.h"
#include "app/sources/files/jpeg_file.h"
#include "app/sources/live/live_open.h"
#include "app/sources/live/video_writer.h"
#include "app/sources/picture_filter.h"
#include "app/sources/samples.h"
#include "kernels/filters/chain.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr double k_folder_rate = 25;
constexpr std::chrono::seconds k_to_open{10};
constexpr std::chrono::seconds k_between_frames{30};  // a live playlist grows every few seconds

struct FilterOptions {
  std::vector<std::string> inputs;
  std::string input, out, to_camera, algorithm;
  std::string chain = "box", machine = "auto", threads = "0";
  std::string frames, rate, tone_map;  ///< empty where not given
  std::string crop, flip = "none", rotate = "0", levels;
  bool allow_network = false, json = false, luma = false;
  IfTaken if_taken = IfTaken::replace;  ///< what was asked for; a name of ours counts up
};

/// A chain that needs a picture and makes one.
std::vector<ChainLink> read_chain(const std::string& text) {
  std::vector<ChainLink> chain;
  try {
    chain = parse_chain(text);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--chain: {}", error.what()));
  }
  if (const std::string why = why_not_alone(chain); !why.empty()) throw UsageError(why);
  return chain;
}

/// Nothing where it is not given.
std::optional<GreyRange> read_levels(const std::string& text) {
  if (text.empty()) return {};
  if (text == "auto") return GreyRange{};
  const std::size_t comma = text.find(',');
  const auto end = [&](const std::string& word) { return read_real("--levels", word, -1e300, 1e300); };
  if (comma == text.npos) throw UsageError(fmt::format("--levels must be auto, or BLACK,WHITE such as 0,4095, not '{}'", text));
  const GreyRange range{false, end(text.substr(0, comma)), end(text.substr(comma + 1))};
  if (!(range.white > range.black))
    throw UsageError(
        fmt::format("--levels: white must be more than black, but {} is not more than {}", range.white, range.black));
  return range;
}

bool is_endless(const std::string& input) {
  return std::ranges::any_of(std::array{k_synthetic, k_camera, k_screen},
                             [&](std::string_view word) { return words_behind(input, word).has_value(); });
}

std::string kept(std::uint64_t frames, std::string_view which = "") {
  return fmt::format("{}{} {} kept", counted(frames, "frame"), which, frames == 1 ? "is" : "are");
}

/// The frames of an input; the stills of a folder at a fixed rate.
class Frames {
 public:
  Frames(LiveInput& input, double folder_rate)
      : input_(input), about_(input.describe()), folder_rate_(folder_rate), folder_(about_.pace == Pace::request) {}

  Reading next() {
    if (!folder_) return input_.next();
    if (given_ == about_.count) return {.answer = Answer::end};
    if (given_ > 0) input_.step(1);
    Reading reading = input_.next();
    reading.frame.seconds = given_++ / folder_rate_;
    const Description about = input_.describe();
    for (const std::string& note : about.notes)  // each once, with the picture that has it first
      if (heard_.insert(note).second) remarks_.push_back(fmt::format("{} (the first is '{}')", note, about.name));
    return reading;
  }
  /// About the pictures of a folder so far, or about the input.
  std::vector<std::string> remarks() const { return folder_ ? remarks_ : input_.describe().notes; }
  double rate() const { return folder_ ? folder_rate_ : about_.delivered.rate; }
  /// The part that is done, 0 ... 1, after a frame of this time; below 0: unknown.
  double part(double seconds) const {
    if (folder_) return static_cast<double>(given_) / about_.count;
    return about_.seconds > 0 ? seconds / about_.seconds : -1;
  }

 private:
  LiveInput& input_;
  Description about_;
  double folder_rate_;
  bool folder_;
  int given_ = 0;
  std::set<std::string> heard_;
  std::vector<std::string> remarks_;
};

/// Everything that lives while frames are filtered.
struct Work {
  const FilterOptions& options;
  LiveInput& input;
  PictureFilter& filter;
  const Interruption& interruption;
  SourceTransform transform = {};
  Progress progress = {};
  std::stop_callback<std::function<void()>> cancel{interruption.token(), [this] { progress.cancelled = true; }};

  SourceFrame& transform_frame(Reading& reading) const {
    SourceFrame& frame = reading.frame;
    const Box& crop = transform.crop;
    if (const std::string why = crop.area() > 0 ? refusal(crop, frame.extent) : std::string(); !why.empty())
      throw InputError(fmt::format("--crop {}: {}", options.crop, why));
    if (!transform.none()) frame = transformed(frame, transform, heap_block);
    return frame;
  }
};

/// What was written, for --json.
void print_written(const Work& work, Extent extent, std::uint64_t frames, const std::string& what) {
  if (!work.options.json) return;
  const Chosen& choice = work.filter.choice();
  const std::string& output = work.options.to_camera.empty() ? work.options.out : work.options.to_camera;
  print_json(Json{{"input", work.options.input},
                  {"output", output},
                  {"chain", work.options.chain},
                  {"w", extent.width},
                  {"h", extent.height},
                  {"frames", frames},
                  {"format", what},
                  {"algorithm", choice.algorithm->id},
                  {"machine", id_of(choice.machine)},
                  {"files", files_json({{work.options.input, output, {}, {}, {}}})}});
}

/// A program that opens the camera later must see the picture, too: it comes again and again.
void show_still(Work& work, SourceFrame& frame, std::uint64_t most) {
  constexpr double k_between = 0.1;
  const std::stop_token stop = work.interruption.token();
  CameraOutput camera(work.options.to_camera, frame.extent, true);
  if (work.options.frames.empty()) note("it shows the picture until Ctrl-C");
  std::uint64_t written = 0;
  for (; written < most && !stop.stop_requested(); ++written, frame.seconds += k_between) camera.write(frame, stop);
  if (written < most) throw Interrupted(work.interruption.signal(), fmt::format("{} has ended", camera.describe()));
  print_written(work, frame.extent, written, camera.describe());
}

void filter_still(Work& work, std::uint64_t most) {
  if (is_video_name(work.options.out))
    throw wrong_ending(fmt::format("a picture is written as PNG or JPEG, so --output must end in {}", picture_endings()),
                       work.options.out);
  Reading reading = work.input.next();
  if (reading.answer != Answer::frame) throw InputError(reading.why);
  for (const std::string& remark : work.input.describe().notes) note(fmt::format("'{}': {}", work.options.input, remark));
  std::optional<AtomicFile> file;
  if (work.options.to_camera.empty()) file.emplace(work.options.out, work.options.if_taken);
  SourceFrame& frame = work.transform_frame(reading);
  if (!work.filter.apply(frame.extent, frame.words(), work.progress))
    throw Interrupted(work.interruption.signal(),
                      fmt::format("stopped by {}; nothing was written", name_of_signal(work.interruption.signal())));
  if (!file) return show_still(work, frame, most);
  file->write(encode_picture(work.options.out, frame.extent, frame.words()));
  file->commit();
  print_written(work, frame.extent, 1, picture_format(work.options.out));
}

/// Frames into a video, numbered pictures, which may change their size, or a virtual camera.
class Output {
 public:
  explicit Output(const Work& work)
      : name_(work.options.out),
        if_taken_(work.options.if_taken),
        device_(work.options.to_camera),
        stop_(work.interruption.token()),
        sound_(device_.empty() ? work.input.sound() : nullptr),
        paced_(work.input.describe().pace != Pace::device) {}

  void open(Extent extent, double rate) {
    if (!device_.empty()) {
      if (!camera_) camera_.emplace(device_, extent, paced_);
      extent_ = extent;
      return;
    }
    if (writer_ && extent == extent_) return;
    if (writer_ && is_video_name(name_))
      throw InputError(fmt::format("frame {} is {}x{}, but the video began with {}x{}; a change of size is not supported",
                                   written_ + 1, extent.width, extent.height, extent_.width, extent_.height));
    extent_ = extent;
    writer_ = open_video_writer(
        name_,
        {.extent = extent, .rate = rate, .first = static_cast<int>(written_) + 1, .if_taken = if_taken_, .sound = sound_});
    if (description_.empty()) description_ = writer_->describe();
  }
  void write(const SourceFrame& frame) {
    if (camera_)
      camera_->write(frame, stop_);
    else
      writer_->write(frame.words(), frame.seconds);
    ++written_;
  }
  void finish() {
    if (camera_) description_ = camera_->describe();
    if (!writer_) return;
    writer_->finish();
    if (is_video_name(name_)) description_ = writer_->describe();
  }
  std::uint64_t written() const { return written_; }
  Extent extent() const { return extent_; }
  const std::string& describe() const { return description_; }

 private:
  std::string name_;
  IfTaken if_taken_;
  std::string device_, description_;
  std::stop_token stop_;
  Sound* sound_;
  bool paced_;
  Extent extent_;
  std::optional<CameraOutput> camera_;
  std::unique_ptr<VideoWriter> writer_;
  std::uint64_t written_ = 0;
};

/// Runs until the input ends or has given `most` frames. Returns why it ended early, a sentence; empty if it did not, or after
/// a signal.
std::string filter_until_the_end(Work& work, Frames& frames, Output& output, std::uint64_t most) {
  ProgressLine line;
  try {
    while (output.written() < most) {
      Reading reading = frames.next();
      if (work.progress.cancelled || reading.answer == Answer::end) return {};
      if (reading.answer != Answer::frame) return reading.why;
      SourceFrame& frame = work.transform_frame(reading);
      output.open(frame.extent, frames.rate());
      if (!work.filter.apply(frame.extent, frame.words(), work.progress)) return {};
      output.write(frame);
      const double of_limit = static_cast<double>(output.written()) / static_cast<double>(most);
      line.show(output.written(), std::max(work.options.frames.empty() ? -1 : of_limit, frames.part(frame.seconds)));
    }
  } catch (const WriteError&) {
    throw;  // nothing more can be written
  } catch (const std::bad_alloc&) {
    return "there is not enough memory for the next frame";
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

void filter_frames(Work& work, double rate, std::uint64_t most) {
  const FilterOptions& options = work.options;
  if (options.out == "-")
    throw UsageError("frames go to the standard output as a video: give --output -.mkv, or the name of a file");
  if (options.frames.empty() && is_endless(options.input))
    note(fmt::format("'{}' has no end; stop it with Ctrl-C or --frames", options.input));
  if (is_picture_name(options.out) && ending_of(options.out) != ".png")
    throw wrong_ending(
        fmt::format("frames are written as numbered PNG or as a video, so --output must end in .png or in {}", video_endings()),
        options.out);
  Frames frames(work.input, rate > 0 ? rate : k_folder_rate);
  Output output(work);
  const std::string why = filter_until_the_end(work, frames, output, most);
  output.finish();
  const std::uint64_t written = output.written();
  const std::vector<std::string> remarks = frames.remarks();
  if (!why.empty()) {  // one line, whatever there is to say
    std::string sentence = why;
    for (const std::string& remark : remarks) sentence += "; " + remark;
    throw InputError(written && options.to_camera.empty() ? fmt::format("{}; {}", sentence, kept(written, " before that"))
                                                          : sentence);
  }
  for (const std::string& remark : remarks) note(fmt::format("'{}': {}", options.input, remark));
  const int signal = work.interruption.signal();
  if (signal && written < most) {
    const std::string so_far = !written ? "nothing was written"
                               : options.to_camera.empty()
                                   ? kept(written)
                                   : fmt::format("{}, {}", counted(written, "frame"), output.describe());
    throw Interrupted(signal, fmt::format("stopped by {}; {}", name_of_signal(signal), so_far));
  }
  if (!written) throw InputError(fmt::format("'{}' has no frames", options.input));
  note(fmt::format("{}, {}", counted(written, "frame"), output.describe()));
  print_written(work, output.extent(), written, output.describe());
}

void filter_input(FilterOptions options) {
  const std::vector<ChainLink> chain = read_chain(options.chain);
  const std::optional<Machine> machine = read_machine(options.machine);
  const Algorithm* algorithm = options.algorithm.empty() ? nullptr : &read_algorithm(options.algorithm);
  const int threads = read_threads(options.threads);
  const double rate = options.rate.empty() ? 0 : read_real("--rate", options.rate, 0.01, 1000);
  constexpr int k_no_end = std::numeric_limits<int>::max();
  const auto most =
      static_cast<std::uint64_t>(options.frames.empty() ? k_no_end : read_whole("--frames", options.frames, 1, k_no_end));
  const ToneMap tone_map = options.tone_map.empty() ? ToneMap::none : read_tone_map(options.tone_map);
  options.input = options.inputs.front();
  const bool unnamed = options.out.empty() && options.to_camera.empty();
  std::error_code unknown;
  const bool folder = std::filesystem::is_directory(options.input, unknown), many = folder || options.inputs.size() > 1;
  const bool into_folder = names_a_folder(options.out, many);
  const bool several = options.inputs.size() > 1 || into_folder || (folder && unnamed);
  if (several && !unnamed && !into_folder)
    throw UsageError(
        options.to_camera.empty()
            ? fmt::format("several pictures go into a folder: --output must be one, such as out/, not '{}'", options.out)
            : std::string("--to-camera shows one INPUT"));
  if (several && !options.rate.empty())
    throw UsageError(
        "--rate is of frames, and each picture gets a file of its own; for a film give --output one, such as out.mp4");
  if (!unnamed && !into_folder && options.to_camera.empty() && !is_picture_name(options.out) && !is_video_name(options.out) &&
      options.out != "-")
    throw wrong_ending(fmt::format("--output must end in {}, or for frames in {}, or be a folder such as out/",
                                   picture_endings(), video_endings()),
                       options.out);
  const SourceTransform transform = or_usage_error([&] {
    return SourceTransform{read_crop(options.crop),
                           orientation_of(options.flip, read_whole("--rotate", options.rotate, 0, 270))};
  });
  const std::optional<GreyRange> levels = read_levels(options.levels);
  for (const std::string& input : options.inputs) check_pattern(input);
  PictureFilter filter(chain, choose(machine, algorithm), threads, options.luma);

  const Interruption interruption;
  OpenContext context;
  context.stop = interruption.token();
  context.allow_network = options.allow_network;
  context.tone_map = tone_map;
  context.greys = levels;
  context.sound = true;
  context.wanted.rate = rate;
  context.deadline = std::chrono::steady_clock::now() + k_to_open;
  context.max_wait = k_between_frames;
  context.bytes_after = [&](Extent extent) { return filter.bytes_for(extent); };
  if (several) {
    PicturesRequest request{.pictures = {}, .folder = options.out, .transform = transform, .context = context};
    for (const std::string& input : options.inputs)
      if (std::filesystem::is_directory(input, unknown))
        std::ranges::copy(pictures_in(input), std::back_inserter(request.pictures));
      else
        request.pictures.push_back(input);
    if (unnamed && options.inputs.size() == 1) request.folder = free_filtered_folder(options.input);
    request.pictures.resize(std::min<std::size_t>(request.pictures.size(), most));
    const Json json{{"input", options.input}, {"output", request.folder}, {"chain", options.chain}};
    return filter_several(request, filter, interruption, options.json ? &json : nullptr);
  }
  const Opened opened = open_live(options.input, context);
  if (const int signal = interruption.signal())
    throw Interrupted(signal, fmt::format("stopped by {}; nothing was written", name_of_signal(signal)));
  if (opened.answer != Answer::frame) throw InputError(opened.why);
  const Description about = opened.input->describe();
  const bool still = about.pace == Pace::request && !about.can_step_back;
  if (unnamed) {
    options.out = free_name("satscope-result", still ? ".png" : ".mp4");
    options.if_taken = IfTaken::count_up;
    note(fmt::format("the result goes to '{}', since there is no --output", options.out));
  }
  Work work{.options = options, .input = *opened.input, .filter = filter, .interruption = interruption, .transform = transform};
  try {
    if (still)
      filter_still(work, most);
    else
      filter_frames(work, rate, most);
  } catch (const WriteError&) {
    const int signal = interruption.signal();  // which broke off a wait for a pipe
    if (!signal) throw;
    throw Interrupted(signal, fmt::format("stopped by {}; '{}' was not finished", name_of_signal(signal),
                                          options.to_camera.empty() ? options.out : options.to_camera));
  }
  if (!filter.choice().reason.empty()) note_once(filter.choice().reason);
}

}  // namespace

Task declare_filter(CLI::App& parser) {
  const auto options = std::make_shared<FilterOptions>();
  add_frames_input(parser, options->inputs, options->tone_map)->required();
  CLI::Option* const out =
      parser.add_option("-o,--output", options->out,
                        "the file to write: .png or .jpg, or for frames also a video: " + video_endings() +
                            "; or a folder, such as out/, where each picture keeps its name. - writes a "
                            "PNG to the standard output, -.mkv a video. Without -o, satscope-result-N is "
                            "written here, with the next free number, of several pictures NAME-result, and "
                            "of a folder the folder FOLDER-filtered");
  parser
      .add_option(
          "--to-camera", options->to_camera,
          "instead of a file: a virtual camera such as /dev/video4, which other programs open like any camera. The kernel "
          "module v4l2loopback makes one")
      ->excludes(out);
  parser.add_option("--chain", options->chain, "filters, such as \"box r=2; sauvola r=12 k=0.1\"; default: " + options->chain);
  parser.add_option("--crop", options->crop,
                    "keep only this part of INPUT: WxH+X+Y, its size and its upper left corner, such as 640x480+100+50");
  parser.add_option("--flip", options->flip, "then flip it: horizontal (left and right change places), vertical, or none");
  parser.add_option("--rotate", options->rotate, "then rotate it clockwise, by degrees: 0, 90, 180, 270");
  parser.add_option("--levels", options->levels,
                    "for pictures, cameras and videos in grey: the values that become black and white, BLACK,WHITE such as "
                    "0,4095; auto: the smallest and the largest of each frame; default: the upper 8 bits of 16");
  parser.add_flag("--luma", options->luma, "filter the luma only, even if the chain keeps colour: the result is grey");
  parser.add_option("--frames", options->frames, "stop after so many frames; default: at the end of INPUT, or at Ctrl-C");
  parser.add_option("--rate", options->rate,
                    fmt::format("frames per second of a folder (default: {}), of a camera, the screen or the synthetic camera",
                                k_folder_rate));
  parser.add_option("--algorithm", options->algorithm,
                    "algorithm that makes the tables, an id of `satscope list`; default: the usual one of the machine");
  parser.add_option("--machine", options->machine, "machine: auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--threads", options->threads, k_threads_help);
  parser.add_flag("--json", options->json, "print as JSON what was written; on stderr with -o -");
  parser.add_flag("--allow-network", options->allow_network, "allow an address as INPUT, such as http://...");
  parser.footer(filter_explanation());
  return [options] { filter_input(*options); };
}

}  // namespace satscope::app
