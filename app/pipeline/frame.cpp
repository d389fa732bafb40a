// SPDX-License-Identifier: Apache-2.0
// The interface wants, the source gives, the presenter carries: a drawn frame takes what arrived, sends what is due, shows the
// rest.
#include "app/pipeline/frame.h"

#include <fmt/format.h>

#include <cstdlib>
#include <limits>
#include <utility>

#include "app/pipeline/frame_presenter.h"
#include "app/pipeline/shown_of.h"
#include "app/pipeline/truth.h"
#include "app/sources/still_input.h"

namespace satscope::app {

namespace {

/// What the host paints need not fit into a buffer of OpenGL. SATSCOPE_TEXEL_LIMIT counts all the same, for tests.
std::size_t most_words_for(Painter painter) {
  const bool limited = painter == Painter::opengl || std::getenv("SATSCOPE_TEXEL_LIMIT");
  return limited ? SharedBuffer::most_words() : std::numeric_limits<std::size_t>::max();
}

}  // namespace

struct Frame::State {
  State(std::optional<DisplayPath> forced, Painter painter)
      : best(choose_path(forced, painter)), most_words(most_words_for(painter)), presenter(pool, painter == Painter::opengl) {
    status.path = best.path;
    status.path_reason = best.reason;
    status.machine = best.path == DisplayPath::cpu ? Machine::cpu : Machine::gpu;
    status.device = device_name(status.machine);
  }

  HostPool pool;
  PathChoice best;
  const std::size_t most_words;

  Wanted wanted;
  bool decide_again = false, send_again = false;
  bool held = false;
  std::shared_ptr<const Job> job;          // what is in force
  std::optional<SourceFrame> last_live;    // the newest frame of the live source
  PixelBlock searched;                     // the newest of its frames that was searched for faces; null: none was
  std::optional<SourceFrame> still_frame;  // the picture as a frame, for chains
  std::shared_ptr<const Samples> still_frame_of;
  std::optional<DeepGreys> still_greys;
  GreyRange still_range;

  FrameStatus status;
  Watch watch;
  Shown shown;
  Filtered filtered;
  std::shared_ptr<Content> table, result;  // what these two are of

  TableTimes table_times;
  ChainTimes chain_times;
  BudgetTimes budget;
  FrameGapTimes gaps;

  // last, so that their threads end first
  FrameSource source{pool};
  FramePresenter presenter;
  FrameTruth truth;

  bool hides() const { return wanted.filters && wanted.filters->hides_faces(); }
  /// While faces are hidden the next frame is taken when this one was searched: so each that is shown has its own boxes.
  bool search_due() const { return hides() && wanted.filters->searched && last_live && searched != last_live->rgba; }
  bool live_runs() const { return wanted.is_live() && !wanted.live.paused && source.moving(); }
  /// A table that stays on the screen is wanted on the host as a whole.
  bool numbers_missing() const { return !wanted.filters && job && table && table->runner && !table->result && !live_runs(); }
  bool decision_due() const { return decide_again && (!wanted.is_live() || last_live); }
  bool works() const { return presenter.busy() || decision_due() || (send_again && job); }
  TruthSubject subject() const { return {table, shown.serial, live_runs()}; }

