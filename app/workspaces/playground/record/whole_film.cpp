// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/record/whole_film.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <new>
#include <system_error>
#include <utility>

#include "app/core/files/user_folders.h"
#include "app/core/newest_worker.h"
#include "app/sources/live/filtered_pictures.h"
#include "app/sources/live/live_open.h"
#include "app/sources/live/video_writer.h"
#include "app/sources/picture_filter.h"
#include "app/ui/ui.h"
#include "app/workspaces/playground/chain/command.h"
#include "app/workspaces/playground/settings.h"
#include "kernels/plural.h"

namespace satscope::app {

bool WholeFilm::of_folder(const Ui& ui) {
  const Description& source = ui.frame.status().source.feed.description;
  return ui.session.edit.live && source.pace == Pace::request && source.can_step_back && source.count > 0;
}

bool WholeFilm::of_video(const Ui& ui) {
  const Description& source = ui.frame.status().source.feed.description;
  return ui.session.edit.live && source.pace == Pace::stamps && source.can_seek && source.seconds > 0;
}

void WholeFilm::ask(Ui& ui) {
  if (runs()) return stop();
  const auto refuse = [&](std::string why) { ui.doing.message = Notice{std::move(why), std::nullopt, {}}; };
  if (!possible(ui)) return refuse("a whole film needs a video file as the source, or a folder of pictures: open one");
  const bool deep = ui.frame.filtered().greys.has_value();
  // because: what a command cannot filter, such as a painted map, is not in the request either
  if (FilterCommand command = filter_command(ui.session, deep); command.line.empty()) return refuse(std::move(command.why_not));
  const auto& edit = ui.session.edit.part<PlaygroundEdit>();
  const bool folder = of_folder(ui);
  WholeFilmRequest request{
      .source = ui.session.edit.source,
      .file = folder ? free_filtered_folder(ui.session.edit.source, user_folder(UserFolder::pictures).string())
                     : free_name((user_folder(UserFolder::videos) / "satscope-result").string(), ".mp4"),
      .folder = folder,
      .chain = chain_in_force(edit),
      .luma = !edit.colour,
      .transform = ui.session.edit.transform,
      .tone_map = ui.session.tone_map};
  const ColourRange& range = ui.session.picture_range;
  if (deep && !range.automatic) request.greys = GreyRange{false, range.lo, range.hi};
  try {
    const Description& source = ui.frame.status().source.feed.description;
    begin(std::move(request), folder ? source.count : source.seconds);
  } catch (const std::system_error&) {
    refuse(std::string(k_no_thread));
  }
}

void WholeFilm::begin(WholeFilmRequest request, double seconds) {
  auto job = std::make_unique<Job>();
  job->request = std::move(request);
  job->seconds = seconds;
  thread_ = std::jthread([job = job.get()](const std::stop_token& stop) {
    Outcome outcome = job->request.folder ? work_on_folder(*job, stop) : work(*job, stop);
    const std::lock_guard lock(job->mutex);
    job->outcome = std::move(outcome);
  });
  job_ = std::move(job);
}

void WholeFilm::stop() { thread_.request_stop(); }

WholeFilm::Outcome WholeFilm::work(Job& job, const std::stop_token& stop) {
  const WholeFilmRequest& asked = job.request;
  std::unique_ptr<LiveInput> input;  // outlives the writer, which copies its sound
  std::unique_ptr<VideoWriter> writer;
  std::string trouble;
  try {
    OpenContext context;
    context.stop = stop;
    context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    context.tone_map = asked.tone_map;
    context.greys = asked.greys;
    context.sound = true;
    Opened opened = open_video(asked.source, context);
    if (opened.answer != Answer::frame)
      return {opened.why.empty() ? fmt::format("'{}' is no video", asked.source) : opened.why, {}};
    input = std::move(opened.input);
    PictureFilter filter(asked.chain, choose(std::nullopt, nullptr), 0, asked.luma);
    Progress progress;
    const std::stop_callback<std::function<void()>> cancel(stop, [&] { progress.cancelled = true; });
    Extent extent;
    while (!stop.stop_requested()) {
      Reading reading = input->next();
      if (reading.answer == Answer::end) break;
      if (reading.answer != Answer::frame) {
        trouble = reading.why;
        break;
      }
      SourceFrame frame = asked.transform.none() ? reading.frame : transformed(reading.frame, asked.transform, heap_block);
      if (!writer) {
        extent = frame.extent;
        writer = open_video_writer(asked.file, {.extent = extent,
                                                .rate = input->describe().delivered.rate,
                                                .if_taken = IfTaken::count_up,
                                                .sound = input->sound()});
      }
      if (frame.extent != extent) {
        trouble = "the video changes its size";
        break;
      }
      if (!filter.apply(extent, frame.words(), progress)) break;
      writer->write(frame.words(), frame.seconds);
      job.done = frame.seconds;
      ++job.frames;
    }
  } catch (const std::bad_alloc&) {
    trouble = "there is not enough memory for the next frame";
  } catch (const std::exception& error) {
    trouble = error.what();
  }
  if (!writer) return {trouble.empty() ? "the whole film was stopped before its first frame" : trouble, {}};
  try {
    writer->finish();
  } catch (const std::exception& error) {
    return {error.what(), {}};
  }
  const std::string named = writer->name(), file = named.empty() ? asked.file : named;
  std::string text =
      fmt::format("{} as {}: {}, {}", stop.stop_requested() ? "stopped; saved so far" : "the whole film is saved", file,
                  counted(job.frames.load(), "frame"), writer->describe());
  if (!trouble.empty()) text += "; it ended early: " + trouble;
  return {std::move(text), file, trouble.empty()};
}

WholeFilm::Outcome WholeFilm::work_on_folder(Job& job, const std::stop_token& stop) {
  const WholeFilmRequest& asked = job.request;
  try {
    PicturesRequest request{.pictures = pictures_in(asked.source), .folder = asked.file, .transform = asked.transform};
    request.context.stop = stop;
    request.context.greys = asked.greys;
    PictureFilter filter(asked.chain, choose(std::nullopt, nullptr), 0, asked.luma);
    const PicturesDone done = filter_pictures(request, filter, stop, [&](std::size_t count) {
      job.done = static_cast<double>(count);
      job.frames = count;
    });
    std::string text = fmt::format("{} {} of {} in {}",
                                   done.stopped ? "stopped; saved so far:" : "the whole folder is saved:", done.written.size(),
                                   counted(request.pictures.size(), "picture"), asked.file);
    if (!done.failed.empty()) text += fmt::format("; without a result: {}", fmt::join(done.failed, "; "));
    return {std::move(text), done.written.empty() ? std::string() : done.written.front().file, done.failed.empty()};
  } catch (const std::exception& error) {
    return {error.what(), {}};
  }
}

std::optional<WholeFilm::Outcome> WholeFilm::outcome() const {
  if (!job_) return {};
  const std::lock_guard lock(job_->mutex);
  return job_->outcome;
}

bool WholeFilm::step(Ui& ui) {
  const std::optional<Outcome> ended = outcome();
  if (ended) {
    thread_.join();
    job_.reset();
    Notice notice = ended->file.empty() ? Notice{ended->text, std::nullopt, {}} : news_of_file(ended->text, ended->file);
    notice.bad = !ended->good;
    ui.doing.message = std::move(notice);
  }
  std::string marked = mark();
  return std::exchange(marked_, marked) != marked || ended;
}

std::string WholeFilm::finish() {
  if (!job_) return {};
  stop();
  thread_.join();
  const std::string text = outcome().value_or(Outcome{}).text;
  job_.reset();
  return text;
}

double WholeFilm::due_at(double now) const {
  constexpr double k_look = 0.1;  // seconds
  return runs() ? now + k_look : 0;
}

std::string WholeFilm::mark() const {
  if (!job_) return {};
  const double part = job_->seconds > 0 ? std::min(1.0, job_->done / job_->seconds) : 0;
  return fmt::format("{} {:.0f} %, {}", job_->request.folder ? "FOLDER" : "FILM", 100 * part,
                     counted(job_->frames.load(), job_->request.folder ? "picture" : "frame"));
}

}  // namespace satscope::app
