// SPDX-License-Identifier: Apache-2.0
// What the papers show, item by item, and how to see it here: assets/papers.json.
#pragma once
#include <span>
#include <string>

namespace satscope::app {

/// An algorithm, a figure or a table of a paper.
struct PaperItem {
  std::string paper;   ///< "Chen et al. 2018"
  std::string item;    ///< "Figure 2a"
  std::string kind;    ///< algorithm, figure, table
  std::string title;   ///< what it shows, in a few words of ours
  std::string opens;   ///< what follows `satscope` on a command line that shows it live; empty: nothing can
  std::string reason;  ///< a sentence: why not, or what stands in for the paper's own; may be empty beside `opens`
  std::string shows;   ///< members of a session, as JSON, by which the window shows it; empty: a figure that `opens` names, or
                       ///< nothing can
  /// Whether the window can show it.
  bool is_live() const { return !shows.empty() || !opens.empty(); }
};

/// In the order of the papers. Throws std::logic_error if the embedded data are broken.
std::span<const PaperItem> paper_items();

}  // namespace satscope::app
