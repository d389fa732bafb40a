// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

struct stat;

namespace satscope::app {

/// A file cannot be written; what() is one sentence that names it.
struct WriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes to another name and takes the wanted name on `commit`; without commit nothing is left behind, and an existing file
/// stays. A link's target is replaced and the link stays; a replaced file passes on its mode, and its owner where permitted.
/// Devices, pipes and our own standard output are written directly. Everything here throws WriteError.
class AtomicFile {
 public:
  /// Fails here, before anything costly is computed, if the place cannot be written.
  explicit AtomicFile(std::string name);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  bool seekable() const { return !straight_; }
  /// Where the next write goes; not for devices and pipes.
  void seek(std::int64_t offset);
  /// Keeps room on the disk for a file of so many bytes, until commit; false: there is none. True also where the file system
  /// keeps no room.
  bool reserve(std::int64_t bytes);
  void commit();

 private:
  void open_draft(const std::string& folder);
  void take_after(const struct stat& there);
  bool name_draft();            ///< gives a file without a name the wanted one, true, or a draft's, false
  std::string unnamed() const;  ///< how to reach a file that has no name
  [[noreturn]] void fail(int error) const;

  std::string name_;       ///< as the user named it
  std::string target_;     ///< what that name stands for, links followed
  std::string temporary_;  ///< the name it has until commit; empty if it has none
  int descriptor_ = -1;
  bool reserved_ = false;
  bool straight_ = false;  ///< no name to take: a device, a pipe, standard output
};

/// The ending of a name in lower case, with its dot: ".png"; empty if there is none.
std::string ending_of(const std::string& name);

/// A whole file at once.
void write_file(const std::string& name, std::span<const std::byte> bytes);
void write_file(const std::string& name, std::string_view text);

}  // namespace satscope::app
