// SPDX-License-Identifier: Apache-2.0
// A device file is a file in memory, which holds its buffers one behind the other: so mmap is the system's own.
#include "tests/sources/made_cameras.h"

// clang-format off
#include <cstdio>
#include <jpeglib.h>
// clang-format on
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace satscope::test {
namespace {

using Clock = std::chrono::steady_clock;
using Fault = MadeCamera::Fault;
constexpr std::chrono::milliseconds k_between(5);
constexpr std::uint32_t k_buffer = 1 << 16;  // bytes

struct Device {
  const MadeCamera* camera;
  std::uint8_t* memory = nullptr;
  std::uint32_t count = 0, frames = 0;
  std::array<bool, 8> queued{};
  bool streams = false;
  Clock::time_point due = Clock::now();

  bool gone() const { return camera->fault == Fault::vanishes && frames >= k_frames_before_it_vanishes; }
};
constinit std::array<std::atomic<Device*>, 1024> devices{};
constinit std::atomic<int> in_use{0};

Device* device_of(int descriptor) {
  return descriptor >= 0 && static_cast<std::size_t>(descriptor) < devices.size()
             ? devices[static_cast<std::size_t>(descriptor)].load()
             : nullptr;
}

template <class F>
F* real(const char* name) {
  return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

int fail(int error) {
  errno = error;
  return -1;
}

/// As webcams send it: without Huffman tables.
std::vector<std::uint8_t> jpeg(const MadeCamera& camera) {
  jpeg_compress_struct its{};
  jpeg_error_mgr errors{};
  its.err = jpeg_std_error(&errors);
  jpeg_create_compress(&its);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&its, &bytes, &size);
  its.image_width = camera.width, its.image_height = camera.height;
  its.input_components = 3;
  its.in_color_space = JCS_RGB;
  jpeg_set_defaults(&its);
  jpeg_set_quality(&its, 100, TRUE);
  jpeg_start_compress(&its, TRUE);
  std::vector<std::uint8_t> row;
  for (std::uint32_t x = 0; x < camera.width; ++x)
    for (const std::uint8_t value : k_rgb_parts[x / 16]) row.push_back(value);
  JSAMPROW at = row.data();
  while (its.next_scanline < its.image_height) jpeg_write_scanlines(&its, &at, 1);
  jpeg_finish_compress(&its);
  jpeg_destroy_compress(&its);
  std::vector<std::uint8_t> made{bytes, bytes + 2};
  for (unsigned long i = 2; i + 4 < size;) {
    const unsigned long length = 2 + (bytes[i + 2] * 256UL + bytes[i + 3]);
    if (bytes[i + 1] == 0xDA) {
      made.insert(made.end(), bytes + i, bytes + size);
      break;
    }
    if (bytes[i + 1] != 0xC4) made.insert(made.end(), bytes + i, bytes + i + length);
    i += length;
  }
  std::free(bytes);
  return made;
}

int grey_bits(std::uint32_t fourcc) {
  switch (fourcc) {
    case V4L2_PIX_FMT_Y10: return 10;
    case V4L2_PIX_FMT_Y12: return 12;
    case V4L2_PIX_FMT_Y16: return 16;
    case V4L2_PIX_FMT_GREY: return 8;
    default: return 0;
  }
}
std::uint32_t row_bytes(const MadeCamera& camera) {
  if (camera.fourcc == V4L2_PIX_FMT_MJPEG) return 0;
  const bool one = camera.fourcc == V4L2_PIX_FMT_GREY || camera.fourcc == V4L2_PIX_FMT_SBGGR8;
  return camera.width * (one ? 1 : 2) + camera.padding;
}

/// Returns how many bytes the frame has.
std::uint32_t fill(const MadeCamera& camera, std::uint8_t* to) {
  std::memset(to, 0xEE, k_buffer);
  if (camera.fourcc == V4L2_PIX_FMT_MJPEG) {
    const std::vector<std::uint8_t> bytes = jpeg(camera);
    std::memcpy(to, bytes.data(), bytes.size());
    return static_cast<std::uint32_t>(bytes.size());
  }
  const int bits = grey_bits(camera.fourcc);
  for (std::uint32_t y = 0; y < camera.height; ++y)
    for (std::uint32_t x = 0; x < camera.width; ++x) {
      std::uint8_t* const row = to + y * row_bytes(camera);
      const auto& yuv = k_yuv_parts[x / 16 % 4];
      const std::uint32_t grey = bits ? grey_number(x, y, bits) : yuv[0] | std::uint32_t{yuv[x % 2 ? 2 : 1]} << 8;
      if (bits == 8) {
        row[x] = static_cast<std::uint8_t>(grey);
      } else {
        row[2 * x] = static_cast<std::uint8_t>(grey);
        row[2 * x + 1] = static_cast<std::uint8_t>(grey >> 8);
      }
    }
  return row_bytes(camera) * camera.height;
}

int dequeue(Device& device, v4l2_buffer& buffer) {
  if (device.camera->fault == Fault::silent || Clock::now() < device.due) return fail(EAGAIN);
  for (std::uint32_t i = 0; i < device.count; ++i) {
    if (!device.queued[i]) continue;
    device.queued[i] = false;
    device.due = Clock::now() + k_between;
    buffer.index = i;
    buffer.bytesused = fill(*device.camera, device.memory + std::size_t{i} * k_buffer);
    buffer.flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    if (device.camera->fault == Fault::damaged && device.frames == 0) buffer.flags |= V4L2_BUF_FLAG_ERROR;
    if (device.camera->fault == Fault::damaged && device.frames == 1) buffer.bytesused /= 2;
    buffer.sequence = device.frames++;
    const auto now = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now().time_since_epoch()).count();
    buffer.timestamp = {.tv_sec = now / 1000000, .tv_usec = now % 1000000};
    return 0;
  }
  return fail(EAGAIN);
}

int control(int descriptor, Device& device, unsigned long request, void* value) {
  const MadeCamera& camera = *device.camera;
  if (device.gone()) return fail(ENODEV);
  switch (request & 0xFFFFFFFF) {
    case VIDIOC_QUERYCAP: {
      auto& able = *static_cast<v4l2_capability*>(value);
      able = {};
      std::memcpy(able.card, "A made camera", 14);
      able.device_caps =
          camera.output ? V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_READWRITE : V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
      able.capabilities = able.device_caps;
      able.capabilities |= V4L2_CAP_DEVICE_CAPS;
      return 0;
    }
    case VIDIOC_ENUM_FMT: {
      auto& format = *static_cast<v4l2_fmtdesc*>(value);
      if (format.index) return fail(EINVAL);
      format.pixelformat = camera.fourcc;
      return 0;
    }
    case VIDIOC_G_FMT:
    case VIDIOC_TRY_FMT:
    case VIDIOC_S_FMT: {
      if (camera.fault == Fault::busy && (request & 0xFFFFFFFF) == VIDIOC_S_FMT) return fail(EBUSY);
      auto& pixels = static_cast<v4l2_format*>(value)->fmt.pix;
      if (camera.output) {
        if (static_cast<v4l2_format*>(value)->type != V4L2_BUF_TYPE_VIDEO_OUTPUT) return fail(EINVAL);
        pixels.pixelformat = camera.fourcc;
        pixels.bytesperline = 3 * pixels.width;
        return 0;
      }
      pixels = {};
      pixels.width = camera.width, pixels.height = camera.height;
      pixels.pixelformat = camera.fourcc;
      pixels.field = V4L2_FIELD_NONE;
      pixels.bytesperline = row_bytes(camera);
      pixels.sizeimage = k_buffer;
      pixels.colorspace = V4L2_COLORSPACE_SRGB;
      pixels.priv = V4L2_PIX_FMT_PRIV_MAGIC;
      pixels.ycbcr_enc = camera.coding, pixels.quantization = camera.range;
      return 0;
    }
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
      auto& capture = static_cast<v4l2_streamparm*>(value)->parm.capture;
      capture.capability = V4L2_CAP_TIMEPERFRAME;
      capture.timeperframe = {.numerator = 1, .denominator = 200};
      return 0;
    }
    case VIDIOC_G_INPUT: *static_cast<int*>(value) = 0; return 0;
    case VIDIOC_S_INPUT: return 0;
    case VIDIOC_ENUMINPUT: {
      auto& input = *static_cast<v4l2_input*>(value);
      if (input.index) return fail(EINVAL);
      input = {};
      input.type = V4L2_INPUT_TYPE_CAMERA;
      return 0;
    }
    case VIDIOC_REQBUFS: {
      auto& buffers = *static_cast<v4l2_requestbuffers*>(value);
      buffers.count = std::min<std::uint32_t>(buffers.count, 4);
      const std::size_t bytes = std::size_t{buffers.count} * k_buffer;
      if (device.memory) ::munmap(device.memory, std::size_t{device.count} * k_buffer);
      device.memory = nullptr;
      device.count = buffers.count;
      if (!bytes) return 0;
      if (::ftruncate(descriptor, static_cast<off_t>(bytes))) return -1;
      device.memory = static_cast<std::uint8_t*>(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0));
      return 0;
    }
    case VIDIOC_QUERYBUF: {
      auto& buffer = *static_cast<v4l2_buffer*>(value);
      buffer.length = k_buffer;
      buffer.m.offset = buffer.index * k_buffer;
      buffer.flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
      return 0;
    }
    case VIDIOC_QBUF: device.queued.at(static_cast<v4l2_buffer*>(value)->index) = true; return 0;
    case VIDIOC_DQBUF: return dequeue(device, *static_cast<v4l2_buffer*>(value));
    case VIDIOC_STREAMON:
      in_use += !device.streams;
      device.streams = true;
      return 0;
    case VIDIOC_STREAMOFF:
      in_use -= device.streams;
      device.streams = false;
      return 0;
    default: return fail(ENOTTY);
  }
}

