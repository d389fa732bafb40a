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

/// What happens on `commit` to a file that already has the name.
enum class IfTaken : std::uint8_t {
  replace,
  count_up,  ///< it stays: the new file takes the next number that is free, as next_name counts
};

/// Whether a name to write means the standard output: "-", or "-.svg", where the ending says the format.
bool is_standard_output(const std::string& name);
/// Whether a file goes there: then what else is printed goes to stderr.
bool standard_output_is_taken();

/// Writes to another name and takes the wanted name on `commit`; without commit nothing is left behind, and an existing file
/// stays. A link's target is replaced and the link stays; a replaced file passes on its mode, and its owner where permitted.
/// Devices, pipes and our own standard output ("-", too) are written directly. An input (read_files.h) is never replaced. Once
/// committed, a file survives a crash of the system. Everything here throws WriteError.
class AtomicFile {
 public:
  /// Fails here, before anything costly is computed, if the place cannot be written.
  explicit AtomicFile(std::string name, IfTaken if_taken = IfTaken::replace);
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
  /// Does not wait for the disk on commit: for what is written many times a second, and worth nothing after a crash.
  void stay_unsynced() { synced_ = false; }
  void commit();
  /// As commit, under another name in the same folder. False: something has that name, and another one can be tried.
  bool commit_as(const std::string& name);
  /// As it was asked for; once committed, the one that it got.
  const std::string& name() const { return name_; }

 private:
  void open_draft(const std::string& folder);
  void take_after(const struct stat& there);
  void complete();  ///< the bytes, before the file gets its name
  void replace();   ///< what has the name already
  bool take(const std::string& name);
  void close();
  void sync_folder() const;
  bool name_draft();            ///< gives a file without a name the wanted one, true, or a draft's, false
  std::string unnamed() const;  ///< how to reach a file that has no name
  void spare_inputs(const std::string& file) const;
  [[noreturn]] void fail(int error) const;

  std::string name_;       ///< as the user named it
  std::string target_;     ///< what that name stands for, links followed
  std::string temporary_;  ///< the name it has until commit; empty if it has none
  int descriptor_ = -1;
  IfTaken if_taken_;
  bool reserved_ = false, synced_ = true;
  bool straight_ = false;  ///< no name to take: a device, a pipe, standard output
};

/// While one of these lives, this process writes no file: AtomicFile takes what is written and keeps nothing. For acts that are
/// played, not done.
class WriteNothing {
 public:
  WriteNothing();
  ~WriteNothing();
  WriteNothing(const WriteNothing&) = delete;
  WriteNothing& operator=(const WriteNothing&) = delete;
  static bool in_force();
};

/// The ending of a name in lower case, with its dot: ".png"; empty if there is none.
std::string ending_of(const std::string& name);

/// A whole file at once. Returns the name that it got.
std::string write_file(const std::string& name, std::span<const std::byte> bytes, IfTaken if_taken = IfTaken::replace);
std::string write_file(const std::string& name, std::string_view text, IfTaken if_taken = IfTaken::replace);

/// The stem, a number and the ending: a name that nothing has now. Write it with IfTaken::count_up, because another program may
/// be faster.
std::string free_name(std::string_view stem, std::string_view ending);
/// The number before the ending, one larger: "a-9.png", "a-10.png"; "a.png", "a-2.png".
std::string next_name(const std::string& name);
/// Renames a file, unless something has the new name: then false. Both are in one folder.
bool rename_to_free(const std::string& from, const std::string& to);

}  // namespace satscope::app
