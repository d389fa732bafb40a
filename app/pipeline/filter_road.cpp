// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/filter_road.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "app/core/newest_worker.h"
#include "app/pipeline/content.h"
#include "app/pipeline/filter_runner.h"
#include "app/pipeline/upload.h"
#include "app/render/shared_buffer.h"
#include "kernels/last_times.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point before) {
  return std::chrono::duration<double, std::milli>(Clock::now() - before).count();
}

std::size_t bytes_of(const SourceFrame& frame) { return frame.extent.area() * sizeof(std::uint32_t); }

bool holds(Extent extent, std::pair<int, int> pixel) {
  const auto [x, y] = pixel;
  return x >= 0 && y >= 0 && x < extent.width && y < extent.height;
}
std::size_t index_of(Extent extent, std::pair<int, int> pixel) {
  return static_cast<std::size_t>(pixel.second) * static_cast<std::size_t>(extent.width) +
         static_cast<std::size_t>(pixel.first);
}

/// The two ends of a frame in OpenGL's hands.
struct ScreenPair {
  SharedBuffer picture{DisplayPath::cpu};
  SharedBuffer result{DisplayPath::cpu};  ///< nothing in it where the picture is the result

  void fit(DisplayPath path, std::size_t words, bool with_result) {
    picture.fit(path, words);
    if (with_result) result.fit(path, words);
  }
};

/// Unmaps whatever happens: drawing a mapped buffer is undefined.
class MappedPair {
 public:
  MappedPair(ScreenPair& pair, const Stream& stream) : pair_(pair), stream_(stream) {}
  ~MappedPair() {
    try {
      finish();
    } catch (const std::exception&) {
      // only while another error is on its way
    }
  }
  MappedPair(const MappedPair&) = delete;
  MappedPair& operator=(const MappedPair&) = delete;
  void finish() {
    pair_.picture.unmap(stream_);
    pair_.result.unmap(stream_);
  }

 private:
  ScreenPair& pair_;
  const Stream& stream_;
};

}  // namespace

