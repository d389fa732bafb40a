// SPDX-License-Identifier: Apache-2.0
// The words of a picture or a table as shaders read them: a buffer object that OpenGL owns, seen through a buffer texture.
//
//   interop   CUDA writes it: map, enqueue, unmap, each time
//   copy      the host writes it, with what was copied from the GPU
//   cpu       the host writes it, with what it computed
//
// Linear memory, so that an algorithm's output is what is drawn, without another copy.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/core/display_path.h"
#include "kernels/device.h"

namespace satscope::app {

class SharedBuffer {
 public:
  explicit SharedBuffer(DisplayPath path);
  ~SharedBuffer();
  SharedBuffer(SharedBuffer&&) noexcept;
  SharedBuffer& operator=(SharedBuffer&&) noexcept;

  DisplayPath path() const;
  unsigned texture() const;  ///< a GL_TEXTURE_BUFFER of R32UI words
  std::size_t words() const;

  /// Storage for at least `words` words; the content is lost if it has to grow or shrinks a lot. Throws
  /// std::runtime_error if OpenGL has no memory for it.
  void resize(std::size_t words);
  /// The same, after a change to another path where it differs.
  void fit(DisplayPath path, std::size_t words);

  /// Writes words from the host, from word `offset` on. Not on the interop path.
  void upload(std::size_t offset, std::span<const std::uint32_t> from);

  /// Where CUDA may write, until `unmap`. Only on the interop path.
  void* map(const Stream& stream);
  void unmap(const Stream& stream);

  /// The words as they are, for tests; waits.
  std::vector<std::uint32_t> read() const;

  /// The most words that a buffer of the current context shows: OpenGL's own limit, and less where a larger one would
  /// take so long to make that frames come late. SATSCOPE_TEXEL_LIMIT lowers it, for tests.
  static std::size_t most_words();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What is drawn of one frame.
struct ScreenBuffers {
  static constexpr std::size_t k_count = 4;
  SharedBuffer picture{DisplayPath::cpu};
  SharedBuffer result{DisplayPath::cpu};  ///< a table or a filtered picture
  SharedBuffer stage{DisplayPath::cpu};   ///< nothing where there is none, or where it is the table
  SharedBuffer before{DisplayPath::cpu};  ///< what the stage's pass found; nothing where that is the picture

  std::array<SharedBuffer*, k_count> all() { return {&picture, &result, &stage, &before}; }
  /// Makes room in each; what needs no words stays as it is.
  void fit(DisplayPath path, const std::array<std::size_t, k_count>& words);
};

/// Those of them that are mapped are unmapped whatever happens: drawing a mapped buffer is undefined.
class MappedBuffers {
 public:
  MappedBuffers(ScreenBuffers& buffers, const Stream& stream) : buffers_(buffers), stream_(stream) {}
  ~MappedBuffers();
  MappedBuffers(const MappedBuffers&) = delete;
  MappedBuffers& operator=(const MappedBuffers&) = delete;
  void finish();  ///< the checked end

 private:
  ScreenBuffers& buffers_;
  const Stream& stream_;
};

}  // namespace satscope::app
