// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/filtered_pictures.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <new>
#include <utility>

#include "app/core/files/read_files.h"
#include "app/sources/files/jpeg_file.h"
#include "app/sources/live/live_open.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

/// Its result in a file; nothing after a stop. Throws std::exception with a sentence.
std::optional<FilteredPicture> filter_picture(const std::string& source, const std::string& file, IfTaken if_taken,
                                              const PicturesRequest& request, PictureFilter& filter, Progress& progress) {
  OpenContext context = request.context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const Opened opened = open_live(source, context);
  if (opened.answer != Answer::frame) throw InputError(opened.why);
  if (opened.input->describe().pace != Pace::request)
    throw InputError(fmt::format("'{}' is no picture: a video is filtered alone, into one file", source));
  Reading reading = opened.input->next();
  if (reading.answer != Answer::frame) throw InputError(reading.why);
  const SourceTransform& transform = request.transform;
  if (transform.crop.area() > 0)
    if (const std::string why = refusal(transform.crop, reading.frame.extent); !why.empty())
      throw InputError(fmt::format("'{}': {}", source, why));
  AtomicFile result(file, if_taken);
  SourceFrame frame = transform.none() ? reading.frame : transformed(reading.frame, transform, heap_block);
  if (!filter.apply(frame.extent, frame.words(), progress)) return {};
  result.write(encode_picture(file, frame.extent, frame.words()));
  result.commit();
  return FilteredPicture{source, result.name(), frame.extent, picture_format(file), opened.input->describe().notes};
}

}  // namespace

std::string free_filtered_folder(const std::string& folder, const std::string& in) {
  std::error_code unknown;
  const fs::path place = fs::weakly_canonical(folder, unknown);
  const std::string name = (place.has_filename() ? place : place.parent_path()).filename().string();
  const std::string stem = (name.empty() ? "pictures" : name) + "-filtered";
  for (int number = 1;; ++number) {
    const fs::path free = fs::path(in) / (number == 1 ? stem : fmt::format("{}-{}", stem, number));
    if (!fs::exists(fs::symlink_status(free, unknown))) return free.string();
  }
}

std::string ResultNames::of(const std::string& picture) {
  const fs::path source(picture);
  const std::string ending = is_picture_name(picture) ? source.extension().string() : ".png";
  const std::string stem = source.stem().string() + (folder_.empty() ? "-result" : "");
  const auto named = [&](const std::string& name) { return folder_.empty() ? name : (fs::path(folder_) / name).string(); };
  std::string name = named(stem + ending);
  for (int number = 2; !given_.insert(name).second; ++number) name = named(fmt::format("{}-{}{}", stem, number, ending));
  return name;
}

PicturesDone filter_pictures(const PicturesRequest& request, PictureFilter& filter, const std::stop_token& stop,
                             const std::function<void(std::size_t)>& say) {
  std::error_code error;
  if (!request.folder.empty()) fs::create_directories(request.folder, error);
  if (error) throw WriteError(fmt::format("the folder '{}' cannot be made: {}", request.folder, error.message()));
  for (const std::string& picture : request.pictures) mark_as_input(picture);
  ResultNames names(request.folder);
  Progress progress;
  const std::stop_callback<std::function<void()>> cancel(stop, [&] { progress.cancelled = true; });
  PicturesDone done;
  for (std::size_t i = 0; i < request.pictures.size() && !stop.stop_requested(); ++i) {
    const std::string& picture = request.pictures[i];
    try {
      // because: what is in a folder of the user's is asked for by name, what is here has another name
      const IfTaken if_taken = request.folder.empty() ? IfTaken::count_up : IfTaken::replace;
      if (auto one = filter_picture(picture, names.of(picture), if_taken, request, filter, progress))
        done.written.push_back(std::move(*one));
    } catch (const std::bad_alloc&) {
      done.failed.push_back(fmt::format("'{}': there is not enough memory", picture));
    } catch (const std::exception& why) {
      if (!stop.stop_requested()) done.failed.emplace_back(why.what());
    }
    say(i + 1);
  }
  done.stopped = stop.stop_requested();
  return done;
}

}  // namespace satscope::app