  void want(const Wanted& now);
  void renew();
  void start();
  void decide_job();
  Wanted with_own_boxes();
  bool take_live();
  void make_still_frame();
  void send();
  void fail(const std::string& why);
  void arrive(std::shared_ptr<Content> content);
  void show_table(std::shared_ptr<Content> fresh);
  void show_result(std::shared_ptr<Content> fresh);
  void fetch_what_is_missing();
  void refresh_status();
};

// ---------------------------------------------------------------- from wanted to the presenter

void Frame::State::want(const Wanted& now) {
  source.want(now.live);
  if (now.live.words != wanted.live.words || now.live.mode != wanted.live.mode) {
    last_live.reset();
    searched.reset();
    budget.clear();
    status.budget = {};
  }
  // a stage that is no longer wanted does no harm
  const bool served = same_table(wanted, now) && (!now.stage || now.stage == wanted.stage) &&
                      wanted.filters.has_value() == now.filters.has_value() &&
                      // because: what is on its way shows faces that must not be seen any more
                      hides() == (now.filters && now.filters->hides_faces());
  const bool other_chain = now.filters != wanted.filters;
  wanted = now;
  if (!served) {
    renew();
    refresh_status();
  } else if (other_chain) {
    decide_again = true;  // what is on its way is shown all the same: a dragged slider must not keep results from arriving
  } else if (!wanted.stage && job && job->stage) {
    Job plain = *job;
    plain.stage.reset();
    job = std::make_shared<Job>(std::move(plain));
  }
}

/// From here on nothing that was started before is shown.
void Frame::State::renew() {
  presenter.drop();
  job.reset();
  decide_again = true;
}

/// Sends what is wanted: the newest live frame where there is room, or the same picture for another job.
void Frame::State::start() {
  const bool fresh = take_live();
  if (decide_again && !presenter.waits())
    decide_job();
  else if (((fresh && !(job && job->chain && job->chain->searched)) || send_again) && job)
    send();
}

bool Frame::State::take_live() {
  if (!wanted.is_live() || held || !presenter.has_room() || search_due()) return false;
  std::optional<SourceFrame> fresh = source.take();
  if (!fresh) return false;
  const bool same_size = last_live && last_live->extent == fresh->extent;
  last_live = std::move(fresh);
  if (!same_size || !job) decide_again = true;
  return true;
}

/// Boxes that were found in a frame of another source, or in another picture, belong to no frame.
Wanted Frame::State::with_own_boxes() {
  Wanted own = wanted;
  if (!hides() || !own.filters->searched) return own;
  const PixelBlock& found_in = own.filters->searched->rgba;
  if (wanted.is_live() && last_live && found_in == last_live->rgba) searched = found_in;
  const bool same_still = still_frame && still_frame_of == wanted.still && found_in == still_frame->rgba;
  if (wanted.is_live() ? found_in != searched : !same_still) own.filters->searched.reset();
  return own;
}

void Frame::State::decide_job() {
  decide_again = false;
  const Wanted own = with_own_boxes();
  std::optional<Extent> extent;
  if (wanted.is_live() ? last_live.has_value() : wanted.still != nullptr)
    extent = wanted.is_live() ? last_live->extent : wanted.still->extent;
  if (own.filters && own.filters->searched) extent = own.filters->searched->extent;
  Decision decision = decide(own, extent, best.path, most_words);
  (wanted.filters ? filtered.message : status.message) = decision.message;
  job = std::move(decision.job);
  if (job) send();
}

/// Of the picture that is wanted, for chains.
void Frame::State::make_still_frame() {
  const bool other = still_frame_of != wanted.still;
  if (other) still_greys = deep_greys(*wanted.still);
  const GreyRange range = still_greys && wanted.filters ? wanted.filters->greys : GreyRange{};
  if (!other && still_range == range) return;
  still_frame = frame_of(
      *wanted.still, [this](std::size_t bytes) { return pool.take(bytes); }, still_greys ? std::optional(range) : std::nullopt);
  still_frame_of = wanted.still;
  still_range = range;
}

void Frame::State::send() {
  send_again = false;
  auto content = std::make_shared<Content>();
  content->job = job;
  if (job->chain && job->chain->searched) {
    content->frame = *job->chain->searched;
  } else if (wanted.is_live()) {
    content->frame = *last_live;
  } else if (job->chain) {
    make_still_frame();
    content->frame = *still_frame;
    content->greys = still_greys;
  } else {
    content->still = wanted.still;
  }
  if (job->chain && job->chain->black) {
    const std::size_t bytes = content->frame.extent.area() * sizeof(std::uint32_t);
    content->frame.rgba = pool.take(bytes);
    std::ranges::fill(content->frame.words(), 0xFF000000U);
  }
  if (const std::optional<FrameGreys>& greys = content->frame.greys; job->chain && greys)
    content->greys = DeepGreys{greys->ends.black, greys->ends.white};
  presenter.send(std::move(content));
}

/// A chain that fails leaves the picture as it is, or black if it would hide faces, until another one is wanted.
void Frame::State::fail(const std::string& why) {
  if (!job || !job->chain || job->passes_on()) {
    status.message = why;
    job.reset();
    return;
  }
  Wanted plain = wanted;
  plain.filters = ChainRequest{.chain = {}, .black = hides()};
  job = decide(plain, job->extent, best.path, most_words).job;
  filtered.message = why;
  send_again = true;
}

// ---------------------------------------------------------------- from the way to the screen

/// A content is shown, or one that is shown has its numbers now.
void Frame::State::arrive(std::shared_ptr<Content> content) {
  if (content == table) {
    shown.total = table->total;
    shown.mean = table->mean;
    shown.spreads = table->spreads;
    return;
  }
  if (content->frame.number > 0) {
    budget.note(Station::capture, content->frame.capture_ms);
    budget.note(Station::decode, content->frame.decode_ms);
    ++status.budget.shown;
    gaps.note();
  }
  content->pixels.reset();
  if (content->job->chain)
    show_result(std::move(content));
  else
    show_table(std::move(content));
}

void Frame::State::show_table(std::shared_ptr<Content> fresh) {
  const Job& its = *fresh->job;
  const auto comparable = [&](const Job& old) {
    return old.algorithm == its.algorithm && old.changes == its.changes && old.machine == its.machine &&
           old.extent == its.extent && old.request.types == its.request.types && old.request.params == its.request.params;
  };
  const bool same_size = table && comparable(*table->job);
  if (!same_size || table->still != fresh->still) truth.forget(status);
  if (!same_size) {
    status.stages = stages_of(*its.algorithm, its.request);
    table_times.start(its.plan());
  }
  table_times.note(*fresh, status);
  if (!fresh->still) budget.note(*fresh);

  shown = shown_of(*fresh, presenter.front(*fresh), shown.serial + 1);
  fresh->for_screen = {};
  status.machine = its.machine;
  status.device = device_name(its.machine, fresh->threads);
  status.algorithm = its.algorithm->id;
  status.type = its.request.types.id;
  status.request = its.request;
  status.reduced = fresh->still ? fresh->still->reduced : source.status().feed.description.reduced;
  status.path = its.path;
  status.path_reason = best.reason;
  if (its.path != best.path)
    status.path_reason =
        its.path == DisplayPath::cpu ? "the CPU computes the table" : "a picture that is drawn reduced is copied";
  status.message = its.note;
  table = std::move(fresh);
}

void Frame::State::show_result(std::shared_ptr<Content> fresh) {
  if (chain_times.note(*fresh, filtered)) budget.clear_computing();
  budget.note(*fresh);
  app::show_result(*fresh, presenter.front(*fresh), filtered);
  fresh->for_screen = {};
  result = std::move(fresh);
}

/// Downloads what only the GPU has of a still picture: the table, and the watched pixel of a result.
void Frame::State::fetch_what_is_missing() {
  if (numbers_missing() && !presenter.busy()) presenter.fetch_table(table);
  if (!result || result->result || !result->runner || presenter.busy() || !wanted.filters || !watch.pixel) return;
  if (watch.pixel != result->watched_pixel && !result->job->passes_on() && holds(result->job->extent, *watch.pixel))
    presenter.fetch_pixel(*result, *watch.pixel);
}

void Frame::State::refresh_status() {
  status.source = source.status();
  status.live_extent = last_live ? last_live->extent : Extent{};
  status.budget.given = status.source.feed.given;
  status.budget.dropped = status.source.feed.dropped;
  const double promised = status.source.feed.description.delivered.rate;
  status.budget.frame_ms = promised > 0 ? 1000 / promised : 0;
  budget.report(status.budget);
  status.busy = !live_runs() && works();
  status.progress = status.busy ? presenter.fraction() : 0;
  if (!live_runs()) gaps.clear();
  status.frames_per_second = gaps.per_second();
  status.budget.shown_ms = status.frames_per_second > 0 ? 1000 / status.frames_per_second : 0;
  status.gaps = gaps.reported();
}

// ---------------------------------------------------------------- the face

Frame::Frame(std::optional<DisplayPath> forced, Painter painter) : state_(std::make_unique<State>(forced, painter)) {}
Frame::~Frame() = default;

void Frame::want(const Wanted& wanted) { state_->want(wanted); }

void Frame::measure() {
  State& s = *state_;
  if (s.job && !s.live_runs() && !s.presenter.busy() && !s.wanted.filters) s.send();
}

void Frame::cancel() {
  State& s = *state_;
  if (s.live_runs() || !s.works()) return;
  s.presenter.drop();
  s.decide_again = false;
  s.status.message = "the computation was cancelled; what is shown stays";
  s.refresh_status();
}

void Frame::hold(bool held) { state_->held = held; }
void Frame::set_quality(const AdaptiveQuality& quality) { state_->status.quality = quality; }

bool Frame::advance() {
  State& s = *state_;
  bool changed = false;
  try {
    if (std::shared_ptr<Content> content = s.presenter.arrive()) {
      s.arrive(std::move(content));
      changed = true;
    }
    s.start();
    s.presenter.depart(s.watch, !s.live_runs() || s.truth.wants_whole_table());
    s.fetch_what_is_missing();
    changed = s.truth.advance(s.subject(), s.watch.boxes, s.status) || changed;
  } catch (const SharingFailed& problem) {
    s.best = {DisplayPath::copy,
              fmt::format("tables are copied to the host and back: sharing buffers failed ({})", problem.what())};
    s.presenter.forget_buffers();
    s.renew();
  } catch (const std::exception& problem) {
    s.fail(problem.what());
    changed = true;
  }
  s.refresh_status();
  return changed;
}

bool Frame::active() const {
  const State& s = *state_;
  return s.works() || s.numbers_missing() || (s.wanted.is_live() && !s.held && s.source.moving()) ||
         s.truth.busy(s.subject(), s.watch.boxes);
}

const Shown& Frame::shown() const { return state_->shown; }
const Filtered& Frame::filtered() const { return state_->filtered; }
const FrameStatus& Frame::status() const { return state_->status; }
FrameSource& Frame::source() { return state_->source; }

void Frame::note(Station station, double milliseconds) {
  if (state_->live_runs()) state_->budget.note(station, milliseconds);
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
std::optional<SourceFrame> Frame::result_frame() const {
  return state_->result ? std::optional(state_->result->frame) : std::nullopt;
}
std::optional<PictureWords> Frame::snapshot() {
  State& s = *state_;
  return s.result ? std::optional(s.result->snapshot(s.presenter.front(*s.result))) : std::nullopt;
}

void Frame::watch_pixel(int x, int y) {
  state_->watch.pixel = x >= 0 && y >= 0 ? std::optional(std::pair{x, y}) : std::nullopt;
}

std::optional<FilteredPixel> Frame::filtered_pixel(int x, int y) const {
  return state_->result ? state_->result->filtered_pixel({x, y}) : std::nullopt;
}

void Frame::watch(const Box& visible, std::vector<Box> boxes) {
  state_->watch.visible = visible;
  state_->watch.boxes = std::move(boxes);
}

std::optional<double> Frame::pixel(int x, int y) const {
  const State& s = *state_;
  return s.table && holds(s.shown.picture, {x, y}) ? std::optional(s.table->pixel(x, y)) : std::nullopt;
}

std::optional<Value> Frame::padded(int X, int Y) const {
  return state_->table ? state_->table->numbers.padded(X, Y) : std::nullopt;
}

std::optional<BoxSum> Frame::box_sum(const Box& box) const {
  return state_->table ? state_->table->numbers.box_sum(box) : std::nullopt;
}

std::optional<SumTruth> Frame::box_truth(const Box& box) const {
  const std::optional<BoxSum> computed = box_sum(box);
  const State& s = *state_;
  return computed ? std::optional(s.truth.of(s.subject(), box, computed->sum)) : std::nullopt;
}

std::optional<Value> Frame::stage_entry(int x, int y) const {
  const State& s = *state_;
  if (!s.shown.stage.ready || !holds(s.shown.stage.stage.shape, {x, y})) return std::nullopt;
  return s.table->stage_view().element(x, y);
}

std::optional<Value> Frame::before_entry(int x, int y) const {
  const State& s = *state_;
  const PlanStage& stage = s.shown.stage.stage;
  if (!s.shown.stage.ready || !holds(stage.before.shape, {x, y})) return std::nullopt;
  if (!stage.before_is_picture) return s.table->before_view().element(x, y);
  const double pixel = s.table->pixel(x, y);
  if (is_float(stage.before.type)) return pixel;
  if (stage.before.type == Scalar::s32) return static_cast<std::int64_t>(pixel);
  return static_cast<std::uint64_t>(pixel);
}

void Frame::check_agreement() { state_->truth.check(); }

}  // namespace satscope::app
