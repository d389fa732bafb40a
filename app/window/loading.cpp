// SPDX-License-Identifier: Apache-2.0
#include "app/window/loading.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/named_file.h"
#include "app/core/files/user_folders.h"
#include "app/core/json.h"
#include "app/core/text/wanted_letters.h"
#include "app/lab/templates/templates.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/sources/live/live_open.h"
#include "app/ui/inputs.h"
#include "app/ui/views/canvas.h"
#include "kernels/adopted.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// What a session that says nothing else begins with: how this person looks at things.
Session base_of(const Session& shown) {
  Session base = whole_session();
  base.theme = shown.theme;
  base.ui_scale = shown.ui_scale;
  base.side_panel = shown.side_panel;
  base.reduced_motion = shown.reduced_motion;
  base.display = shown.display;
  return base;
}

/// The file that it can be saved to again; empty: none, as of figures and traces.
std::string place_of(const SessionFile& file) { return ending_of(file.name) == k_session_ending ? file.name : std::string(); }

}  // namespace

// ---------------------------------------------------------------- pictures

Loading::Loading(WindowModel& model) : model_(model), session_(model.session) {
  if (names_a_document(model_.options.input)) {
    begin_with_document();
    return;
  }
  for (const auto& workspace : model_.workspaces) workspace->begin(session_, model_.options);
  load({session_.edit, true, !model_.options.input.empty()});
}

void Loading::load(Pending pending, const std::string& below) {
  pending_ = std::move(pending);
  loader_.request(pending_->edit.input, pending_->edit.transform, below);
}

/// Because: a window without any picture would be a dead end.
void Loading::load_example(bool place_box) {
  Pending example{session_.edit, place_box, false};
  example.edit.input = std::string(k_example_input);
  example.edit.transform = {};
  load(std::move(example));
}

Extent Loading::expected_extent() const {
  if (session_.edit.live) {
    const Extent newest = model_.frame.status().live_extent;
    const std::optional<SourceFrame> frame = model_.frame.whole_frame();
    if (!frame || frame->extent != newest || frame->transform == session_.edit.transform) return newest;
    // because: the newest frame is still cropped and rotated as before
    return shown_extent(session_.edit.transform, (frame->source ? *frame->source : *frame).extent);
  }
  return samples_ ? shown_extent(session_.edit.transform, still_.source->extent) : Extent{};
}

std::optional<Wanted> Loading::wanted() const {
  const Edit& edit = session_.edit;
  if (!samples_ && !edit.live) return std::nullopt;
  Wanted asked;
  asked.still = samples_;
  if (edit.live)
    asked.live = {.words = edit.source,
                  .mode = session_.mode,
                  .paused = session_.paused,
                  .looping = session_.looping,
                  .mirrored = session_.mirrored,
                  .transform = edit.transform,
                  .tone_map = session_.tone_map,
                  .allow_network = model_.options.allow_network};
  asked.algorithm = edit.algorithm;
  if (const Algorithm* own = find_algorithm(edit.algorithm)) asked.changes = changes_of(*own);
  asked.type = edit.type;
  asked.params = edit.params;
  asked.machine = edit.machine;
  model_.shown_workspace().want(session_, asked);
  if (asked.filters) asked.live.greys = asked.filters->greys;
  if (model_.pixels_wanted()) asked.filters.reset();  // because: they are read off a table
  return asked;
}

bool Loading::take() {
  auto outcome = loader_.take();
  if (!outcome) {
    keep_transformed();
    return false;
  }
  model_.frames_due = WindowModel::k_frames_after_change;
  Pending asked = pending_.value_or(Pending{session_.edit, !samples_, false});
  pending_.reset();
  const bool first = !samples_;
  std::optional<LoadedInput>& loaded = outcome->result;
  if (!loaded)
    take_failure(std::move(asked), outcome->error);
  else if (loaded->session)
    take_session(*loaded->session);
  else if (!loaded->samples)
    take_live_input(asked, loaded->live_input);
  else
    take_picture(asked, *loaded);
  return first && samples_;
}

void Loading::take_failure(Pending asked, const std::string& error) {
  if (!asked.session) {
    model_.say_what_failed(error);
    if (!session_.edit.live) session_.edit.transform = still_.transform;
    if (!samples_) load_example(true);
    return;
  }
  asked.session->add_sentence(error, true);
  asked.session->session.edit.input = samples_ ? session_.edit.input : std::string(k_example_input);
  asked.session->session.edit.transform = still_.transform;
  if (samples_) return become(*asked.session);
  pending_ = asked;
  loader_.request(asked.session->session.edit.input, {});
}