struct FilterRoad::State {
  State(HostPool its_pool, std::size_t its_most_words) : pool(std::move(its_pool)), most_words(its_most_words) {}
  ~State() {
    if (!running) return;
    try {
      end->wait();  // because: CUDA still works for the buffers that end here
    } catch (const std::exception&) {
      // a GPU that is lost has nothing left to wait for
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  HostPool pool;
  std::size_t most_words;
  Want want;
  bool changed = false;                      // since the last frame was given
  bool again = false;                        // the last frame came to nothing: it is wanted once more
  std::shared_ptr<const FilterSetup> setup;  // of the newest frame
  Filtered filtered;
  std::optional<Done> done;
  std::vector<LastTimes> filter_times, table_times;
  std::string times_of;  // the chain that the times belong to
  bool other_chain = false;

  ScreenPair front, back;
  std::shared_ptr<FilterWork> shown;
  std::optional<std::pair<int, int>> watched;
  std::optional<std::pair<int, int>> known_pixel;  // of what is shown, where the result is on the GPU only
  std::uint32_t known_word = 0;

  // the road of interop
  std::optional<UploadLane> lane;
  std::optional<Stream> compute;
  std::shared_ptr<FilterRunner> runner;
  std::shared_ptr<FilterWork> waiting;  // uploaded, or on its way up
  std::shared_ptr<FilterWork> running;
  std::optional<Event> end;
  HostBlock pixel_block;
  std::optional<std::pair<int, int>> running_pixel;

  // the road of the host
  std::shared_ptr<FilterWork> uploading;
  HostBlock upload_picture, upload_result;
  std::size_t uploaded = 0;
  double upload_ms = 0;

  struct Made {
    std::shared_ptr<FilterWork> work;      // null: only the runner was made
    std::shared_ptr<FilterRunner> runner;  // of interop
  };
  std::shared_ptr<std::shared_ptr<FilterRunner>> host_runner = std::make_shared<std::shared_ptr<FilterRunner>>();
  NewestWorker<Made> worker;  // last, so that its thread ends first

  bool on_interop() const { return setup && setup->path == DisplayPath::interop; }

  void give(const SourceFrame& frame);
  void pass_on(const std::string& why, Extent extent);
  void give_to_device(const SourceFrame& frame);
  void give_to_worker(const SourceFrame& frame);
  bool collect_made();
  bool upload_slice();
  bool collect_running();
  void start_waiting();
  void fetch_pixel(const Stream& stream, const void* result, Extent extent);
  bool read_pixel_of_still();
  void show(std::shared_ptr<FilterWork> work, std::vector<std::pair<Station, double>> times);
  void note_times(const FilterWork& work, std::vector<std::pair<Station, double>>& times);
};

// ---------------------------------------------------------------- from a frame to work

void FilterRoad::State::give(const SourceFrame& frame) {
  again = false;
  if (changed || !setup || setup->extent != frame.extent) {
    changed = false;
    filtered.message.clear();
    try {
      setup = set_up_filters(want, frame.extent, most_words);
    } catch (const std::exception& problem) {
      pass_on(problem.what(), frame.extent);
    }
  }
  if (on_interop())
    give_to_device(frame);
  else
    give_to_worker(frame);
}

/// The chain cannot run, and this is why: the picture is shown as it is, until another chain is wanted.
void FilterRoad::State::pass_on(const std::string& why, Extent extent) {
  filtered.message = why;
  Want plain = want;
  plain.wish.chain.clear();
  setup = set_up_filters(plain, extent, most_words);
}

void FilterRoad::State::give_to_device(const SourceFrame& frame) {
  if (!lane) {
    lane.emplace();
    compute.emplace();
    end.emplace();
  }
  waiting = std::make_shared<FilterWork>(FilterWork{.setup = setup, .frame = frame, .upload = lane->begin(frame)});
}

void FilterRoad::State::give_to_worker(const SourceFrame& frame) {
  worker.submit([work = std::make_shared<FilterWork>(FilterWork{.setup = setup, .frame = frame}), kept = host_runner,
                 its_pool = pool](JobProgress& progress) -> Made {
    std::shared_ptr<FilterRunner>& its_runner = *kept;
    if (!its_runner || !its_runner->adopt(work->setup)) {
      its_runner.reset();  // first, so that both need not fit
      its_runner = std::make_shared<FilterRunner>(work->setup, its_pool);
    }
    its_runner->make(*work, progress.progress);
    return {work, nullptr};
  });
}

// ---------------------------------------------------------------- from work to the screen

/// True if there is something to show or to say.
bool FilterRoad::State::collect_made() {
  if (uploading) return false;
  auto outcome = worker.take();
  if (!outcome) return false;
  if (!outcome->result) {
    waiting.reset();  // or it would be tried for ever
    if (setup) pass_on(outcome->error, setup->extent);
    again = true;  // because: a still picture does not come by itself
    return true;
  }
  if (outcome->result->runner) runner = std::move(outcome->result->runner);
  if (!outcome->result->work) return false;
  uploading = std::move(outcome->result->work);
  uploaded = 0;
  upload_ms = 0;
  const int reduction = uploading->setup->reduction;
  const Extent extent = uploading->frame.extent;
  upload_picture = every_nth(uploading->frame.rgba, extent, sizeof(std::uint32_t), reduction, pool);
  upload_result =
      uploading->setup->passes_on() ? nullptr : every_nth(uploading->result, extent, sizeof(std::uint32_t), reduction, pool);
  return false;
}

bool FilterRoad::State::upload_slice() {
  if (!uploading || running) return false;
  const Clock::time_point before = Clock::now();
  const std::size_t words = reduced(uploading->frame.extent, uploading->setup->reduction).area();
  const std::size_t all = upload_result ? 2 * words : words;
  if (uploaded == 0) back.fit(uploading->setup->path, words, upload_result != nullptr);
  for (std::size_t room = k_slice_words; room > 0 && uploaded < all;) {
    const bool second = uploaded >= words;
    const std::size_t from = second ? uploaded - words : uploaded, count = std::min(room, words - from);
    const HostBlock& block = second ? upload_result : upload_picture;
    (second ? back.result : back.picture).upload(from, {reinterpret_cast<const std::uint32_t*>(block.get()) + from, count});
    uploaded += count;
    room -= count;
  }
  upload_ms += milliseconds_since(before);
  if (uploaded < all) return false;
  upload_picture.reset();
  upload_result.reset();
  show(std::exchange(uploading, nullptr), {{Station::upload, upload_ms}});
  return true;
}

bool FilterRoad::State::collect_running() {
  if (!running || !end->reached()) return false;
  if (!running->setup->passes_on()) runner->finish(*running);
  known_pixel = running_pixel;
  if (known_pixel) std::memcpy(&known_word, pixel_block.get(), sizeof known_word);
  const double its_upload_ms = std::exchange(running->upload, nullptr)->milliseconds();
  show(std::exchange(running, nullptr), {{Station::upload, its_upload_ms}});
  return true;
}

void FilterRoad::State::start_waiting() {
  if (!waiting || running || uploading || worker.busy()) return;
  if (!waiting->setup->passes_on() && (!runner || !runner->adopt(waiting->setup))) {
    // a new one takes memory and time; what is shown stays meanwhile
    worker.submit([its_setup = waiting->setup, its_pool = pool](JobProgress&) -> Made {
      return {nullptr, std::make_shared<FilterRunner>(its_setup, its_pool)};
    });
    return;
  }
  FilterWork& work = *waiting;
  const bool passes_on = work.setup->passes_on();
  const Stream& stream = passes_on ? *compute : runner->stream();
  const std::size_t words = work.frame.extent.area();
  back.fit(DisplayPath::interop, words, !passes_on);
  MappedPair mapped(back, stream);
  void* picture = back.picture.map(stream);
  void* result = passes_on ? nullptr : back.result.map(stream);
  work.upload->wait_in(stream);
  stream.copy_on_device(picture, work.upload->words(), words * sizeof(std::uint32_t));
  if (!passes_on) runner->enqueue(work, work.upload->words(), result);
  running_pixel.reset();
  if (!passes_on && watched && holds(work.frame.extent, *watched)) {
    running_pixel = watched;
    fetch_pixel(stream, result, work.frame.extent);
  }
  mapped.finish();
  end->record(stream);
  running = std::exchange(waiting, nullptr);
}

/// Enqueues the download of the watched pixel.
void FilterRoad::State::fetch_pixel(const Stream& stream, const void* result, Extent extent) {
  if (!pixel_block) pixel_block = pool.take(sizeof(std::uint32_t));
  stream.copy_to_host(pixel_block.get(), static_cast<const std::uint32_t*>(result) + index_of(extent, *watched),
                      sizeof(std::uint32_t));
}

/// Of a frame that stands still another pixel may be asked for at any time; one word is soon there.
bool FilterRoad::State::read_pixel_of_still() {
  if (running || waiting || !shown || shown->result || shown->setup->passes_on()) return false;
  if (!watched || watched == known_pixel || !holds(shown->frame.extent, *watched)) return false;
  const Stream& stream = *compute;
  MappedPair mapped(front, stream);
  fetch_pixel(stream, front.result.map(stream), shown->frame.extent);
  mapped.finish();
  stream.wait();
  known_pixel = watched;
  std::memcpy(&known_word, pixel_block.get(), sizeof known_word);
  return true;
}

void FilterRoad::State::note_times(const FilterWork& work, std::vector<std::pair<Station, double>>& times) {
  const FilterSetup& its = *work.setup;
  std::string chain = its.colour ? "colour" : "luma";
  for (const ChainLink& link : its.want.wish.chain) chain += " " + link.filter->id;
  chain += fmt::format(" {} {}x{}", id_of(its.machine), its.extent.width, its.extent.height);
  const std::size_t count = its.words.parts.size();
  if (chain != times_of || filter_times.size() != count) {
    times_of = chain;
    other_chain = true;
    filter_times.assign(count, {});
    table_times.assign(count, {});
  }
  filtered.filters.clear();
  filtered.total_ms = 0;
  filtered.tables = 0;
  double split = 0, table = 0, filter = 0;
  if (work.pass_ms.size() == its.words.roles.size()) {
    for (std::size_t i = 0; i < work.pass_ms.size(); ++i) {
      const PassRole role = its.words.roles[i];
      (role == PassRole::split ? split : role == PassRole::table ? table : filter) += work.pass_ms[i];
    }
    if (!its.passes_on()) {
      times.emplace_back(Station::split, split);
      times.emplace_back(Station::table, table);
      times.emplace_back(Station::filters, filter);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const FilterPart& part = its.words.parts[i];
    double all = 0, tables = 0;
    for (std::size_t pass = part.first_pass; pass < part.first_pass + part.passes && pass < work.pass_ms.size(); ++pass) {
      all += work.pass_ms[pass];
      if (its.words.roles[pass] == PassRole::table) tables += work.pass_ms[pass];
    }
    filter_times[i].add(all);
    table_times[i].add(tables);
    filtered.filters.push_back({.filter = part.filter,
                                .median_ms = filter_times[i].median(),
                                .table_ms = table_times[i].median(),
                                .tables = part.tables});
    filtered.total_ms += filtered.filters.back().median_ms;
    filtered.tables += part.tables;
  }
  filtered.table_bytes = its.words.table_bytes();
}

void FilterRoad::State::show(std::shared_ptr<FilterWork> work, std::vector<std::pair<Station, double>> times) {
  std::swap(front, back);
  const FilterSetup& its = *work->setup;
  note_times(*work, times);
  filtered.ready = true;
  filtered.picture = its.extent;
  filtered.reduction = its.reduction;
  filtered.texels = reduced(its.extent, its.reduction);
  filtered.picture_texture = front.picture.texture();
  filtered.result_texture = its.passes_on() ? front.picture.texture() : front.result.texture();
  filtered.colour = its.colour;
  filtered.remark = its.remark;
  filtered.regions.clear();
  if (work->measured)
    for (std::size_t i = 0; i < its.want.wish.regions.size(); ++i) {
      std::uint32_t in_256ths = 0;
      std::memcpy(&in_256ths, work->measured.get() + i * sizeof in_256ths, sizeof in_256ths);
      filtered.regions.push_back(in_256ths / 256.0);
    }
  ++filtered.serial;
  done = Done{work->frame, std::move(times), std::exchange(other_chain, false)};
  done->frame.rgba.reset();
  shown = std::move(work);
}

// ---------------------------------------------------------------- the face

FilterRoad::FilterRoad(HostPool pool, std::size_t most_words) : state_(std::make_unique<State>(std::move(pool), most_words)) {}
FilterRoad::~FilterRoad() = default;

void FilterRoad::want(const Want& want) {
  state_->want = want;
  state_->changed = true;
}

bool FilterRoad::ready_for_frame() const {
  const State& s = *state_;
  if (s.on_interop()) return !s.waiting;
  return s.changed || !s.worker.busy();
}

bool FilterRoad::wants_frame() const { return state_->changed || state_->again; }
void FilterRoad::give(const SourceFrame& frame) { state_->give(frame); }

bool FilterRoad::advance() {
  State& s = *state_;
  bool changed = s.collect_made();
  changed = s.upload_slice() || changed;
  changed = s.collect_running() || changed;
  try {
    s.start_waiting();
  } catch (const std::exception&) {
    // buffers can no longer be shared: as tables do, results go through the host from here on
    s.waiting.reset();
    s.runner.reset();
    s.back = ScreenPair{};
    s.want.path = DisplayPath::copy;
    s.changed = true;
  }
  changed = s.read_pixel_of_still() || changed;
  return changed;
}

bool FilterRoad::busy() const {
  const State& s = *state_;
  return s.changed || s.again || s.worker.busy() || s.uploading || s.waiting || s.running;
}

const Filtered& FilterRoad::filtered() const { return state_->filtered; }
std::optional<FilterRoad::Done> FilterRoad::take_done() { return std::exchange(state_->done, std::nullopt); }

std::optional<PictureWords> FilterRoad::snapshot() {
  State& s = *state_;
  if (!s.shown) return {};
  SourceFrame frame = s.shown->frame;
  const std::size_t bytes = bytes_of(frame);
  const HostBlock own = s.pool.take(bytes);
  if (s.shown->result || s.shown->setup->passes_on()) {
    std::memcpy(own.get(), (s.shown->result ? s.shown->result : frame.rgba).get(), bytes);
  } else {
    const std::vector<std::uint32_t> words = s.front.result.read();
    std::memcpy(own.get(), words.data(), std::min(bytes, words.size() * sizeof(std::uint32_t)));
  }
  frame.rgba = own;
  if (frame.mirrored) mirror(frame);
  return PictureWords{frame.extent, {frame.words().begin(), frame.words().end()}};
}

void FilterRoad::watch(int x, int y) { state_->watched = x >= 0 && y >= 0 ? std::optional(std::pair{x, y}) : std::nullopt; }

std::optional<FilteredPixel> FilterRoad::pixel(int x, int y) const {
  const State& s = *state_;
  if (!s.shown) return {};
  const Extent extent = s.shown->frame.extent;
  const std::pair pixel{x, y};
  if (!holds(extent, pixel)) return {};
  const std::size_t at = index_of(extent, pixel);
  const auto word = [at](const HostBlock& block) { return reinterpret_cast<const std::uint32_t*>(block.get())[at]; };
  const std::uint32_t before = word(s.shown->frame.rgba);
  if (s.shown->setup->passes_on()) return FilteredPixel{before, before};
  if (s.shown->result) return FilteredPixel{before, word(s.shown->result)};
  return s.known_pixel == pixel ? std::optional(FilteredPixel{before, s.known_word}) : std::nullopt;
}

bool operator==(const FilterWish& a, const FilterWish& b) {
  const auto same = [](const ChainLink& x, const ChainLink& y) { return x.filter == y.filter && x.params == y.params; };
  return std::ranges::equal(a.chain, b.chain, same) && a.colour == b.colour && a.regions == b.regions && a.painted == b.painted;
}

}  // namespace satscope::app
