// SPDX-License-Identifier: Apache-2.0
// The one function of the module that calls OpenImageIO.
#pragma once
#include <cstddef>

extern "C" {

/// What the reader of a picture brings, and learns.
struct SatscopeReader {
  void* user;
  /// Called once with the size, before anything is decoded: gives the place for width * height * channels numbers of type
  /// b (8 bits), w (16 bits) or d (doubles); null to stop.
  void* (*begin)(void* user, int width, int height, int channels, char type);
  bool more;     ///< the file has further pictures behind this one
  bool unknown;  ///< this OpenImageIO has no reader of the format
};

/// Reads the first picture of a file, whose format is a name of OpenImageIO's ("tiff"). Returns null, or an error message,
/// which lives until this thread's next call. After begin returned null the result is null too.
const char* satscope_read_picture(const char* format, const void* bytes, std::size_t size, SatscopeReader* reader);
}