/// What is shown follows the transform, without being read again.
void Loading::keep_transformed() {
  const Edit& edit = session_.edit;
  if (samples_ && !edit.live && !pending_ && !loader_.busy() && still_.transform != edit.transform)
    loader_.request(still_.source, edit.transform);
}

void Loading::take_picture(const Pending& asked, LoadedInput& loaded) {
  const bool first = !samples_, was_live = session_.edit.live;
  const bool same_size = samples_ && samples_->extent == loaded.samples->extent;
  samples_ = loaded.samples;
  still_ = std::move(loaded);
  if (asked.session)
    become(*asked.session);
  else
    session_.edit = asked.edit;
  Edit& edit = session_.edit;
  if (asked.place_box && !edit.live && !(same_size && !was_live && edit.box.area() > 0))
    edit.box = example_box(samples_->extent);
  if (const std::optional<Box>& box = model_.options.box; first && box && !edit.live) {
    const std::string problem = refusal(*box, expected_extent());
    if (problem.empty())
      edit.box = *box;
    else
      model_.say(problem);
  }
  keep_box_inside();
  if ((!same_size || asked.place_box) && !asked.keeps_view) session_.view.fitted = true;
  if (asked.is_new) {
    remember_input(edit.input);
    if (!first) model_.doing.message.reset();
  }
  if (first && model_.host.animates() && !session_.reduced_motion) model_.doing.pulse_from = model_.now + 0.25;
}

void Loading::keep_box_inside() {
  const Extent extent = expected_extent();
  if (extent.area() == 0) return;
  Box& shown = session_.edit.box;
  if (session_.edit.live && std::exchange(box_due_, false)) {
    const std::optional<Box>& box = model_.options.box;
    const std::string problem = box ? refusal(*box, extent) : std::string();
    if (!problem.empty()) model_.say(problem);
    shown = box && problem.empty() ? *box : example_box(extent);
  }
  if (shown.area() <= 0) return;
  const Box inside = clipped(shown, extent);
  if (inside == shown) return;
  shown = inside.area() > 0 ? inside : example_box(extent);
}

void Loading::open(const std::string& name) {
  if (name.empty()) return;
  want_letters(name);
  if (name.starts_with(lab::k_new_kernel)) return open_new(name.substr(lab::k_new_kernel.size()));
  if (lab::names_cuda_file(name)) {
    if (const auto& message = model_.doing.message; message && !message->bad) model_.doing.message.reset();
    offer_cuda_file(path_of_uri(name));
    remember_input(path_of_uri(name));
    return model_.draw_soon();
  }
  Pending asked{session_.edit, true, true};
  asked.edit.input = path_of_uri(name);
  asked.edit.live = false;
  asked.edit.transform = {};
  session_.paused = false;
  load(std::move(asked));
  model_.draw_soon();
}

void Loading::open_new(const std::string& id) {
  try {
    const std::string file = lab::write_template(id, std::filesystem::current_path().string());
    open(file);
    model_.doing.message =
        Notice{fmt::format("{} is there: edit it here or in your own editor, and press Run", file), std::nullopt, {}, false};
  } catch (const std::exception& error) {
    model_.say(error.what());
  }
}

void Loading::paste() {
  if (const std::string named = input_in_text(model_.host.clipboard()); !named.empty()) return open(named);
  const std::vector<std::byte> picture = model_.host.clipboard_picture();
  if (picture.empty()) return model_.say("the clipboard holds neither the name of a file nor a picture that can be read");
  const std::string file = free_name((user_folder(UserFolder::pictures) / "satscope-pasted").string(), ".png");
  try {
    write_file(file, picture);
    open(file);
  } catch (const std::exception& error) {
    model_.say(error.what());
  }
}

void Loading::apply(const Edit& wanted) {
  Edit edit = wanted;
  if (session_.edit.live && watches(session_.edit.source)) {
    edit.live = true;
    edit.source = session_.edit.source;
  }
  if (edit.input != session_.edit.input) return load({edit, false, false});
  session_.edit = edit;
  if (samples_) {  // because: a picture that is still being read belongs to a state that was left
    pending_.reset();
    loader_.cancel();
  }
}

