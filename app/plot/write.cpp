// SPDX-License-Identifier: Apache-2.0
#include "app/plot/write.h"

#include <fmt/format.h>

#include <cmath>

#include "app/core/text/xml_text.h"
#include "app/plot/draw.h"

namespace satscope::app {
namespace {

constexpr double k_em = 15;

/// About how wide a letter is, in heights of the font: a little more than in the usual fonts, because which one a reader has is
/// not known.
double letter_width(char c) {
  if (std::string_view("iljI.,:;'|!()[] ").find(c) != std::string_view::npos) return 0.37;
  if (std::string_view("mwMW%@").find(c) != std::string_view::npos) return 0.98;
  if ((c & 0xC0) == 0x80) return 0;  // goes on with the letter before
  return c >= 'A' && c <= 'Z' ? 0.72 : 0.62;
}

class SvgPlot final : public PlotSurface {
 public:
  std::string body;

  void line(std::span<const PlotPlace> places, const PlotLine& look) override {
    body += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#{:06x}\" stroke-width=\"{:.2f}\"{}/>\n",
                        listed(places), look.colour, look.thick, look.dashed ? " stroke-dasharray=\"7 4\"" : "");
  }
  void band(std::span<const PlotPlace> places, std::uint32_t colour, double alpha) override {
    body += fmt::format("<polygon points=\"{}\" fill=\"#{:06x}\" fill-opacity=\"{}\"/>\n", listed(places), colour, alpha);
  }
  void mark(std::span<const PlotPlace> outline, std::uint32_t colour, bool filled, std::string_view tip) override {
    // hollow ones are white inside for the pointer, and see-through
    body += fmt::format("<polygon points=\"{}\" fill=\"#{:06x}\" fill-opacity=\"{}\" stroke=\"#{:06x}\" stroke-width=\"{}\">",
                        listed(outline), colour, filled ? 1 : 0.08, colour, filled ? 0.5 : 1.8);
    body += fmt::format("<title>{}</title></polygon>\n", xml_text(tip));
  }
  void text(PlotPlace at, std::string_view words, std::uint32_t colour, double height, int end, bool strong) override {
    const char* const anchor = end < 0 ? "start" : end > 0 ? "end" : "middle";
    body +=
        fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" text-anchor=\"{}\" fill=\"#{:06x}\"{}>{}</text>\n",
                    at.x, at.y + 0.35 * height, height, anchor, colour, strong ? " font-weight=\"bold\"" : "", xml_text(words));
  }
  double width_of(std::string_view words, double height, bool strong) const override {
    double width = 0;
    for (const char c : words) width += letter_width(c);
    return width * height * (strong ? 1.08 : 1);
  }

 private:
  static std::string listed(std::span<const PlotPlace> places) {
    std::string text;
    for (const PlotPlace& place : places) text += fmt::format("{}{:.2f},{:.2f}", text.empty() ? "" : " ", place.x, place.y);
    return text;
  }
};

std::string_view word_of(PlotKind kind) {
  switch (kind) {
    case PlotKind::measured: return "measured";
    case PlotKind::emulated: return "emulated";
    case PlotKind::published: return "published";
    case PlotKind::bound: return "bound";
  }
  return "";
}

Json json_of(const PlotAxis& axis) { return {{"title", axis.title}, {"log", axis.log}, {"names", axis.names}}; }

}  // namespace

std::string plot_svg_element(const Plot& plot, Extent size, std::string_view theme) {
  SvgPlot surface;
  const PlotColours& colours = plot_colours(theme);
  draw_plot(plot, surface, colours, size, k_em);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "font-family=\"{5}\">\n<title>{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#{3:06x}\"/>\n{4}</svg>\n",
      size.width, size.height, xml_text(plot.title), colours.ground, surface.body, k_svg_fonts);
}

std::string plot_svg(const Plot& plot, Extent size, std::string_view theme) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + plot_svg_element(plot, size, theme);
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string plot_csv(const Plot& plot) {
  const auto known = [](double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); };
  std::string text = "series,kind,at,x,y,low,high\n";
  for (const PlotSeries& series : plot.series)
    for (const PlotPoint& point : series.points)
      if (std::isfinite(point.y))
        text += fmt::format("{},{},{},{},{},{},{}\n", csv_cell(series.name), word_of(series.kind), csv_cell(point.at), point.x,
                            point.y, known(point.low), known(point.high));
  return text;
}

Json plot_json(const Plot& plot) {
  const auto known = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  Json series = Json::array();
  for (const PlotSeries& one : plot.series) {
    Json points = Json::array();
    for (const PlotPoint& p : one.points)
      points.push_back({{"at", p.at}, {"x", p.x}, {"y", known(p.y)}, {"low", known(p.low)}, {"high", known(p.high)}});
    series.push_back({{"name", one.name}, {"kind", word_of(one.kind)}, {"points", points}});
  }
  return {{"title", plot.title}, {"x", json_of(plot.x)}, {"y", json_of(plot.y)}, {"notes", plot.notes}, {"series", series}};
}

}  // namespace satscope::app
