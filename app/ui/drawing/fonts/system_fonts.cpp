// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/fonts/system_fonts.h"

#include <stb/stb_truetype.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "app/core/text/wanted_letters.h"
#include "app/sources/loaders.h"
#include "app/ui/drawing/fonts/font_files.h"
#include "kernels/shared_library.h"

#if __has_include(<fontconfig/fontconfig.h>)
#include <fontconfig/fontconfig.h>
#endif

namespace satscope::app {
namespace {

constexpr std::string_view k_text_font = "DejaVuSans";

/// A font of a system, where its file is and which letters it has.
struct Candidate {
  std::string file;
  int index;
  std::u32string letters;  ///< of those that were asked for
};

/// What stb_truetype reads in a file; none: nothing.
std::optional<stbtt_fontinfo> font_in(std::span<const unsigned char> file, int index) {
  constexpr std::size_t k_least = 12;  // the head of a font file
  if (file.size() < k_least) return {};
  const int offset = stbtt_GetFontOffsetForIndex(file.data(), index);
  stbtt_fontinfo font;
  if (offset < 0 || !stbtt_InitFont(&font, file.data(), offset)) return {};
  return font;
}

bool has_glyph(const stbtt_fontinfo& font, char32_t letter) {
  return letter <= IM_UNICODE_CODEPOINT_MAX && stbtt_FindGlyphIndex(&font, static_cast<int>(letter)) != 0;
}

#if __has_include(<fontconfig/fontconfig.h>)
/// The functions of fontconfig that are called.
struct FontConfig {
  decltype(&::FcCharSetAddChar) add_letter = nullptr;
  decltype(&::FcCharSetCreate) new_letters = nullptr;
  decltype(&::FcCharSetDestroy) free_letters = nullptr;
  decltype(&::FcCharSetHasChar) has_letter = nullptr;
  decltype(&::FcConfigSubstitute) substitute = nullptr;
  decltype(&::FcDefaultSubstitute) complete = nullptr;
  decltype(&::FcFontSetDestroy) free_fonts = nullptr;
  decltype(&::FcFontSort) sort = nullptr;
  decltype(&::FcInit) init = nullptr;
  decltype(&::FcPatternAddCharSet) ask_letters = nullptr;
  decltype(&::FcPatternAddInteger) ask_number = nullptr;
  decltype(&::FcPatternAddString) ask_text = nullptr;
  decltype(&::FcPatternCreate) new_pattern = nullptr;
  decltype(&::FcPatternDestroy) free_pattern = nullptr;
  decltype(&::FcPatternGetBool) truth = nullptr;
  decltype(&::FcPatternGetCharSet) letters = nullptr;
  decltype(&::FcPatternGetInteger) number = nullptr;
  decltype(&::FcPatternGetString) text = nullptr;

  static const std::optional<FontConfig>& get() {
    static const std::optional<FontConfig> loaded = load();
    return loaded;
  }

