// SPDX-License-Identifier: Apache-2.0
// Several pictures, or all of a folder: results keep the names of their pictures.
#pragma once
#include <string>
#include <vector>

#include "app/commands/shared/interruption.h"
#include "app/core/ordered_json.h"
#include "app/sources/live/filtered_pictures.h"

namespace satscope::app {

/// Whether `output` can only be a folder: it ends with a slash, is one, or has no ending where there are several results.
bool names_a_folder(const std::string& output, bool several);

/// Filters them, and says how many went where. Throws std::runtime_error if a picture has no result, Interrupted after a
/// signal. json: also what was written, with these members first.
void filter_several(const PicturesRequest& request, PictureFilter& filter, const Interruption& interruption, const Json* json);

/// The member "files" of what was written.
Json files_json(const std::vector<FilteredPicture>& written);

}  // namespace satscope::app
