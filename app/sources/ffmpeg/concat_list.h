// SPDX-License-Identifier: Apache-2.0
// Lists of videos that FFmpeg plays one after the other ("ffconcat"). It opens their parts by itself, so they are looked at
// before. Internal to app/sources/ffmpeg.
#pragma once
#include <string>

namespace satscope::app::ffmpeg {

/// Marks the parts as inputs, also those of lists in the list. Returns why it cannot be played: it leads to itself, or to too
/// many lists; empty if nothing is wrong, or the file is no such list.
std::string judge_concat_list(const std::string& name);

}  // namespace satscope::app::ffmpeg
