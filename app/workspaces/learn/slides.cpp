// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/slides.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "app/lab/process/process.h"

namespace satscope::app {
namespace {

constexpr const char* k_this_program = "/proc/self/exe";

Notice bad(const std::string& text) { return {text, std::nullopt, {}}; }

/// The last line that the program printed, without its name.
std::string reason_of(const lab::Ended& ended) {
  if (ended.out_of_time) return "it took too long";
  const std::size_t end = ended.output.find_last_not_of(" \r\n");
  if (end == ended.output.npos) return fmt::format("it ended with {}", ended.signal != 0 ? ended.signal : ended.code);
  std::string line = ended.output.substr(0, end + 1);
  line.erase(0, line.rfind('\n') + 1);
  constexpr std::string_view k_name = "satscope: ";
  return line.starts_with(k_name) ? line.substr(k_name.size()) : line;
}

Notice written(const std::string& lesson, const std::string& file, const std::string& theme, const std::stop_token& stop) {
  constexpr std::uint64_t k_any = ~std::uint64_t{0};
  constexpr int k_most_seconds = 1200;
  try {
    const lab::Ended ended = lab::run_process(
        {.words = {k_this_program, "lesson", lesson, "--output", file, "--size", "1920x1080", "--theme", theme},
         .limits = {.seconds = k_most_seconds, .data_bytes = k_any, .file_bytes = k_any},
         .stop = stop});
    return ended.code == 0 ? news_of_file("saved as " + file, file)
                           : bad(fmt::format("{} was not written: {}", file, reason_of(ended)));
  } catch (const std::exception& error) {
    return bad(error.what());
  }
}

}  // namespace

std::string place_for_slides(const std::string& lesson) {
  const std::string stem = (user_folder(UserFolder::pictures) / ("satscope-" + lesson)).string();
  return std::filesystem::absolute(free_name(stem, ".pdf")).string();
}

Notice SlidesWriter::begin(const std::string& lesson, const std::string& file, const std::string& theme) {
  if (running()) return bad("slides are being written; wait until they are there");
  if (!lab::why_no_process().empty())
    return bad(fmt::format("not from this window; run satscope lesson {} -o slides.pdf", lesson));
  written_ = std::async(std::launch::async, [=, stop = stop_.get_token()] { return written(lesson, file, theme, stop); });
  return {fmt::format("Writing the slides: {}", file), std::nullopt, {}, false};
}

std::optional<Notice> SlidesWriter::take() {
  if (!running() || written_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return written_.get();
}

}  // namespace satscope::app
