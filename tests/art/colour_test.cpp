// The players' colours stay apart, also for those who see fewer of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "art/theme.h"

namespace bastide::art {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& m, const Triple& v) {
  Triple out{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) out[row] += m[row][column] * v[column];
  return out;
}

// "#d5401f" as linear light of the sRGB primaries.
Triple linear(std::string_view colour) {
  Triple out;
  for (std::size_t i = 0; i < 3; ++i) {
    const double v = std::stoi(std::string(colour.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    out[i] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  }
  return out;
}

// CIE 1976 L*a*b*, white D65.
Triple lab(const Triple& light) {
  constexpr Matrix kToXyz{{{0.4124564, 0.3575761, 0.1804375},
                           {0.2126729, 0.7151522, 0.0721750},
                           {0.0193339, 0.1191920, 0.9503041}}};
  constexpr Triple kWhite{0.95047, 1, 1.08883};
  const Triple xyz = times(kToXyz, light);
  Triple f;
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = xyz[i] / kWhite[i];
    f[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

// How sight without one kind of cones changes linear light: Machado, Oliveira and Fernandes,
// "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.
constexpr Matrix kNormal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kProtanopia{{{0.152286, 1.052583, -0.204868},
                              {0.114503, 0.786281, 0.099216},
                              {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia{{{0.367322, 0.860646, -0.227968},
                                {0.280085, 0.672501, 0.047413},
                                {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritanopia{{{1.255528, -0.076749, -0.178779},
                              {-0.078411, 0.930809, 0.147602},
                              {0.004733, 0.691367, 0.303900}}};

Triple seen(std::string_view colour, const Matrix& sight) {
  Triple light = times(sight, linear(colour));
  for (double& part : light) part = std::clamp(part, 0.0, 1.0);
  return lab(light);
}

struct Nearest {
  double distance = 1e9;
  std::string pair;
};

Nearest nearest(const Matrix& sight) {
  Nearest best;
  for (int a = 0; a < kPlayers; ++a)
    for (int b = a + 1; b < kPlayers; ++b) {
      const PlayerLook &first = player_look(a), &second = player_look(b);
      const Triple p = seen(first.colour, sight), q = seen(second.colour, sight);
      const double d = std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      if (d < best.distance)
        best = {d, std::string(first.name) + " and " + std::string(second.name)};
    }
  return best;
}

// The limits of docs/art-web.md. Two colours 10 apart are told apart side by side; across a board
// it takes more.
TEST(PlayerColours, stay_apart_for_every_kind_of_sight) {
  const struct {
    const char* name;
    const Matrix& sight;
    double limit;
  } kCases[]{{"normal", kNormal, 50},
             {"protanopia", kProtanopia, 28},
             {"deuteranopia", kDeuteranopia, 21},
             {"tritanopia", kTritanopia, 16}};
  for (const auto& c : kCases) {
    const Nearest found = nearest(c.sight);
    RecordProperty(c.name, std::to_string(found.distance));
    EXPECT_GT(found.distance, c.limit) << c.name << ": " << found.pair;
  }
}

TEST(PlayerColours, distances_are_measured_right) {
  // White, black and the red primary as the standard gives them.
  const Triple white = lab(linear("#ffffff")), black = lab(linear("#000000"));
  EXPECT_NEAR(white[0], 100, 0.01);
  EXPECT_NEAR(std::hypot(white[1], white[2]), 0, 0.02);
  EXPECT_NEAR(black[0], 0, 0.01);
  const Triple red = lab(linear("#ff0000"));
  EXPECT_NEAR(red[0], 53.24, 0.05);
  EXPECT_NEAR(red[1], 80.09, 0.05);
  EXPECT_NEAR(red[2], 67.20, 0.05);
  // Grey stays grey for everybody.
  for (const Matrix* sight : {&kProtanopia, &kDeuteranopia, &kTritanopia}) {
    const Triple grey = seen("#808080", *sight);
    EXPECT_NEAR(std::hypot(grey[1], grey[2]), 0, 0.1);
  }
}

}  // namespace
}  // namespace bastide::art
