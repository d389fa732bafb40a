// SPDX-License-Identifier: Apache-2.0
#include "app/render/shared_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "app/render/gl/gl.h"
#include "app/render/interop.h"
#include "app/render/renderer.h"

namespace satscope::app {

namespace {

constexpr std::size_t k_most_in_hardware = std::size_t{1} << 26;  // 256 MB
constexpr std::size_t k_most_in_software = std::size_t{1} << 24;  // 64 MB

}  // namespace

struct SharedBuffer::State {
  DisplayPath path;
  gl::Texture texture;
  gl::Buffer buffer;
  std::optional<CudaBuffer> registration;  // after `buffer`, so that it ends first
  std::size_t words = 0;
  void* mapped = nullptr;
};

SharedBuffer::SharedBuffer(DisplayPath path) : state_(std::make_unique<State>()) { state_->path = path; }
SharedBuffer::~SharedBuffer() = default;
SharedBuffer::SharedBuffer(SharedBuffer&&) noexcept = default;
SharedBuffer& SharedBuffer::operator=(SharedBuffer&&) noexcept = default;

DisplayPath SharedBuffer::path() const { return state_->path; }
unsigned SharedBuffer::texture() const { return state_->texture.name(); }
std::size_t SharedBuffer::words() const { return state_->words; }

void SharedBuffer::resize(std::size_t words) {
  State& s = *state_;
  words = std::max<std::size_t>(words, 1);
  if (words <= s.words && words >= s.words / 4) return;
  // new objects, not new storage: a registration holds on to the storage it was made with
  s.registration.reset();
  s.words = 0;
  s.mapped = nullptr;
  s.texture = gl::make_texture();
  s.buffer = gl::make_buffer();
  glBindBuffer(GL_TEXTURE_BUFFER, s.buffer.name());
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(words * sizeof(std::uint32_t)), nullptr, GL_DYNAMIC_DRAW);
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  glBindTexture(GL_TEXTURE_BUFFER, s.texture.name());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, s.buffer.name());
  glBindTexture(GL_TEXTURE_BUFFER, 0);
  gl::check("making a buffer for the screen");
  if (s.path == DisplayPath::interop) s.registration.emplace(s.buffer.name());
  s.words = words;
}

void SharedBuffer::fit(DisplayPath path, std::size_t words) {
  if (state_->path != path) *this = SharedBuffer(path);
  resize(words);
}

void SharedBuffer::upload(std::size_t offset, std::span<const std::uint32_t> from) {
  if (state_->path == DisplayPath::interop) throw std::logic_error("the host does not write a buffer that CUDA shares");
  if (offset + from.size() > state_->words) throw std::logic_error("an upload is larger than its buffer");
  glBindBuffer(GL_TEXTURE_BUFFER, state_->buffer.name());
  glBufferSubData(GL_TEXTURE_BUFFER, static_cast<GLintptr>(offset * sizeof(std::uint32_t)),
                  static_cast<GLsizeiptr>(from.size_bytes()), from.data());
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  gl::check("an upload");
}

void* SharedBuffer::map(const Stream& stream) {
  if (!state_->registration) throw std::logic_error("only a buffer of the interop path can be mapped");
  if (!state_->mapped) state_->mapped = state_->registration->map(stream);
  return state_->mapped;
}

void SharedBuffer::unmap(const Stream& stream) {
  if (!state_->mapped) return;
  state_->mapped = nullptr;
  state_->registration->unmap(stream);
}

std::vector<std::uint32_t> SharedBuffer::read() const {
  std::vector<std::uint32_t> words(state_->words);
  glBindBuffer(GL_TEXTURE_BUFFER, state_->buffer.name());
  glGetBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(words.size() * sizeof(std::uint32_t)), words.data());
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  gl::check("reading a buffer back");
  return words;
}

std::size_t SharedBuffer::most_words() {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
  // software fills new memory with zeros, at about a millisecond per 3 MB
  const std::size_t words = std::min(static_cast<std::size_t>(std::max(most, 1)),
                                     draws_in_software(renderer_name()) ? k_most_in_software : k_most_in_hardware);
  const char* limit = std::getenv("SATSCOPE_TEXEL_LIMIT");
  return limit ? std::clamp<std::size_t>(std::strtoull(limit, nullptr, 10), 2, words) : words;
}

void ScreenBuffers::fit(DisplayPath path, const std::array<std::size_t, k_count>& words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i]) all()[i]->fit(path, words[i]);
}

MappedBuffers::~MappedBuffers() {
  try {
    finish();
  } catch (const std::exception&) {
    // only while another error is on its way
  }
}
void MappedBuffers::finish() {
  for (SharedBuffer* buffer : buffers_.all()) buffer->unmap(stream_);
}

}  // namespace satscope::app
