// SPDX-License-Identifier: Apache-2.0
// What lies over the window for a moment: the dialogs to open a picture or a session, to save a session or slides, to go to a
// pixel; the key sheet; the glossary; the papers.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/panels/file_pictures.h"
#include "app/ui/ui.h"

namespace satscope::app {

/// Which popup is open. At most one is; Esc closes it.
enum class Popup : std::uint8_t { none, open, save, slides, go_to_pixel, key_sheet, glossary, papers };

class Popups {
 public:
  /// file: which the dialog begins with, where it saves one.
  void show(Popup popup, const std::filesystem::path& file = {});
  void close() { closing_ = true; }
  Popup open() const { return closing_ ? Popup::none : wanted_; }
  /// place: over which it lies.
  void draw(Ui& ui, const Area& place);

 private:
  struct Entry {
    std::string name;
    bool folder;
  };
  void draw_open(Ui& ui);
  void draw_save(Ui& ui);
  /// The folder's files. The one that was chosen, if one was. nothing: what is there where there is none.
  std::optional<std::filesystem::path> draw_files(Ui& ui, float height, const char* nothing);
  bool draw_entry(Ui& ui, const Entry& entry);  ///< true: it was chosen
  /// The folder's name, and the way to others.
  void draw_places(Ui& ui);
  std::filesystem::path typed_path() const;
  void go_into(const std::filesystem::path& folder);
  bool has_frames() const;  ///< whether the folder has pictures
  void draw_go_to_pixel(Ui& ui);
  void list_folder();

  Popup wanted_ = Popup::none;
  bool fresh_ = false;    ///< has not been drawn yet
  double since_ = 0;      ///< when it was, seconds
  bool closing_ = false;  ///< goes when it is drawn next
  bool types_ = false;    ///< the keyboard belongs to the field
  std::string path_, search_, slides_theme_;
  std::string replaces_;  ///< the file that a second press of Save replaces
  std::string missing_;   ///< a path that was typed and leads to nothing
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  FilePictures pictures_;
  std::array<int, 2> pixel_{};
};

void draw_key_sheet(Ui& ui, float width);
/// search: what is typed into its field.
void draw_glossary_page(Ui& ui, std::string& search, bool fresh, float height);
/// Likewise: every algorithm, figure and table of the papers. True when one was chosen, which is then asked for.
bool draw_papers_page(Ui& ui, std::string& search, bool fresh, float height);

}  // namespace satscope::app
