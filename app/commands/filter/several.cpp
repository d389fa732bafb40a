// SPDX-License-Identifier: Apache-2.0
#include "app/commands/filter/several.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <set>
#include <stdexcept>

#include "app/commands/shared/command.h"
#include "app/commands/shared/output.h"
#include "app/commands/shared/progress_line.h"
#include "kernels/plural.h"

namespace satscope::app {

bool names_a_folder(const std::string& output, bool several) {
  if (output.empty() || output == "-") return false;
  std::error_code unknown;
  return output.back() == '/' || std::filesystem::is_directory(output, unknown) || (several && ending_of(output).empty());
}

Json files_json(const std::vector<FilteredPicture>& written) {
  Json files = Json::array();
  for (const FilteredPicture& one : written) files.push_back({{"input", one.source}, {"output", one.file}});
  return files;
}

void filter_several(const PicturesRequest& request, PictureFilter& filter, const Interruption& interruption, const Json* json) {
  ProgressLine line;
  const std::size_t all = request.pictures.size();
  const PicturesDone done = filter_pictures(request, filter, interruption.token(), [&](std::size_t count) {
    line.say(fmt::format("{} of {}", count, counted(all, "picture")));
  });
  line.clear();
  for (const FilteredPicture& one : done.written)
    for (const std::string& remark : one.notes) note(fmt::format("'{}': {}", one.source, remark));
  const std::string where = request.folder.empty() ? "here, as NAME-result" : fmt::format("in '{}'", request.folder);
  const std::string kept = fmt::format("{} of {} {} {}", done.written.size(), counted(all, "picture"),
                                       done.written.size() == 1 ? "is" : "are", where);
  if (done.stopped)
    throw Interrupted(interruption.signal(), fmt::format("stopped by {}; {}", name_of_signal(interruption.signal()), kept));
  if (!done.written.empty()) {
    note(all == done.written.size() ? fmt::format("{} {}", counted(all, "picture"), where) : kept);
    if (json) {
      std::set<std::string> formats;
      for (const FilteredPicture& one : done.written) formats.insert(one.format);
      Json whole = *json;
      whole.update({{"w", done.written.back().extent.width},
                    {"h", done.written.back().extent.height},
                    {"frames", done.written.size()},
                    {"format", fmt::format("{}", fmt::join(formats, ", "))},
                    {"algorithm", filter.choice().algorithm->id},
                    {"machine", id_of(filter.choice().machine)},
                    {"files", files_json(done.written)}});
      print_json(whole);
    }
  }
  if (!done.failed.empty())
    throw std::runtime_error(fmt::format(
        "{} no result: {}", done.failed.size() == 1 ? "1 picture has" : fmt::format("{} pictures have", done.failed.size()),
        fmt::join(done.failed, "; ")));
}

}  // namespace satscope::app
