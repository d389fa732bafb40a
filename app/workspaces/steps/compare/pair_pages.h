// SPDX-License-Identifier: Apache-2.0
// Two at once as pages: one beside the other.
#pragma once
#include <vector>

#include "app/workspaces/steps/compare/pair.h"
#include "app/workspaces/steps/export/page.h"

namespace satscope::app {

class PairPages final : public Pages {
 public:
  /// course: as of the clock of both; positions are its places.
  PairPages(std::shared_ptr<const Story> first, std::shared_ptr<const Story> second, std::vector<PairPlace> course,
            const PageLook& look);
  void paint(Drawing& drawing, const Area& page, std::size_t position, double arrived) override;
  void paint_strip(Drawing& drawing, const Area& page, std::size_t first, std::size_t last) override;
  std::string title(std::size_t position) override;
  std::string caption(std::size_t position) override;

 private:
  StepsPage first_, second_;
  std::vector<PairPlace> course_;
};

}  // namespace satscope::app
