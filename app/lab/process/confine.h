// SPDX-License-Identifier: Apache-2.0
// What the kernel forbids a student's program. Everything is prepared before the fork, because only system calls are safe after
// it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

struct sock_filter;

namespace satscope::app::lab {

class Confinement {
 public:
  /// What a program needs: on the GPU also threads, and to write to its devices and to its own /proc.
  enum Needs : bool { k_cpu, k_gpu };

  /// folder: the only one in which files may be written. program: the path with which execve may be called, this very memory.
  Confinement(const std::string& folder, const char* program, Needs needs);
  ~Confinement();
  Confinement(const Confinement&) = delete;
  Confinement& operator=(const Confinement&) = delete;

  /// In the child. False if the kernel refuses.
  bool apply();
  /// Whether the kernel watches folders (Landlock); else no file may be opened for writing.
  bool watches_folders() const { return ruleset_ >= 0; }

 private:
  Needs needs_;
  std::uint64_t writing_ = 0;  ///< the rights that the rules are about
  int ruleset_ = -1;
  std::size_t own_process_ = 0;  ///< instruction that takes the process's own number; set while filter_ is made
  std::vector<sock_filter> filter_;
};

}  // namespace satscope::app::lab
