// SPDX-License-Identifier: Apache-2.0
// References of the filters that count greys, and of the one that compares windows with a template.
#include <algorithm>
#include <cmath>

#include "tests/kernels/filters_reference_tools.h"

namespace satscope::testing {
namespace {

int bins_of(const Asked& a) { return std::stoi(choice(a.filter, a.request.params, "bins")); }

/// Counts of equal bins.
std::vector<double> in_bins(const GreyCounts& counts, int bins) {
  std::vector<double> of(static_cast<std::size_t>(bins), 0.0);
  for (std::size_t grey = 0; grey < 256; ++grey) of[grey * of.size() / 256] += counts.of[grey];
  return of;
}

/// The counts around each pixel.
auto counts_around(const Asked& a) {
  return [&a, border = border_of(a.filter, a.request), r = whole(a.filter, a.request.params, "r")](int x, int y) {
    return grey_counts(a.picture, border, x, y, r);
  };
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Lewis 1995, (2); 0 where one of both is flat.
double correlation(const std::vector<double>& f, const std::vector<double>& t) {
  const double of_f = mean_of(f), of_t = mean_of(t);
  double both = 0, only_f = 0, only_t = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    both += (f[i] - of_f) * (t[i] - of_t);
    only_f += (f[i] - of_f) * (f[i] - of_f);
    only_t += (t[i] - of_t) * (t[i] - of_t);
  }
  return only_f * only_t > 0 ? both / std::sqrt(only_f * only_t) : 0;
}

}  // namespace

std::vector<Allowed> reference_of_median(const Asked& a) {
  const double part = number(a.filter, a.request.params, "part") / 100;
  const int count = bins_of(a);
  const double width = 256.0 / count;
  const auto around = counts_around(a);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const GreyCounts counts = around(x, y);
    const std::vector<double> bins = in_bins(counts, count);
    const double wanted = std::max(1.0, std::ceil(counts.n * part - 1e-9));
    double below = 0;
    std::size_t bin = 0;
    while (below + bins[bin] < wanted) below += bins[bin++];
    // the pixels of a bin are in the middles of as many equal parts of it
    return exactly(static_cast<double>(bin) * width + std::floor((wanted - below - 0.5) * width / bins[bin] + 1e-9));
  });
}

std::vector<Allowed> reference_of_histogram(const Asked& a) {
  const double limit = number(a.filter, a.request.params, "limit");
  const bool mode = choice(a.filter, a.request.params, "show") == "mode";
  const int count = bins_of(a);
  const double width = 256.0 / count;
  const auto around = counts_around(a);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const GreyCounts counts = around(x, y);
    std::vector<double> bins = in_bins(counts, count);
    if (mode) {
      const auto fullest = std::max_element(bins.begin(), bins.end()) - bins.begin();  // the first of equals
      return exactly(static_cast<double>(fullest) * width + width / 2);
    }
    const double most = std::max(1.0, std::floor(limit * counts.n / count));
    double cut = 0;
    for (double& bin : bins) {
      cut += std::max(0.0, bin - most);
      bin = std::min(bin, most);
    }
    for (double& bin : bins) bin += cut / count;
    const double pixel = a.picture.at(x, y), own = std::floor(pixel / width);
    double darker = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(own); ++i) darker += bins[i];
    darker += bins[static_cast<std::size_t>(own)] * (pixel - own * width + 0.5) / width;
    return rounded(255 * darker / counts.n);
  });
}

std::vector<Allowed> reference_of_correlation(const Asked& a) {
  const Extent extent = a.request.extent;
  const std::string show = choice(a.filter, a.request.params, "show");
  const int w = std::min(whole(a.filter, a.request.params, "w"), extent.width);
  const int h = std::min(whole(a.filter, a.request.params, "h"), extent.height);
  const auto window = [&](int left, int top) {
    std::vector<double> values;
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) values.push_back(a.picture.at(left + x, top + y));
    return values;
  };
  const auto place = [&](const char* id, int room) {
    const auto at = whole_unless_choice(a.filter, a.request.params, id);
    return at ? std::min(*at, room) : room / 2;
  };
  std::vector<double> wanted = window(place("x", extent.width - w), place("y", extent.height - h));
  if (choice(a.filter, a.request.params, "from") == "kept") wanted.assign(a.pattern.begin(), a.pattern.end());
  const double least = number(a.filter, a.request.params, "least");
  Field matches{{extent.width - w + 1, extent.height - h + 1}, {}};  // by their windows' corners
  for (int top = 0; top < matches.extent.height; ++top)
    for (int left = 0; left < matches.extent.width; ++left) matches.values.push_back(correlation(window(left, top), wanted));
  if (show == "found") {
    // a pixel is lit if a window that holds it matches; where it is on the edge of a rounding whether one does, either is right
    std::vector<Allowed> result = each_pixel(extent, [&](int x, int y) { return exactly(std::floor(a.picture.at(x, y) / 4)); });
    for (int top = 0; top + h <= extent.height; ++top)
      for (int left = 0; left + w <= extent.width; ++left) {
        const double match = matches.at(left, top);
        const Allowed shown = rounded(255 * std::max(0.0, (match - least) / (1 - least)));
        for (int y = top; y < top + h; ++y)
          for (int x = left; x < left + w; ++x) {
            Allowed& pixel = result[static_cast<std::size_t>(y * extent.width + x)];
            if (shown.most > 0) pixel.most = a.picture.at(x, y);
            if (shown.least > 0) pixel.least = a.picture.at(x, y);
          }
      }
    return result;
  }
  return each_pixel(extent, [&](int x, int y) {
    const int left = std::clamp(x - w / 2, 0, extent.width - w), top = std::clamp(y - h / 2, 0, extent.height - h);
    const double match = matches.at(left, top);
    if (show == "signed") return rounded(128 + 127 * match);
    return rounded(255 * std::max(0.0, (match - least) / (1 - least)));
  });
}

}  // namespace satscope::testing
