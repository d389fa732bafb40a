// SPDX-License-Identifier: Apache-2.0
// Many pictures through a chain, each into a file of its own that keeps its name.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "app/core/files/atomic_file.h"
#include "app/sources/live/live_input.h"
#include "app/sources/picture_filter.h"

namespace satscope::app {

/// The pictures of a folder with their whole paths, as `open_folder` has them. Throws InputError if it has none.
std::vector<std::string> pictures_in(const std::string& folder);

/// "holiday-filtered", or "holiday-filtered-2" and so on where something has that name already. in: the folder that it will be
/// in; empty: here.
std::string free_filtered_folder(const std::string& folder, const std::string& in = {});

/// Names of results: "photo.jpg" in the folder, or "photo-result.jpg" here without one. What was neither JPEG nor PNG becomes
/// PNG, and a second one of a name gets a number.
class ResultNames {
 public:
  explicit ResultNames(std::string folder) : folder_(std::move(folder)) {}
  std::string of(const std::string& picture);

 private:
  std::string folder_;
  std::set<std::string> given_;
};

struct FilteredPicture {
  std::string source, file;
  Extent extent;
  std::string format;
  std::vector<std::string> notes;  ///< of the source
};

struct PicturesRequest {
  std::vector<std::string> pictures;
  std::string folder;  ///< made where it is missing; empty: here
  SourceTransform transform = {};
  OpenContext context = {};
};

struct PicturesDone {
  std::vector<FilteredPicture> written;
  std::vector<std::string> failed;  ///< sentences, each of a picture that has no result
  bool stopped = false;
};

/// Goes on after a picture that fails. say: how many are done. Throws WriteError if the folder cannot be made.
PicturesDone filter_pictures(const PicturesRequest& request, PictureFilter& filter, const std::stop_token& stop,
                             const std::function<void(std::size_t)>& say);

}  // namespace satscope::app
