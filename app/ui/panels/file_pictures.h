// SPDX-License-Identifier: Apache-2.0
// Small pictures of the files of a dialog, made one after the other on a thread of their own.
#pragma once
#include <filesystem>
#include <map>
#include <memory>

#include "app/core/newest_worker.h"
#include "app/pipeline/shown.h"
#include "app/render/picture_texture.h"

namespace satscope::app {

class FilePictures {
 public:
  /// Null: not there yet, or the file is broken or very large. Asks for the first of a frame that is not there.
  const PictureTexture* of(const std::filesystem::path& file);
  /// Once per frame: takes what was made, and begins the next.
  void step();
  bool busy() const { return worker_.busy(); }
  void forget() { made_.clear(); }

 private:
  std::map<std::filesystem::path, std::unique_ptr<PictureTexture>> made_;  ///< null: there is none
  std::filesystem::path wanted_, making_;
  NewestWorker<PictureWords> worker_;
};

}  // namespace satscope::app
