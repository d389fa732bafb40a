// SPDX-License-Identifier: Apache-2.0
#include "app/lab/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace satscope::app::lab {

LabRun Runner::run(const RunRequest& request) {
  satlab::Settings settings;
  settings.width = static_cast<std::uint32_t>(request.width);
  settings.height = static_cast<std::uint32_t>(request.height);
  settings.picture = request.picture;
  settings.lockstep = request.order == "lockstep";
  settings.order = request.order == "reverse"  ? satlab::Order::reverse
                   : request.order == "random" ? satlab::Order::random
                                               : satlab::Order::forward;
  settings.order_seed = std::max(1u, request.order_seed);  // because: a generator that begins with 0 stays there
  settings.record = request.record;
  settings.seconds = static_cast<std::uint32_t>(request.seconds);
  settings.calls = static_cast<std::uint32_t>(request.calls);
  // because: the picture and the table are kept among the texts
  settings.most_bytes += std::uint64_t{16} * settings.width * settings.height;
  if (folder_.path().size() < sizeof settings.folder) std::strcpy(settings.folder, folder_.path().c_str());
  LabRun run;
  run.recording = std::make_unique<Recording>(settings);
  if (!request.pixels.empty()) run.recording->give(request.pixels);
  const std::string folder =
      program_.has_table ? folder_.path() : std::filesystem::path(program_.source).parent_path().string();
  std::vector<std::string> words{program_.path};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  run.ended = run_process(
      {.words = words,
       .folder = folder,
       .limits = {.seconds = request.seconds, .data_bytes = std::uint64_t{1} << 30, .file_bytes = std::uint64_t{64} << 20},
       .recording = run.recording->file(),
       .shut_in = folder_.path(),
       .stop = request.stop});
  return run;
}

void add_how_it_ended(const LabRun& run, const std::string& source, Findings& findings) {
  LabFinding finding;
  finding.party.place.file = source;
  finding.kind = "crash";
  if (run.ended.out_of_time) {
    finding.kind = "endless";
    const satlab::Settings& settings = run.recording->settings();
    finding.note = !settings.has_small_picture();
    finding.sentence = finding.note
                           ? fmt::format("Not finished: the program was stopped after {:.0f} s by the clock (--seconds {}).",
                                         run.ended.milliseconds / 1000, settings.seconds)
                           : fmt::format(
                                 "On a picture of {}x{} pixels the program did not come to its end, and was stopped. Is "
                                 "there an endless loop?",
                                 settings.width, settings.height);
  } else if (run.ended.signal != 0) {
    finding.sentence = meaning_of_signal(run.ended.signal);
  } else if (run.recording->header().end == satlab::End::running) {
    finding.sentence = fmt::format("The program ended before its end, with exit code {}: it called _exit() or replaced itself.",
                                   run.ended.code);
  } else if (run.recording->header().end == satlab::End::exited && run.ended.code != 0) {
    finding.note = true;
    finding.sentence = fmt::format("The program ended with exit code {}.", run.ended.code);
  } else {
    return;
  }
  findings.add("ended " + finding.sentence, std::move(finding));
}

}  // namespace satscope::app::lab
