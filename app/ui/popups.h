// SPDX-License-Identifier: Apache-2.0
// What lies over the window for a moment: the dialog to open a picture, to go to a pixel, the key sheet.
#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/ui/ui.h"

namespace satscope::app {

/// Which popup is open. At most one is; Esc closes it.
enum class Popup : std::uint8_t { none, open, go_to_pixel, key_sheet };

class Popups {
 public:
  void show(Popup popup);
  void close() { closing_ = true; }
  Popup open() const { return closing_ ? Popup::none : wanted_; }
  void draw(Ui& ui, double width, double height);

 private:
  struct Entry {
    std::string name;
    bool folder;
  };
  void draw_open(Ui& ui);
  void draw_go_to_pixel(Ui& ui);
  void list_folder();

  Popup wanted_ = Popup::none;
  bool fresh_ = false;    ///< has not been drawn yet
  bool closing_ = false;  ///< goes when it is drawn next
  std::string path_;
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::array<int, 2> pixel_{};
};

void draw_key_sheet(Ui& ui, float width);

}  // namespace satscope::app
