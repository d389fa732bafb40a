// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/lab/student_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "app/lab/cache.h"
#include "app/lab/trace/file_algorithm.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

constexpr double k_seconds_between_looks = 0.25;

/// Where the text of a file is kept that has run; its first line is the path.
fs::path allowed_name(const std::string& path) { return lab::cache_folder() / "allowed" / lab::hash_of(path); }

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string allowed_text(const std::string& path, const std::string& text) { return path + "\n" + text; }

bool was_allowed(const std::string& path, const std::string& text) {
  return !text.empty() && text_of(allowed_name(path)) == allowed_text(path, text);
}

void remember_allowed(const std::string& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(allowed_name(path).parent_path(), error);
  std::ofstream(allowed_name(path), std::ios::binary) << allowed_text(path, text);
}

lab::CheckReport checked(const std::string& path) {
  const auto compiler = lab::find_compiler();
  if (!compiler) throw std::runtime_error(lab::k_no_compiler);
  lab::CheckRequest request;
  request.build.file = path;
  return lab::check(request, *compiler);
}

bool runs_line(const Trace& trace, const Step& step, const lab::Party& party, bool of_thread) {
  const auto line = static_cast<std::uint32_t>(party.place.line);
  const auto is_it = [&](const auto& access) { return access.line == line && (!of_thread || access.thread == party.thread); };
  return std::ranges::any_of(trace.reads_of(step), is_it) || std::ranges::any_of(trace.writes_of(step), is_it);
}

}  // namespace

std::string StudentFile::text() const { return text_of(path_); }

void StudentFile::offer(const std::string& path) {
  std::error_code error;
  path_ = fs::absolute(path, error).string();
  allowed_ = known_ = false;
  problem_.clear();
  report_.reset();
  adopter_.cancel();
  checker_.cancel();
  if (was_allowed(path_, text())) run();
}

void StudentFile::run() {
  if (!open()) return;
  std::error_code error;
  saved_ = fs::last_write_time(path_, error);
  allowed_ = true;
  problem_.clear();
  remember_allowed(path_, text());
  adopter_.submit([path = path_](JobProgress&) { return lab::adopt_file(path).id; });
}

void StudentFile::check() {
  report_.reset();
  checker_.submit([path = path_](JobProgress&) { return checked(path); });
}

bool StudentFile::advance(double now) {
  bool changed = false;
  if (auto made = adopter_.take()) {
    changed = true;
    problem_ = made->error;
    if (known_) saved_again_ = true;  // also with an error, which the steps then give as the reason
    if (made->result && !std::exchange(known_, true)) adopted_ = *made->result;
    check();
  }
  if (auto made = checker_.take()) {
    changed = true;
    if (made->result) report_ = std::move(*made->result);
    if (!made->result) problem_ = made->error;
  }
  if (!allowed_ || now < looked_at_ + k_seconds_between_looks) return changed;
  looked_at_ = now;
  std::error_code error;
  const auto saved = fs::last_write_time(path_, error);
  if (error || saved == saved_) return changed;
  run();
  return true;
}

std::optional<std::size_t> position_of(const lab::LabFinding& finding, const Story& story) {
  for (const bool of_thread : {true, false})
    for (std::size_t k = 0; k < story.steps.size(); ++k)
      for (std::uint32_t at = story.steps[k].first; at < story.steps[k].end; ++at) {
        const Step& step = story.trace.steps[at];
        if (of_thread && step.block != static_cast<int>(finding.party.block)) continue;
        if (runs_line(story.trace, step, finding.party, of_thread)) return k + 1;
      }
  return std::nullopt;
}

}  // namespace satscope::app
