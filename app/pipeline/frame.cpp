// SPDX-License-Identifier: Apache-2.0
// Two sets of screen buffers: the front one is drawn, the back one is being filled. They change places only when the back
// one is complete, so a drawn frame never mixes two tables.
//
//   want -> decide -> worker (prepares; computes for copy and cpu) -+-> upload in slices -------+-> show
//                                                                  +-> road (CUDA into OpenGL) -+
#include "app/pipeline/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "app/core/newest_worker.h"
#include "app/pipeline/filter_road.h"
#include "app/pipeline/interop.h"
#include "app/pipeline/maker.h"
#include "app/pipeline/path.h"
#include "app/pipeline/request.h"
#include "app/pipeline/times.h"
#include "app/pipeline/truth.h"
#include "app/sources/still_input.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

struct Frame::State {
  explicit State(std::optional<DisplayPath> forced) : best(choose_path(forced)), most_words(find_most_words()) {
    status.path = best.path;
    status.path_reason = best.reason;
    status.machine = best.path == DisplayPath::cpu ? Machine::cpu : Machine::gpu;
    status.device = device_name(status.machine);
  }
  ~State() {
    // because: CUDA still works for the buffers that end here
    if (!road.travelling()) return;
    try {
      road.take().first->engine->wait();
    } catch (const std::exception&) {
      // a GPU that is lost has nothing left to wait for
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  HostPool pool;
  PathChoice best;
  std::size_t most_words;

  Wanted wanted;
  bool decide_again = false;
  std::uint64_t generation = 0;
  std::optional<TableJob> job;                     // what is in force, without a live frame
  std::string note;                                // about the job in force
  std::optional<SourceFrame> last_live;            // the newest frame of the live source
  std::shared_ptr<const SourceFrame> still_frame;  // the picture as a frame, for filters
  std::shared_ptr<const Samples> still_frame_of;

  Shown shown;
  FrameStatus status;
  Watch watch;
  std::shared_ptr<Content> content;  // what is shown
  WatchedEntries watched;            // of it, where `content->table` is not there

  ScreenBuffers front, back;
  std::shared_ptr<Content> uploading;
  std::size_t uploaded = 0;  // words, of the picture, then the table, then the stage
  std::optional<UploadLane> lane;
  InteropRoad road{pool};

  TableTimes times;
  BudgetTimes budget;
  ShownRate rate;

  // last, so that their threads end first
  FrameSource source{pool};
  FilterRoad filters{pool, most_words};
  std::shared_ptr<TableMaker> maker = std::make_shared<TableMaker>(pool);
  NewestWorker<std::shared_ptr<Content>> worker;
  FrameTruth truth;

  bool live_runs() const { return wanted.is_live() && !wanted.live.paused && source.moving(); }
  /// A table that stays on the screen is wanted on the host as a whole.
  bool numbers_missing() const { return job && content && content->engine && !content->table && !live_runs(); }
  TruthSubject subject() const { return {content, shown.serial, live_runs()}; }
  bool travelling() const { return worker.busy() || uploading || road.travelling(); }

  void want(const Wanted& now);
  void renew();
  void decide_job();
  void start();
  void take_live();
  void submit();
  void start_filters();
  void collect();
  void begin(std::shared_ptr<Content> made);
  bool upload_slice();
  bool collect_road();
  void show(std::shared_ptr<Content> fresh, WatchedEntries its_watched);
  void note_live(const SourceFrame& frame);
  void note_filtered();
  void refresh_status();
};

// ---------------------------------------------------------------- from wanted to work

void Frame::State::want(const Wanted& now) {
  source.want(now.live);
  if (now.live.words != wanted.live.words || now.live.mode != wanted.live.mode) {
    last_live.reset();
    budget.clear();
    status.budget = {};
  }
  const bool served = serves(wanted, now) && wanted.filters.has_value() == now.filters.has_value();
  const bool other_filters = now.filters && (now.filters != wanted.filters || now.still != wanted.still || !served);
  wanted = now;
  if (other_filters) filters.want({*wanted.filters, best.path, wanted.machine, wanted.algorithm});
  if (served) {
    if (!wanted.stage && job) job->stage.reset();
    return;
  }
  renew();
  refresh_status();
}

/// From here on nothing that was started before is shown.
void Frame::State::renew() {
  ++generation;
  worker.cancel();
  uploading.reset();
  job.reset();
  decide_again = true;
}

void Frame::State::decide_job() {
  decide_again = false;
  Decision decision = decide(wanted, last_live ? std::optional(last_live->extent) : std::nullopt, best.path, most_words);
  status.message = note = decision.message;
  job = std::move(decision.job);
  if (!job) return;
  job->generation = generation;
  submit();
}

/// The newest frame of the live source, once the last one is through.
void Frame::State::take_live() {
  // on the road of interop the next frame goes up while this one is computed
  const bool full = best.path == DisplayPath::interop ? worker.busy() || uploading : travelling();
  if (!wanted.is_live() || (wanted.filters ? !filters.ready_for_frame() : full)) return;
  std::optional<SourceFrame> fresh = source.take();
  if (!fresh) return;
  const bool same_size = last_live && last_live->extent == fresh->extent;
  last_live = std::move(fresh);
  if (wanted.filters)
    filters.give(*last_live);
  else if (same_size && job)
    submit();
  else
    decide_again = true;
}

/// Starts what is wanted, as soon as the last one is through.
void Frame::State::start() {
  take_live();
  if (wanted.filters) {
    start_filters();
  } else if (decide_again) {
    decide_job();
  }
}

/// A chain over a frame that does not come by itself.
void Frame::State::start_filters() {
  if (!filters.wants_frame() || !filters.ready_for_frame()) return;
  if (wanted.is_live()) {
    if (last_live) filters.give(*last_live);
  } else if (wanted.still) {
    if (still_frame_of != wanted.still) {
      still_frame_of = wanted.still;
      still_frame =
          std::make_shared<SourceFrame>(frame_of(*wanted.still, [this](std::size_t bytes) { return pool.take(bytes); }));
    }
    filters.give(*still_frame);
  }
}

void Frame::State::submit() {
  TableJob complete = *job;
  if (!complete.still) complete.live = *last_live;
  if (!complete.still && complete.path == DisplayPath::interop) {
    if (!lane) lane.emplace();
    complete.upload = lane->begin(*last_live);
  }
  worker.submit([complete, maker = maker](JobProgress& progress) { return maker->make(complete, progress); });
}

// ---------------------------------------------------------------- from work to the screen

void Frame::State::collect() {
  // because: what CUDA still reads and writes must not be given to the next
  if (road.travelling()) return;
  auto outcome = worker.take();
  if (!outcome) return;
  if (!outcome->result) {
    status.message = outcome->error;
    job.reset();
    return;
  }
  if ((*outcome->result)->job.generation == generation) begin(std::move(*outcome->result));
}

void Frame::State::begin(std::shared_ptr<Content> made) {
  if (made->job.path != DisplayPath::interop) {
    uploading = std::move(made);
    uploaded = 0;
    return;
  }
  try {
    const bool whole = made->job.still != nullptr || !live_runs() || truth.wants_whole_table();
    road.start(std::move(made), back, watch, whole);
  } catch (const std::exception& problem) {
    best = {DisplayPath::copy,
            fmt::format("tables are copied to the host and back: sharing buffers failed ({})", problem.what())};
    back = ScreenBuffers{};
    renew();
  }
}

/// True when something new is shown.
bool Frame::State::upload_slice() {
  if (!uploading) return false;
  struct Part {
    SharedBuffer& buffer;
    const HostBlock& block;
    std::size_t words;
  };
  const Part parts[] = {{back.picture, uploading->picture_words, uploading->texels.area()},
                        {back.table, uploading->table_words, uploading->table_word_count()},
                        {back.stage, uploading->stage_words, uploading->stage_word_count()}};
  std::size_t room = k_slice_words, before = 0;
  for (const auto& [buffer, block, words] : parts) {
    const std::size_t from = std::min(uploaded - before, words), count = std::min(room, words - from);
    before += words;
    if (words == from) continue;
    if (from == 0) {
      // a large part begins with a slice of its own, because making room for it takes time too
      if (room < k_slice_words && room < words) return false;
      buffer.fit(uploading->job.path, words);
    }
    const Clock::time_point began = Clock::now();
    buffer.upload(from, {reinterpret_cast<const std::uint32_t*>(block.get()) + from, count});
    uploading->upload_ms += std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    room -= count;
    uploaded += count;
    if (from + count < words) return false;
  }
  show(std::exchange(uploading, nullptr), {});
  return true;
}

/// True when something new is shown or known.
bool Frame::State::collect_road() {
  if (!road.arrived()) return false;
  auto [arrived, its_watched] = road.take();
  if (arrived == content) {  // its numbers were fetched
    shown.total = content->total;
    shown.mean = content->mean;
    shown.spreads = content->spreads;
    return true;
  }
  if (arrived->job.generation != generation) return false;
  show(std::move(arrived), std::move(its_watched));
  return true;
}

void Frame::State::show(std::shared_ptr<Content> fresh, WatchedEntries its_watched) {
  std::swap(front, back);
  const TableJob& its = fresh->job;
  const bool comparable = content && content->job.algorithm == its.algorithm && content->job.machine == its.machine &&
                          content->job.request.types == its.request.types && content->job.request.params == its.request.params;
  const bool same_size = comparable && content->job.request.extent == its.request.extent;
  if (!same_size || content->job.still != its.still) truth.forget(status);
  if (!same_size) {
    status.stages = stages_of(*its.algorithm, its.request);
    times.start(its.algorithm->plan(its.request));
  }
  times.note(*fresh, status);
  if (its.live.rgba) {
    note_live(its.live);
    budget.note(Station::upload, fresh->upload_ms);
    budget.note(Station::split, fresh->split_ms);
    budget.note(Station::table, fresh->milliseconds);
  }

  shown = {.ready = true,
           .picture = its.request.extent,
           .texels = fresh->texels,
           .reduction = its.reduction,
           .picture_texture = front.picture.texture(),
           .table_texture = front.table.texture(),
           .table_type = its.request.types.out,
           .total = fresh->total,
           .mean = fresh->mean,
           .spreads = fresh->spreads,
           .serial = shown.serial + 1,
           .stage = {}};
  if (its.stage)
    shown.stage = {.ready = true,
                   .stage = *its.stage,
                   .texels = fresh->stage_texels(),
                   .reduction = its.stage_reduction,
                   .texture = its.stage->is_table ? shown.table_texture : front.stage.texture(),
                   .spread = fresh->stage_spread};
  status.machine = its.machine;
  status.device = device_name(its.machine);
  status.algorithm = its.algorithm->id;
  status.type = its.request.types.id;
  status.path = its.path;
  status.path_reason = best.reason;
  if (its.path != best.path)
    status.path_reason =
        its.path == DisplayPath::cpu ? "the CPU computes the table" : "a picture that is drawn reduced is copied";
  status.message = note;
  fresh->table_words.reset();
  fresh->picture_words.reset();
  fresh->stage_words.reset();
  fresh->pixels.reset();
  content = std::move(fresh);
  watched = std::move(its_watched);
}

void Frame::State::note_live(const SourceFrame& frame) {
  budget.note(Station::capture, frame.capture_ms);
  budget.note(Station::decode, frame.decode_ms);
  ++status.budget.shown;
  rate.note();
}

void Frame::State::note_filtered() {
  const std::optional<FilterRoad::Done> done = filters.take_done();
  if (!done) return;
  if (done->other_chain) budget.clear_computing();
  if (done->frame.number > 0) note_live(done->frame);
  for (const auto& [station, milliseconds] : done->times) budget.note(station, milliseconds);
}

void Frame::State::refresh_status() {
  status.source = source.status();
  status.live_extent = last_live ? last_live->extent : Extent{};
  status.budget.dropped = status.source.feed.dropped;
  const double promised = status.source.feed.description.delivered.rate;
  status.budget.frame_ms = promised > 0 ? 1000 / promised : 0;
  budget.tell(status.budget);
  const bool working = wanted.filters ? filters.busy() : travelling() || (decide_again && (!wanted.is_live() || last_live));
  status.busy = !live_runs() && working;
  status.progress = status.busy ? worker.fraction() : 0;
  if (!live_runs()) rate.clear();
  status.frames_per_second = rate.per_second();
}

// ---------------------------------------------------------------- the face

Frame::Frame(std::optional<DisplayPath> forced) : state_(std::make_unique<State>(forced)) {}
Frame::~Frame() = default;

void Frame::want(const Wanted& wanted) { state_->want(wanted); }

void Frame::measure() {
  State& s = *state_;
  if (!s.job || s.live_runs() || s.travelling() || s.wanted.filters) return;
  if (s.job->still || s.last_live) s.submit();
}

void Frame::cancel() {
  State& s = *state_;
  if (s.live_runs() || !(s.decide_again || s.travelling())) return;
  ++s.generation;
  s.worker.cancel();
  s.uploading.reset();
  s.decide_again = false;
  if (s.job) s.job->generation = s.generation;
  s.status.message = "the computation was cancelled; what is shown stays";
  s.refresh_status();
}

bool Frame::advance() {
  State& s = *state_;
  bool changed = false;
  try {
    s.collect();
    changed = s.upload_slice();
    changed = s.collect_road() || changed;
    s.start();
    if (s.filters.advance()) {
      changed = true;
      s.note_filtered();
    }
    if (s.numbers_missing() && !s.travelling()) s.road.fetch(s.content, s.front);
    changed = s.truth.advance(s.subject(), s.watch.selected, s.status) || changed;
  } catch (const std::exception& problem) {
    s.uploading.reset();
    s.job.reset();
    s.status.message = problem.what();
  }
  s.refresh_status();
  return changed;
}

bool Frame::active() const {
  const State& s = *state_;
  const bool tables = s.travelling() || s.numbers_missing() || (s.decide_again && (!s.wanted.is_live() || s.last_live));
  return (s.wanted.filters ? s.filters.busy() : tables) || (s.wanted.is_live() && s.source.moving()) ||
         s.truth.busy(s.subject(), s.watch.selected);
}

const Shown& Frame::shown() const { return state_->shown; }
const Filtered& Frame::filtered() const { return state_->filters.filtered(); }
const FrameStatus& Frame::status() const { return state_->status; }
FrameSource& Frame::source() { return state_->source; }

void Frame::note_panels(double milliseconds) {
  if (state_->live_runs()) state_->budget.note(Station::panels, milliseconds);
}
void Frame::note_draw(double milliseconds) {
  if (state_->live_runs()) state_->budget.note(Station::draw, milliseconds);
}

std::optional<SourceFrame> Frame::whole_frame() const {
  const State& s = *state_;
  if (s.wanted.is_live()) return s.last_live;
  return s.still_frame ? std::optional(*s.still_frame) : std::nullopt;
}

std::optional<PictureWords> Frame::small_frame(int longest_side) const {
  const std::optional<SourceFrame> frame = whole_frame();
  return frame ? std::optional(small_picture(*frame, longest_side)) : std::nullopt;
}
std::optional<PictureWords> Frame::snapshot() { return state_->filters.snapshot(); }
void Frame::watch_pixel(int x, int y) { state_->filters.watch(x, y); }
std::optional<FilteredPixel> Frame::filtered_pixel(int x, int y) const { return state_->filters.pixel(x, y); }

void Frame::watch(const Box& visible, const Box& selected) { state_->watch = {visible, selected}; }

std::optional<double> Frame::pixel(int x, int y) const {
  const State& s = *state_;
  if (!s.content || x < 0 || y < 0 || x >= s.shown.picture.width || y >= s.shown.picture.height) return std::nullopt;
  return s.content->pixel(x, y);
}

std::optional<Value> Frame::padded(int X, int Y) const {
  const State& s = *state_;
  if (!s.content) return std::nullopt;
  if (!s.content->table) return s.watched.padded(X, Y);
  const TableView table = s.content->view();
  return table.knows(X, Y) ? std::optional(table.padded(X, Y)) : std::nullopt;
}

std::optional<BoxSum> Frame::box_sum(const Box& box) const {
  const State& s = *state_;
  if (!s.content || !refusal(box, s.shown.picture).empty()) return std::nullopt;
  if (s.content->table) return satscope::box_sum(s.content->view(), box);
  return s.watched.box_sum(box);
}

std::optional<SumTruth> Frame::box_truth(const Box& box) const {
  const std::optional<BoxSum> told = box_sum(box);
  const State& s = *state_;
  return told ? std::optional(s.truth.of(s.subject(), box, told->sum)) : std::nullopt;
}

std::optional<Value> Frame::stage_entry(int x, int y) const {
  const State& s = *state_;
  if (!s.shown.stage.ready) return std::nullopt;
  const Extent shape = s.shown.stage.stage.shape;
  if (x < 0 || y < 0 || x >= shape.width || y >= shape.height) return std::nullopt;
  return s.content->stage_view().element(x, y);
}

void Frame::check_agreement() { state_->truth.check(); }

}  // namespace satscope::app