  static std::optional<FontConfig> load() {
    const SharedLibrary library("libfontconfig.so.1");
    if (!library) return {};
    FontConfig fc;
    bool whole = true;
    const auto find = [&](auto& function, const char* name) {
      function = library.function<std::remove_reference_t<decltype(function)>>(name);
      whole = whole && function;
    };
    find(fc.add_letter, "FcCharSetAddChar");
    find(fc.new_letters, "FcCharSetCreate");
    find(fc.free_letters, "FcCharSetDestroy");
    find(fc.has_letter, "FcCharSetHasChar");
    find(fc.substitute, "FcConfigSubstitute");
    find(fc.complete, "FcDefaultSubstitute");
    find(fc.free_fonts, "FcFontSetDestroy");
    find(fc.sort, "FcFontSort");
    find(fc.init, "FcInit");
    find(fc.ask_letters, "FcPatternAddCharSet");
    find(fc.ask_number, "FcPatternAddInteger");
    find(fc.ask_text, "FcPatternAddString");
    find(fc.new_pattern, "FcPatternCreate");
    find(fc.free_pattern, "FcPatternDestroy");
    find(fc.truth, "FcPatternGetBool");
    find(fc.letters, "FcPatternGetCharSet");
    find(fc.number, "FcPatternGetInteger");
    find(fc.text, "FcPatternGetString");
    return whole && fc.init() ? std::optional(fc) : std::nullopt;
  }
};

/// The system's fonts that have some of the letters, those that suit the built-in font best first.
std::vector<Candidate> candidates(std::string_view built_in, const std::u32string& letters) {
  const std::optional<FontConfig>& fc = FontConfig::get();
  if (!fc) return {};
  const std::unique_ptr<FcPattern, decltype(fc->free_pattern)> pattern(fc->new_pattern(), fc->free_pattern);
  const std::unique_ptr<FcCharSet, decltype(fc->free_letters)> asked(fc->new_letters(), fc->free_letters);
  for (const char32_t letter : letters) fc->add_letter(asked.get(), letter);
  const bool mono = built_in.ends_with("Mono"), bold = built_in.ends_with("Bold");
  fc->ask_text(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(mono ? "DejaVu Sans Mono" : "DejaVu Sans"));
  fc->ask_number(pattern.get(), FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
  fc->ask_letters(pattern.get(), FC_CHARSET, asked.get());
  fc->substitute(nullptr, pattern.get(), FcMatchPattern);
  fc->complete(pattern.get());
  FcResult result = FcResultNoMatch;
  const std::unique_ptr<FcFontSet, decltype(fc->free_fonts)> fonts(fc->sort(nullptr, pattern.get(), FcFalse, nullptr, &result),
                                                                   fc->free_fonts);
  std::vector<Candidate> found;
  for (int i = 0; fonts && i < fonts->nfont; ++i) {
    const FcPattern* const font = fonts->fonts[i];
    FcChar8* file = nullptr;
    int index = 0;
    FcBool outlines = FcFalse;
    FcCharSet* theirs = nullptr;
    if (fc->text(font, FC_FILE, 0, &file) != FcResultMatch || fc->number(font, FC_INDEX, 0, &index) != FcResultMatch ||
        fc->truth(font, FC_OUTLINE, 0, &outlines) != FcResultMatch || !outlines ||
        fc->letters(font, FC_CHARSET, 0, &theirs) != FcResultMatch)
      continue;
    std::u32string some;
    std::ranges::copy_if(letters, std::back_inserter(some), [&](char32_t letter) { return fc->has_letter(theirs, letter); });
    constexpr int k_font_of_file = 0xFFFF;  // above are instances of a variable font
    if (!some.empty()) found.push_back({reinterpret_cast<const char*>(file), index & k_font_of_file, some});
  }
  return found;
}

bool has_fontconfig() { return FontConfig::get().has_value(); }
#else
std::vector<Candidate> candidates(std::string_view, const std::u32string&) { return {}; }
bool has_fontconfig() { return false; }
#endif

/// Each letter with itself as a range of its own; for a script whose letters are joined also the joined forms.
std::vector<ImWchar> ranges_of(const std::u32string& letters) {
  std::vector<ImWchar> ranges;
  const auto add = [&](char32_t first, char32_t last) {
    ranges.insert(ranges.end(), {static_cast<ImWchar>(first), static_cast<ImWchar>(last)});
  };
  for (const char32_t letter : letters) add(letter, letter);
  const bool arabic = std::ranges::any_of(letters, [](char32_t letter) { return letter >= 0x600 && letter <= 0x6FF; });
  if (arabic) add(0xFB50, 0xFDFF);
  if (arabic) add(0xFE70, 0xFEFC);
  ranges.push_back(0);
  return ranges;
}

/// Draws nothing, such as a mark of direction: it is not missed.
bool is_unseen(char32_t letter) {
  const auto from = [&](char32_t first, char32_t last) { return letter >= first && letter <= last; };
  return letter < 0xA0 || letter == 0xAD || from(0x200B, 0x200F) || from(0x202A, 0x202E) || from(0x2060, 0x206F) ||
         from(0xFE00, 0xFE0F) || letter == 0xFEFF;
}

class SystemFonts {
 public:
  struct Choice {
    std::vector<SystemFont> fonts;
    std::u32string missing;  ///< letters that none of them has
  };

  static SystemFonts& get() {
    static SystemFonts all;
    return all;
  }

  /// Stays as it is until the program ends.
  const Choice& choice_beside(std::string_view built_in) {
    const std::scoped_lock lock(access_);
    std::u32string letters = lacking(built_in);
    const auto [at, news] = known_.try_emplace({std::string(built_in), letters});
    if (news && !letters.empty()) at->second = choice_of(built_in, std::move(letters));
    return at->second;
  }

  std::u32string news_missing() {
    std::u32string news = choice_beside(k_text_font).missing;
    const std::scoped_lock lock(access_);
    std::erase_if(news, [&](char32_t letter) { return !named_.insert(letter).second; });
    return news;
  }

  std::size_t foreign_count() {
    const std::scoped_lock lock(access_);
    if (const std::size_t count = wanted_letter_count(); std::exchange(counted_, count) != count)
      foreign_ = lacking(k_text_font).size();
    return foreign_;
  }

 private:
  static std::u32string lacking(std::string_view built_in) {
    const stbtt_fontinfo font = font_in(font_file(built_in), 0).value();
    std::u32string letters = wanted_letters();
    std::erase_if(letters, [&](char32_t letter) { return has_glyph(font, letter); });
    return letters;
  }

  Choice choice_of(std::string_view built_in, std::u32string letters) {
    Choice choice;
    for (const Candidate& candidate : candidates(built_in, letters)) {
      std::u32string gives;
      std::ranges::set_intersection(candidate.letters, letters, std::back_inserter(gives));
      if (gives.empty()) continue;
      const std::span<const unsigned char> file = bytes_of(candidate.file);
      const std::optional<stbtt_fontinfo> font = font_in(file, candidate.index);
      if (!font) continue;
      std::erase_if(gives, [&](char32_t letter) { return !has_glyph(*font, letter); });
      if (gives.empty()) continue;
      std::erase_if(letters, [&](char32_t letter) { return gives.find(letter) != gives.npos; });
      const float line_ems = stbtt_ScaleForMappingEmToPixels(&*font, 1) / stbtt_ScaleForPixelHeight(&*font, 1);
      choice.fonts.push_back({file, candidate.index, line_ems, ranges_of(gives)});
    }
    std::erase_if(letters, is_unseen);
    choice.missing = std::move(letters);
    return choice;
  }

  std::span<const unsigned char> bytes_of(const std::string& file) {
    constexpr std::uintmax_t k_most = std::uintmax_t{64} << 20;
    const auto [at, news] = files_.try_emplace(file);
    if (news) try {
        at->second = whole_file(file, k_most);
      } catch (const std::runtime_error&) {  // then another font may have the letters
      }
    return {reinterpret_cast<const unsigned char*>(at->second.data()), at->second.size()};
  }

  std::mutex access_;
  std::map<std::pair<std::string, std::u32string>, Choice> known_;  // by font and letters
  std::map<std::string, std::vector<std::byte>> files_;
  std::set<char32_t> named_;  // letters that news_missing has given
  std::size_t counted_ = 0, foreign_ = 0;
};

}  // namespace

std::span<const SystemFont> system_fonts(std::string_view built_in) { return SystemFonts::get().choice_beside(built_in).fonts; }
std::size_t foreign_letter_count() { return SystemFonts::get().foreign_count(); }
std::u32string letters_without_font() { return SystemFonts::get().choice_beside(k_text_font).missing; }
std::u32string news_without_font() { return SystemFonts::get().news_missing(); }
std::string why_no_system_fonts() { return has_fontconfig() ? "" : "libfontconfig.so.1 is not there"; }

}  // namespace satscope::app