void Loading::transform(const SourceTransform& wanted) {
  Edit& edit = session_.edit;
  const Extent shown = expected_extent();
  Extent source = edit.live || !samples_ ? Extent{} : still_.source->extent;
  if (const auto frame = edit.live ? model_.frame.whole_frame() : std::nullopt)
    source = frame->source ? frame->source->extent : frame->extent;
  if (edit.box.area() > 0 && source.area() > 0)  // it stays on what it lies on
    edit.box = unmirrored(in_shown(wanted, in_source(edit.transform, unmirrored(edit.box, shown), shown), source),
                          shown_extent(wanted, source));
  edit.transform = wanted;
  session_.view.fitted = true;
}

void Loading::crop(const Box& box) {
  SourceTransform wanted = session_.edit.transform;
  const Extent shown = expected_extent();
  wanted.crop = in_source(wanted, unmirrored(box, shown), shown);
  transform(wanted);
}

/// What the user sees, as it is without the mirror, and back.
Box Loading::unmirrored(Box box, Extent shown) const {
  if (session_.edit.live && model_.frame.status().source.mirrored) box.x = shown.width - box.x - box.width;
  return box;
}

void Loading::remember_input(const std::string& words) {
  model_.settings.add_recent(words);
  model_.host.remember(model_.settings);
}

// ---------------------------------------------------------------- the live source

void Loading::go_live_or_still() {
  Edit& edit = session_.edit;
  edit.live = !edit.live;
  session_.paused = false;
  session_.view.fitted = true;
  if (!edit.live && !samples_) loader_.request(edit.input, edit.transform);
  box_due_ = edit.live && edit.box.area() <= 0;
  keep_box_inside();
}

/// What moves is opened by the frame; the picture behind it stays what it was.
void Loading::take_live_input(const Pending& loaded, const std::string& asked) {
  const Settings& settings = model_.settings;
  const bool any_camera = asked == k_camera && !settings.camera.empty();
  const std::string& words = any_camera ? settings.camera : asked;  // the camera of last time
  if (any_camera) session_.mode = settings.camera_mode;
  const std::string still = samples_ ? session_.edit.input : std::string(k_example_input);
  session_.edit = loaded.edit;
  session_.edit.input = still;
  session_.edit.source = words;
  session_.edit.live = true;
  box_due_ = loaded.place_box;
  session_.view.fitted = true;
  if (loaded.is_new) {
    remember_input(words);
    model_.doing.message.reset();
  }
  if (!samples_) load_example(false);  // because: a stopped source leaves something to see
}

/// A stranger's lesson that is checked must open no camera, and play no file from elsewhere.
void Loading::keep_still() {
  Edit& edit = session_.edit;
  if (!model_.options.rehearses || !edit.live || words_behind(edit.source, k_synthetic)) return;
  model_.say(
      fmt::format("'{}' stays off: checks and slides of a lesson open pictures and the synthetic camera alone", edit.source));
  edit.live = false;
  edit.source = k_synthetic;
}

void Loading::follow_source() {
  const bool of_screen = session_.edit.live && words_behind(session_.edit.source, k_screen);
  if (cameras_.look(model_.now, of_screen)) model_.draw_soon(2);
  const SourceStatus& status = model_.frame.status().source;
  std::optional<Notice>& message = model_.doing.message;
  if (status.trouble != reported_trouble_) {
    if (message && message->text == reported_trouble_) message.reset();
    reported_trouble_ = status.trouble;
    if (!reported_trouble_.empty()) {
      const bool goes_on = status.feed.phase == Phase::running || status.feed.phase == Phase::opening;
      goes_on ? model_.say(reported_trouble_) : model_.say_what_failed(reported_trouble_);
    }
    model_.frames_due = WindowModel::k_frames_after_change;
  }
  if (status.feed.phase == Phase::failed && status.feed.delivered == 0 && session_.edit.live) {
    // because: a window over a source that never gave anything would be a dead end
    session_.edit.live = false;
    session_.edit.source = k_synthetic;
    session_.edit.transform = still_.transform;
    reported_trouble_.clear();
    if (!samples_ && !pending_) load({session_.edit, true, false});
  }
  remember_camera();
  keep_still();
}