/// -2: none of ours.
int open_made(const char* path) {
  for (const MadeCamera& camera : k_made_cameras) {
    if (camera.device != path) continue;
    const int descriptor = ::memfd_create("camera", MFD_CLOEXEC);
    if (descriptor < 0 || static_cast<std::size_t>(descriptor) >= devices.size()) return descriptor;
    devices[static_cast<std::size_t>(descriptor)] = new Device{&camera};
    ++in_use;
    return descriptor;
  }
  return -2;
}

}  // namespace

int made_cameras_in_use() { return in_use; }

}  // namespace satscope::test

using namespace satscope::test;

// because: the declaration of poll says that it only writes, which is not so of the descriptors
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
extern "C" {

#define SATSCOPE_OPEN(name)                                                                \
  int name(const char* path, int flags, ...) {                                             \
    va_list more;                                                                          \
    va_start(more, flags);                                                                 \
    const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;                \
    va_end(more);                                                                          \
    const int made = open_made(path);                                                      \
    return made != -2 ? made : real<int(const char*, int, ...)>(#name)(path, flags, mode); \
  }
SATSCOPE_OPEN(open)
SATSCOPE_OPEN(open64)

int close(int descriptor) {
  if (Device* const device = device_of(descriptor)) {
    devices[static_cast<std::size_t>(descriptor)] = nullptr;
    if (device->memory) ::munmap(device->memory, std::size_t{device->count} * k_buffer);
    in_use -= 1 + (device->streams && device->gone() ? 1 : 0);  // one that vanished cannot be stopped
    delete device;
  }
  return real<int(int)>("close")(descriptor);
}

int ioctl(int descriptor, unsigned long request, ...) noexcept {
  va_list more;
  va_start(more, request);
  void* const value = va_arg(more, void*);
  va_end(more);
  if (Device* const device = device_of(descriptor)) return control(descriptor, *device, request, value);
  return real<int(int, unsigned long, ...)>("ioctl")(descriptor, request, value);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  static const auto write_file = real<ssize_t(int, const void*, size_t)>("write");
  Device* const device = device_of(descriptor);
  if (!device) return write_file(descriptor, bytes, count);
  if (!device->camera->output || device->gone()) return fail(device->gone() ? ENODEV : EINVAL);
  ++device->frames;
  const char* const name = std::getenv("SATSCOPE_MADE_OUTPUT");
  const int file = name ? real<int(const char*, int, ...)>("open")(name, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  if (file < 0) return fail(EIO);
  const ssize_t written = write_file(file, bytes, count);
  real<int(int)>("close")(file);
  return written;
}

int poll(pollfd* files, nfds_t count, int timeout) {
  Device* const device = count == 1 ? device_of(files->fd) : nullptr;
  if (!device) return real<int(pollfd*, nfds_t, int)>("poll")(files, count, timeout);
  if (device->gone()) {
    files->revents = POLLERR | POLLHUP;
    return 1;
  }
  const auto limit = Clock::now() + std::chrono::milliseconds(timeout);
  const bool silent = device->camera->fault == Fault::silent;
  std::this_thread::sleep_until(silent ? limit : std::min(limit, device->due));
  files->revents = !silent && Clock::now() >= device->due ? POLLIN : 0;
  return files->revents ? 1 : 0;
}

}  // extern "C"
