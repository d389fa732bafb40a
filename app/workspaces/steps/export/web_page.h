// SPDX-License-Identifier: Apache-2.0
// Steps as a web page: one file that plays them in a browser, offline, with nothing from outside. assets/web/page.html is the
// page; here is what it shows, as data.
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/drawing/page.h"
#include "app/workspaces/steps/export/packed_drawings.h"
#include "app/workspaces/steps/export/page.h"
#include "app/workspaces/steps/trace/run_cost.h"

namespace satscope::app {

/// Steps `first` to `last` of one story, drawn one at a time: each for a desk and for a phone, in both themes.
class WebRun {
 public:
  /// desk: size of a page. Scans that are shown as grids are shown as trees, too.
  WebRun(const StepsPage& page, Extent desk, std::size_t first, std::size_t last);

  /// Draws the next step into `drawings`, and its source into `sources`. False: that was the last.
  bool go_on(PackedDrawings& drawings, nlohmann::json& sources);
  std::size_t done() const { return steps_.size(); }
  std::size_t all() const { return last_ - first_ + 1; }

  /// For the page's data: buffers, phases, views, steps.
  nlohmann::json data() const;
  /// The sentences of all steps as HTML, phase by phase.
  std::string transcript() const;
  const Story& story() const { return *story_; }

 private:
  /// A view of the story, as large as a page of the desk or of a phone.
  struct Layout {
    Layout(const StepsPage& page, Extent whole) : pages(page.shared_story(), page.look()), paper(whole), size(whole) {}
    StepsPage pages;
    SvgPage paper;
    Extent size;
    double em = 0;                                    ///< of what is painted on it
    nlohmann::json panels = nlohmann::json::array();  ///< grids of cells, each arrangement once
  };
  nlohmann::json drawn(Layout& layout, std::size_t step, PackedDrawings& drawings);
  nlohmann::json code(const StepsState& steps, nlohmann::json& sources) const;
  nlohmann::json step_json(const StepsState& steps, std::size_t step, nlohmann::json& sources) const;

  std::shared_ptr<const Story> story_;
  std::size_t first_, last_;
  bool essential_;
  std::vector<std::unique_ptr<Layout>> layouts_;  // of each view the desk's and the phone's
  std::vector<std::string> views_;                // their names
  std::vector<RunCost> costs_;
  nlohmann::json steps_ = nlohmann::json::array();
};

/// What the page shows besides its data.
struct WebText {
  std::string title, about;  ///< plain text
  std::string body;          ///< HTML; `<div class="player" data-player="0">` is where the first player goes
};

/// One player of a page.
struct WebPlayer {
  std::size_t run = 0, step = 0;  ///< step: shown first
};

/// The page as a file. Everything but `body` is escaped.
std::string web_page(const WebText& text, const std::vector<nlohmann::json>& runs, const std::vector<WebPlayer>& players,
                     const PackedDrawings& drawings, const nlohmann::json& sources);

/// The text of assets/web/<name>. Throws std::logic_error if there is none of that name.
std::string_view web_asset(std::string_view name);

}  // namespace satscope::app