void Loading::remember_camera() {
  const FeedStatus& feed = model_.frame.status().source.feed;
  const bool camera = words_behind(session_.edit.source, k_camera).has_value();
  if (!camera || feed.phase != Phase::running || !feed.description.leaves_mark) return;
  Settings& settings = model_.settings;
  if (settings.camera == session_.edit.source && settings.camera_mode == session_.mode) return;
  settings.camera = session_.edit.source;
  settings.camera_mode = session_.mode;
  model_.host.remember(settings);
}

// ---------------------------------------------------------------- sessions

/// options.input, at the start; what goes wrong is a message.
void Loading::begin_with_document() {
  WindowOptions& options = model_.options;
  const std::string words = std::exchange(options.input, {});
  bool places_box = true, keeps_view = false;
  options.of_session = true;
  session_.edit.input = k_example_input;
  try {
    OpenedSession opened = open_session(session_behind(words), base_of(session_));
    opened.session.presenting = session_.presenting;  // because: that may have begun or ended meanwhile
    session_ = std::move(opened.session);
    places_box = opened.places_box;
    keeps_view = opened.keeps_view;
    apply_options(session_, options);
    for (const auto& workspace : model_.workspaces) workspace->opened(session_);
    session_place_ = place_of(opened.file);
    if (!words.starts_with(k_figure_prefix)) remember_input(words);
    say_what_came_of(opened);
  } catch (const std::exception& error) {
    model_.say_what_failed(error.what());
  }
  for (const auto& workspace : model_.workspaces) workspace->begin(session_, options);
  load({session_.edit, places_box, false, nullptr, keeps_view});
}

void Loading::take_session(const SessionFile& file, const std::string& below) {
  std::shared_ptr<OpenedSession> opened;
  try {
    opened = std::make_shared<OpenedSession>(open_session(file, base_of(session_)));
  } catch (const std::exception& error) {
    model_.say_what_failed(error.what());
    if (!samples_) load_example(true);
    return;
  }
  load({opened->session.edit, opened->places_box, false, opened, opened->keeps_view}, below);
}

void Loading::go_back_to(Session before, const std::string& place) {
  before.theme = session_.theme;
  before.ui_scale = session_.ui_scale;
  before.side_panel = session_.side_panel;
  before.reduced_motion = session_.reduced_motion;
  before.display = session_.display;
  const auto opened = std::make_shared<OpenedSession>(OpenedSession{.session = std::move(before), .file = {.name = place}});
  load({opened->session.edit, false, false, opened, true});
}

/// Its picture is there, or another in its place.
void Loading::become(OpenedSession& opened) {
  model_.drop_drags();
  model_.doing.hover.reset();
  opened.session.presenting = session_.presenting;  // because: that may have begun or ended meanwhile
  session_ = std::move(opened.session);
  for (const auto& workspace : model_.workspaces) workspace->opened(session_);
  session_place_ = place_of(opened.file);
  if (!opened.file.name.starts_with(k_figure_prefix)) remember_input(opened.file.name);
  model_.doing.message.reset();
  say_what_came_of(opened);
  model_.draw_soon(WindowModel::k_frames_after_change);
}

void Loading::say_what_came_of(const OpenedSession& opened) {
  if (const std::string& text = opened.reported.empty() ? opened.file.title : opened.reported; !text.empty())
    model_.doing.message = Notice{text, std::nullopt, {}, opened.bad};
}

void Loading::show_paper_item(const PaperItem& item) {
  if (item.shows.empty()) return open(item.opens);
  SessionFile file{.title = fmt::format("{}, {}: {}", item.paper, item.item, item.title),
                   .session = nlohmann::json::parse(item.shows)};
  if (!item.reason.empty()) file.title += ". " + item.reason;
  take_session(file);
}

std::string Loading::session_text(const std::string& place) {
  for (const auto& workspace : model_.workspaces) workspace->keep(session_);
  return text_of(SessionFile{.session = to_json(session_)}, place);
}

void Loading::save_session(std::string file) {
  if (ending_of(file) != k_session_ending) file += k_session_ending;
  try {
    const bool begun =
        model_.write_aside([file, text = session_text(file)] { return saved([&] { return write_file(file, text); }); });
    if (!begun) throw std::runtime_error("another file is being written; save the session when that is done");
    session_place_ = file;
    remember_input(file);
  } catch (const std::exception& error) {
    model_.say(error.what());
  }
}

}  // namespace satscope::app
