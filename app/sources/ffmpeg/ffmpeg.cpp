// SPDX-License-Identifier: Apache-2.0
#include "app/sources/ffmpeg/ffmpeg.h"

#include <array>
#include <cstdarg>
#include <mutex>

namespace satscope::app::ffmpeg {
namespace {

thread_local LogCapture* listener = nullptr;

void on_log(void* whose, int level, const char* format, va_list arguments) {
  if (level > AV_LOG_WARNING || !listener) return;
  std::array<char, 512> line{};
  int print_prefix = 0;  // of which object speaks: addresses do not help
  av_log_format_line2(whose, level, format, arguments, line.data(), static_cast<int>(line.size()), &print_prefix);
  std::string text = line.data();
  text.erase(text.find_last_not_of(" \r\n.") + 1);
  listener->add(level, text);
}

}  // namespace

std::string reason_of(int error) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  if (av_strerror(error, text.data(), text.size()) < 0) return "error " + std::to_string(error);
  std::string reason = text.data();
  if (!reason.empty()) reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
  return reason;
}

LogCapture::LogCapture() : outer_(listener) {
  static std::once_flag once;
  std::call_once(once, [] { av_log_set_callback(on_log); });
  listener = this;
}

LogCapture::~LogCapture() { listener = outer_; }

void LogCapture::add(int level, const std::string& line) {
  // FFmpeg's messages; lists of files are stricter than protocols and refuse earlier
  const bool foreign_file = line.find("Unsafe file name") != line.npos && line.find("://") != line.npos;
  if (foreign_file || line.find("not on whitelist") != line.npos) refused_protocol_ = true;
  if (level <= AV_LOG_ERROR && !line.empty()) last_ = line;
}

}  // namespace satscope::app::ffmpeg
