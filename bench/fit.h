// How time grows with size: the exponent of the power law that fits the measurements best.
#pragma once

#include <cmath>
#include <span>

namespace outplace::bench {

struct Measurement {
  double size = 0;
  double seconds = 0;
};

// The slope of log(seconds) over log(size) by least squares; NaN for fewer than two sizes.
inline double exponent(std::span<const Measurement> measurements) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [size, seconds] : measurements) {
    const double x = std::log(size);
    const double y = std::log(seconds);
    n += 1;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace outplace::bench
