// SPDX-License-Identifier: Apache-2.0
// The only file that includes OpenImageIO: a separate library, loaded by other_picture.cpp.
#include "app/sources/openimageio/module.h"

#include <OpenImageIO/imageio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>

namespace {

/// The bytes as a file without a place. (Because: some readers take names only, and a name may have a meaning of its own.)
class MemoryFile {
 public:
  MemoryFile(const void* bytes, std::size_t size) : descriptor_(::memfd_create("picture", MFD_CLOEXEC)) {
    for (std::size_t done = 0; descriptor_ >= 0 && done < size;) {
      const ssize_t count = ::write(descriptor_, static_cast<const char*>(bytes) + done, size - done);
      if (count <= 0) throw std::bad_alloc();
      done += static_cast<std::size_t>(count);
    }
  }
  ~MemoryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  std::string name() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

char letter_of(const OIIO::TypeDesc& type) {
  switch (type.basetype) {
    case OIIO::TypeDesc::UINT8: return 'b';
    case OIIO::TypeDesc::UINT16: return 'w';
    default: return 'd';
  }
}

/// As they are stored, in doubles. (Because: OpenImageIO's own conversion scales whole numbers to 0 ... 1.)
template <class T>
void widen(const std::byte* from, std::size_t count, double* to) {
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, from + i * sizeof(T), sizeof(T));
    to[i] = static_cast<double>(value);
  }
}

bool widen(const OIIO::TypeDesc& type, const std::byte* from, std::size_t count, double* to) {
  switch (type.basetype) {
    case OIIO::TypeDesc::INT8: return widen<std::int8_t>(from, count, to), true;
    case OIIO::TypeDesc::INT16: return widen<std::int16_t>(from, count, to), true;
    case OIIO::TypeDesc::UINT32: return widen<std::uint32_t>(from, count, to), true;
    case OIIO::TypeDesc::INT32: return widen<std::int32_t>(from, count, to), true;
    case OIIO::TypeDesc::FLOAT: return widen<float>(from, count, to), true;
    case OIIO::TypeDesc::DOUBLE: return widen<double>(from, count, to), true;
    default: return false;
  }
}

thread_local std::string t_error;

const char* failed(std::string why) {
  t_error = why.empty() ? "it cannot be decoded" : std::move(why);
  return t_error.c_str();
}

const char* read(const char* format, const void* bytes, std::size_t size, SatscopeReader& reader) {
  const MemoryFile file(bytes, size);
  const std::unique_ptr<OIIO::ImageInput> input = OIIO::ImageInput::create(format);
  if (!input) {
    reader.unknown = true;
    return failed(OIIO::geterror());
  }
  OIIO::ImageSpec spec, request;
  request["oiio:UnassociatedAlpha"] = 1;  // colours as they are stored
  if (!input->open(file.name(), spec, request)) return failed(input->geterror());
  if (spec.width < 1 || spec.height < 1 || spec.depth > 1 || spec.nchannels < 1) return failed("it has no pixels");
  OIIO::TypeDesc type = spec.format;
  if (type.basetype == OIIO::TypeDesc::HALF) type = OIIO::TypeDesc::FLOAT;  // which holds all of them
  const char letter = letter_of(type);
  void* const place = reader.begin(reader.user, spec.width, spec.height, spec.nchannels, letter);
  if (!place) return nullptr;  // the reader knows why
  bool done = false;
  if (letter != 'd') {
    done = input->read_image(0, 0, 0, spec.nchannels, type, place);
  } else {
    const std::size_t count = spec.image_pixels() * static_cast<std::size_t>(spec.nchannels);
    const auto raw = std::make_unique<std::byte[]>(count * type.size());
    done = input->read_image(0, 0, 0, spec.nchannels, type, raw.get());
    if (done && !widen(type, raw.get(), count, static_cast<double*>(place)))
      return failed(std::string("numbers of the type ") + type.c_str() + " are not supported");
  }
  if (!done) return failed(input->geterror());
  reader.more = input->seek_subimage(1, 0);
  input->geterror();  // because: an error that is not asked for is printed
  return nullptr;
}

}  // namespace

extern "C" const char* satscope_read_picture(const char* format, const void* bytes, std::size_t size, SatscopeReader* reader) {
  try {
    return read(format, bytes, size, *reader);
  } catch (const std::exception& error) {
    return failed(error.what());
  }
}
