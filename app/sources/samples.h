// SPDX-License-Identifier: Apache-2.0
// A still input on the host: the numbers for a table, and the colours for the screen.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "kernels/table.h"
#include "kernels/types.h"

namespace satscope::app {

/// The input cannot be read or does not fit; what() is one sentence that names the file or place and says what is allowed.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `pattern:...` is misspelt or names an unknown pattern: an error of the command line, not of a file.
struct PatternError : InputError {
  using InputError::InputError;
};

/// One number per pixel, by value: 8-bit pictures 0 ... 255 (colour as luma), 16-bit ones 0 ... 65535, tables as written.
struct Samples {
  std::string name;  ///< as the user named it
  Extent extent;
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<double>> values;
  std::vector<std::uint32_t> colours;  ///< RGBA8, R in the lowest byte; empty where the input is grey
  /// The value that is shown as white where 8 bits must do, 0 being black; 0: of 16 bits the largest there is, of doubles the
  /// largest of the picture, whose least is black then.
  double white = 0;
  std::vector<std::string> notes = {};  ///< sentences about peculiarities: turned, reduced to 8 bits, the first of several
  bool reduced = false;                 ///< the file has more than 8 bits a channel, and the values are these in 8 bits

  double value(int x, int y) const;  ///< 0 <= x < width, 0 <= y < height
};

/// Which values of greys become black and white where 8 bits must do.
struct GreyRange {
  bool automatic = true;  ///< the least and the largest of the picture
  double black = 0, white = 0;
  bool operator==(const GreyRange&) const = default;
};

/// The least and the largest value of greys that are not simply 0 to 255. Nothing of a picture in colour, of bytes, and of
/// numbers that are such greys.
std::optional<GreyRange> ends_of_deep_greys(const Samples& samples);

/// Notes that a file of so many bits a channel was read as 8 bits.
void note_reduced(Samples& samples, int bits);

/// How many more bytes the processing of an input of this size takes: asked before it is read, so that an input that is too
/// large is refused early. May throw InputError with a reason of its own.
using BytesAfter = std::function<double(Extent)>;

/// From now on an input may take more than half of the free memory, or long.
void allow_large(bool allowed = true);

/// From now on pictures are not turned as they say (EXIF).
void keep_as_stored(bool wanted = true);
bool kept_as_stored();

/// The files that are read, for sentences and for help.
inline constexpr std::string_view k_file_formats =
    "PNG, JPEG, TIFF, WebP, GIF, BMP, TGA, PGM, PPM, PFM, EXR, HDR, AVIF, HEIC, JPEG XL, a CSV of numbers, an array of NumPy "
    "(.npy)";
/// INPUT of every command: a file of one of these formats, pattern:NAME:WxH[:SEED], or a session, which stands for its picture.
/// Throws InputError, a PatternError where the pattern's words are wrong.
Samples load_input(const std::string& input, const BytesAfter& after = {});

/// A table from the text of a CSV file. name: the subject of sentences. Throws InputError.
Samples numbers_from_text(const std::string& text, const std::string& name);

/// Throws PatternError if the input is an invalid pattern. Reads no file, allocates no memory.
void check_pattern(const std::string& input);

/// The names after `pattern:`, with a word each for help and window.
struct PatternName {
  std::string_view id, title;
  bool picture = false;  ///< drawn in colour, with much to see at any size
};
const std::vector<PatternName>& pattern_names();

/// The pixels as raw elements of this type. Throws InputError that names the first value that does not fit, and its place:
/// integer types take whole numbers in their range; floats take numbers in their range, rounded to the nearest.
std::vector<std::byte> pixels_as(const Samples& samples, Scalar type);

/// The four channels of every pixel, R G B A, as raw elements of this type. Pictures are opaque; grey has three equal channels.
/// Throws InputError if the picture has more than 8 bits or is not a picture.
std::vector<std::byte> four_channels_as(const Samples& samples, Scalar type);

/// A small part for stepping through: the pixels of this box as a picture of their own. Throws InputError with the allowed
/// range if it is not wholly inside.
Samples cut_patch(const Samples& samples, const Box& patch);

}  // namespace satscope::app
