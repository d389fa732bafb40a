// SPDX-License-Identifier: Apache-2.0
// What a filter is for, as a picture: its example before it and after it, beside each other. Made on a thread when one looks at
// the filter, and kept.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/core/newest_worker.h"
#include "app/pipeline/shown.h"
#include "app/render/picture_texture.h"

namespace satscope::app {

/// Before, a gap, after; as wide as two pictures of at most `longest_side`. Throws std::exception with a sentence where the
/// filter has no example that shows it so.
PictureWords before_and_after(std::string_view filter, int longest_side, Progress& progress);

class BeforeAfter {
 public:
  /// What is looked at in this frame; null until its picture is there, or for ever where there is none.
  const PictureTexture* of(std::string_view filter);
  /// Begins what was asked for, and takes what is finished: then true. Needs the current OpenGL context.
  bool step();
  bool busy() const { return !wanted_.empty() || worker_.busy(); }

 private:
  std::map<std::string, std::unique_ptr<PictureTexture>, std::less<>> made_;  ///< null: there is none
  std::string wanted_, making_;
  NewestWorker<PictureWords> worker_;
};

}  // namespace satscope::app
