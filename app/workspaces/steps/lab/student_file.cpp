// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/lab/student_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "app/lab/cache.h"
#include "app/lab/process/process.h"
#include "app/lab/templates/templates.h"
#include "app/lab/trace/file_algorithm.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

constexpr double k_seconds_between_looks = 0.1;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_template_text(const std::string& text) {
  return std::ranges::any_of(lab::kernel_templates(),
                             [&](const lab::KernelTemplate& one) { return lab::template_source(one.id) == text; });
}

void write_text(const fs::path& name, const std::string& text) { std::ofstream(name, std::ios::binary) << text; }

/// Where lessons keep the files that a student writes.
fs::path lesson_folder() {
  const fs::path ours = own_folder(OwnFolder::data);
  const fs::path place = ours.empty() ? fs::current_path() : ours / "lessons";
  std::error_code ignored;  // because: who writes there says what is wrong
  fs::create_directories(place, ignored);
  return place;
}

/// Beside a file: "my.cu", "mine" is "my-mine.cu", or with a number that is free.
std::string written_beside(const std::string& path, const std::string& what, const std::string& text) {
  const fs::path name(path);
  const std::string stem = name.stem().string() + (what.empty() ? "" : "-" + what);
  const fs::path beside = name.parent_path() / (stem + name.extension().string());
  std::error_code error;
  if (!what.empty() && !fs::exists(beside, error)) return write_file(beside.string(), text, IfTaken::count_up);
  return write_file(free_name((name.parent_path() / stem).string(), name.extension().string()), text, IfTaken::count_up);
}

lab::CheckReport checked(const std::string& path) {
  const auto compiler = lab::find_compiler();
  if (!compiler) throw std::runtime_error(lab::no_compiler());
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

std::optional<std::string> StudentFile::read() const {
  std::ifstream file(path_, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

void StudentFile::take(const std::string& path) {
  std::error_code error;
  path_ = fs::absolute(path, error).string();
  allowed_ = known_ = false;
  problem_.clear();
  report_.reset();
  adopter_.cancel();
  checker_.cancel();
  saved_ = fs::last_write_time(path_, error);
  edited_.open(read().value_or(""));
}

void StudentFile::offer(const std::string& path) {
  take(path);
  if (forbidden_.empty() && lab::has_run(path_, edited_.text)) start();
}

void StudentFile::offer_template(const std::string& id, bool for_good) {
  if (!for_good && !folder_) folder_ = std::make_shared<lab::TemporaryFolder>();
  const fs::path file = (for_good ? lesson_folder() : fs::path(folder_->path())) / (id + ".cu");
  const std::string text = lab::template_source(id), there = text_of(file);
  if (for_good) {
    if (!there.empty() && there != text) written_beside(file.string(), "", there);
    if (there != text) write_file(file.string(), text);
  } else {
    write_text(file, text);
  }
  take(file.string());
}

void StudentFile::close() {
  path_.clear();
  allowed_ = known_ = false;
  problem_.clear();
  report_.reset();
  adopter_.cancel();
  checker_.cancel();
  edited_.open({});
}

void StudentFile::run() {
  if (!open()) return;
  if (!forbidden_.empty()) throw std::runtime_error(forbidden_);
  write();
  if (!edited_.theirs()) start();
}

/// Compiles and runs what the file holds.
void StudentFile::start() {
  std::error_code error;
  saved_ = fs::last_write_time(path_, error);
  allowed_ = true;
  problem_.clear();
  lab::remember_run(path_, read().value_or(""));
  report_.reset();
  adopter_.submit([path = path_](JobProgress&) { return lab::adopt_file(path).id; });
}

void StudentFile::check() {
  report_.reset();
  checker_.submit([path = path_](JobProgress&) { return checked(path); });
}

bool StudentFile::is_template() const { return is_template_text(edited_.in_file()); }

bool StudentFile::write() {
  if (!edited_.changed()) return false;
  if (const auto now = read()) edited_.found(*now);
  if (edited_.theirs() || !edited_.changed()) return false;
  if (folder_ && path_.starts_with(folder_->path()))
    // because: it is a temporary file, and is written even where files of the user's may not be
    write_text(path_, edited_.text);
  else
    write_file(path_, edited_.text);
  edited_.saved();
  return true;
}

void StudentFile::save() {
  if (write() && allowed_) start();
}

std::string StudentFile::choose(bool theirs) {
  if (!edited_.theirs()) return {};
  std::string kept = theirs ? written_beside(path_, "mine", edited_.text) : written_beside(path_, "theirs", *edited_.theirs());
  theirs ? edited_.take_theirs() : edited_.keep_mine();
  if (!theirs) save();
  return kept;
}

std::string StudentFile::keep_unsaved() {
  if (!open() || !edited_.changed()) return {};
  return written_beside(path_, "unsaved", edited_.text);
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
  if (!open() || now < looked_at_ + k_seconds_between_looks) return changed;
  looked_at_ = now;
  std::error_code error;
  const auto saved = fs::last_write_time(path_, error);
  if (error || saved == saved_) return changed;
  saved_ = saved;
  if (const auto text = read()) edited_.found(*text);
  if (allowed_) start();
  return true;
}

std::optional<std::size_t> position_of(const lab::Party& party, const Story& story) {
  for (const bool of_thread : {true, false})
    for (std::size_t k = 0; k < story.steps.size(); ++k)
      for (std::uint32_t at = story.steps[k].first; at < story.steps[k].end; ++at) {
        const Step& step = story.trace.steps[at];
        if (of_thread && step.block != static_cast<int>(party.block)) continue;
        if (runs_line(story.trace, step, party, of_thread)) return k + 1;
      }
  return std::nullopt;
}

}  // namespace satscope::app
