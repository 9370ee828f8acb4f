// Things that look the same wherever they stand: drawn once, used by reference. The origin is the
// middle of their foot print; light comes from the north-west.
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "art/tile/clearings.h"
#include "art/tile/draw.h"

namespace bastide::art {

namespace {

// A round hill as surveyors draw it: hachures down its slope, heavier away from the light.
std::string hill() {
  Svg out;
  const std::uint64_t seed = 5;
  const auto rim = [&](double r, double squash, Point off) {
    Polyline ring;
    for (int i = 0; i < 16; ++i) {
      const double a = 2 * kPi * i / 16, k = r * (1 + 0.07 * noise(seed, i * 0.8));
      ring.push_back(off + Point{std::cos(a) * k, std::sin(a) * k * squash});
    }
    return ring;
  };
  out.path("sh", Path().smooth_ring(rim(14.4, 0.86, {2, 2})));
  out.path("hb", Path().smooth_ring(rim(14.6, 0.86, {0, 0})));
  out.path("hm", Path().smooth_ring(rim(10.4, 0.8, {-1, -1.6})));
  out.path("hp", Path().smooth_ring(rim(6, 0.74, {-1.6, -2.8})));
  Path light, heavy;
  for (int i = 0; i < 26; ++i) {
    const double a = 2 * kPi * (i + 0.3 * noise(seed + 2, i * 1.3)) / 26;
    const Point way{std::cos(a), std::sin(a) * 0.82};
    const bool shaded = std::cos(a) + std::sin(a) > -0.2;
    const double from = 7.6 + (i % 2), to = 11.4 + 1.4 * ((i * 7) % 3) * (shaded ? 0.7 : 0.4);
    (shaded ? heavy : light).move(Point{-0.6, -1.2} + way * from).line(way * to);
  }
  out.path("if", light).path("il", heavy);
  out.path("if", Path().smooth_ring(rim(14.6, 0.86, {0, 0})));
  return out.str();
}

struct Symbol {
  std::string_view id;
  std::string_view markup;
};

constexpr Symbol
    kSymbols
        []{
            // A church with a tower and a low wall round its yard.
            {"mc",
             R"(<path class="sh" d="M-9 8.5L13 8.5 17.5 11.5 3 13-7 11.5z"/>)"
             R"(<path class="lt" d="M-13.5 4q-1-8 5-11 9-4 17 0 6 4 5 11-2 7-14 7-12 0-13-7z"/>)"
             R"(<path class="ho" d="M-4 8V-1H12V8z"/><path class="hd" d="M9.5 8V-1H12V8z"/>)"
             R"(<path class="rs" d="M-5-.6L-1.5-8H10L13.4-.6z"/><path class="rz" d="M10-8L13.4-.6H11L8.2-8z"/>)"
             R"(<path class="ho" d="M-11 8.6V-9H-4V8.6z"/><path class="hd" d="M-6-9h2V8.6h-2z"/>)"
             R"(<path class="rs" d="M-12-8.6L-7.5-17-3-8.6z"/><path class="rz" d="M-7.5-17L-3-8.6h-2.6z"/>)"
             R"(<path class="wi" d="M-8.6 8.6V4.4q1.1-1.6 2.2 0V8.6zM-8.4-3.6v-2.6q.9-1.2 1.8 0v2.6zM-1.6 5.6V2.4q.8-1 1.6 0v3.2zM2.4 5.6V2.4q.8-1 1.6 0v3.2zM6.4 5.6V2.4q.8-1 1.6 0v3.2z"/>)"
             R"(<path class="il" d="M-4 8V-1H12V8zM-5-.6L-1.5-8H10L13.4-.6zM-11 8.6V-9H-4V8.6zM-12-8.6L-7.5-17-3-8.6zM-7.5-17v-4M-9-19.5h3"/>)"
             R"(<path class="ih" d="M-11 8.6H12"/>)"},
            // Two towers and a rose window.
            {"ca",
             R"(<path class="sh" d="M-15 15H16L23 19-6 20z"/>)"
             R"(<path class="lt" d="M-21 4q0-20 21-20T21 4 0 20-21 4z"/>)"
             R"(<path class="rs" d="M-6-8L-3-16H16L19-4H8z"/><path class="rz" d="M16-16L19-4H12L10-16z"/>)"
             R"(<path class="hd" d="M8-4H19V12H8z"/><path class="ho" d="M-16 15V-12H-7V15zM3 15V-12h9V15zM-7 15V-5L-2-10 3-5V15z"/>)"
             R"(<path class="hd" d="M-9.4-12h2.4V15h-2.4zM9.6-12H12V15H9.6z"/>)"
             R"(<path class="rs" d="M-17-12L-11.5-23-6-12zM2-12L7.5-23 13-12z"/><path class="rz" d="M-11.5-23L-6-12h-3zM7.5-23L13-12h-3z"/>)"
             R"(<circle class="go" cx="-2" cy="-1.6" r="3"/><circle class="pn" cx="-2" cy="-1.6" r="1.7"/>)"
             R"(<path class="wi" d="M-4.6 15V8q2.6-4 5.2 0v7zM-13-3v-4q1.5-2 3 0v4zM6-3v-4q1.5-2 3 0v4zM-13 7V3q1.5-2 3 0v4zM6 7V3q1.5-2 3 0v4z"/>)"
             R"(<path class="il" d="M-16 15V-12H-7V15zM3 15V-12h9V15zM-7 15V-5L-2-10 3-5V15M12-4h7V12H12M-6-8.6L-3-16H16L19-4M-17-12L-11.5-23-6-12zM2-12L7.5-23 13-12zM-11.5-23v-3.4M-13-25h3M7.5-23v-3.4M6-25H9"/>)"
             R"(<circle class="il" cx="-2" cy="-1.6" r="3"/><path class="ih" d="M-16 15H12"/>)"},
            // Four beds with a path crosswise, in a clipped hedge.
            {"ga",
             R"(<path class="sh" d="M-6.5 8H9.4V-6.5l-1.4-1.5V7H-8z"/>)"
             R"(<path class="tb" d="M-8-8H8V8H-8z"/><path class="rd" d="M-6.2-6.2H6.2V6.2H-6.2z"/>)"
             R"(<path class="ta" d="M-5.4-5.4H-1.2V-1.2H-5.4zM1.2-5.4H5.4V-1.2H1.2zM-5.4 1.2H-1.2V5.4H-5.4zM1.2 1.2H5.4V5.4H1.2z"/>)"
             R"(<path class="fa" d="M-4.6-4.6h2.6v2.6h-2.6zM2 2h2.6v2.6H2z"/><path class="fb" d="M2-4.6h2.6v2.6H2zM-4.6 2h2.6v2.6h-2.6z"/>)"
             R"(<circle class="w" r="1.7"/><path class="il" d="M-8-8H8V8H-8zM-1.7 0a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0"/>)"},
            // Standing stones round a fire.
            {"sr",
             R"(<ellipse class="fo" rx="11" ry="9.4"/><path class="sh" d="M-8 2l3 2.4 2-1zM-1 8l4 2.4 3-1.4zM7 3.4l4 2 2-1.4zM4-4l4 1.6 2-1zM-5-4.4l4 1.6 1.6-1z"/>)"
             R"(<path class="s" d="M-10.4 2.6L-9.8-4l2.2-1.4 2 1.6.4 6.6zM-3.6 8.8l.6-7 2.4-1 2.6.8.6 7.2zM5.2 3.8l.4-7 2.2-1.2 2.4 1.4.4 6.6zM2.2-4l.4-5.8 2-1 2 1 .4 5.6zM-6.6-4.4l.4-5.6 2-1 2 1 .2 5.6z"/>)"
             R"(<path class="sd" d="M-6.8 2.8l-.8-8.2 2 1.6.4 6.6zM.6 8.8L-.6.8 2 1.6l.6 7.2zM8.6 3.8l-.8-8.2 2.4 1.4.4 6.6zM5.4-4.2l-.8-6.6 2 1 .4 5.6zM-3.2-4.4l-1-6.6 2 1 .2 5.6z"/>)"
             R"(<path class="lv" d="M-.2-6.2q3 2.4 2 4.6Q1 .2-.2.2-2 .2-2.2-1.6-2.2-3 -.2-6.2z"/><path class="go" d="M-.2-3.4q1.4 1.4 1 2.4-.4.8-1 .8t-1-.8q-.1-.8 1-2.4z"/>)"
             R"(<path class="il" d="M-10.4 2.6L-9.8-4l2.2-1.4 2 1.6.4 6.6zM-3.6 8.8l.6-7 2.4-1 2.6.8.6 7.2zM5.2 3.8l.4-7 2.2-1.2 2.4 1.4.4 6.6zM2.2-4l.4-5.8 2-1 2 1 .4 5.6zM-6.6-4.4l.4-5.6 2-1 2 1 .2 5.6z"/>)"},
            // A cone with its top open, fire and smoke.
            {"vo",
             R"(<path class="sh" d="M-15 11Q2 17 22 13L14 2z"/>)"
             R"(<path class="ro" d="M-17 11Q-9 5-5-8H5Q9 5 17 11 0 16-17 11z"/><path class="rk" d="M2-8H5Q9 5 17 11 10 13.4 3 13.6 7 4 2-8z"/>)"
             R"(<path class="lv" d="M-5-8Q0-11 5-8 4.4-5.8 3.4-5.2L4.6 3 2.4-1.6.8 6.6-1-3.4-3.4 1-3-5Q-4.6-6-5-8z"/><path class="go" d="M-3-8.2q3-1.4 6 0Q1.4-6.6 0-6.8T-3-8.2z"/>)"
             R"(<path class="po" d="M-1-10.5q-3.4-1-2.6-3.4.4-1.8 2.4-1.6-.6-3 2-3.4 2.6-.2 2.8 2.2 2.8-.4 2.8 2 0 2-2.4 2 .4 2-2 2.4z"/>)"
             R"(<path class="if" d="M-1-10.5q-3.4-1-2.6-3.4.4-1.8 2.4-1.6-.6-3 2-3.4 2.6-.2 2.8 2.2 2.8-.4 2.8 2 0 2-2.4 2 .4 2-2 2.4zM-11 8.6q3-3 4.4-7M-7 11q2-3 2.6-6M8 10.6Q6.6 6 5.4 3M11.6 9.6Q9.6 6.4 8 3"/>)"
             R"(<path class="ih" d="M-17 11Q-9 5-5-8M5-8Q9 5 17 11"/><path class="il" d="M-5-8Q0-11 5-8 0-5.6-5-8zM-17 11Q0 16 17 11"/>)"},
            // A dragon, wings raised.
            {"dn",
             R"(<circle class="po" r="9"/><circle class="ih" r="9"/>)"
             R"(<path class="lv" d="M2.4.6L-1-7.2-6.9-4.6Q-4.8-3.6-5.5-1.2-3.2-1.8-2.3 1.2-.4.2 2.2 3z"/>)"
             R"(<path class="dr" d="M-7.4 2.6Q-6.8 4.6-5 5.2-2 6-.2 4.2 1.8 2 .8-.8-.4-3.4 1-5 2.4-6.8 4.8-6L8-4.4 7.4-3.4 5-3.6Q3.4-3.4 3.8-1.8 5.8 1.8 4 4.8 2 7.8-2.4 7.6-6.6 7.2-7.8 4.4L-8.4 4.6-8.2 1.6-5.8 2.8z"/>)"
             R"(<path class="go" d="M-.4 4.6Q1.6 2.6 1.2 0L2.4.6Q3.4 3.4 1.4 5.6z"/>)"
             R"(<path class="if" d="M2.4.6L-1-7.2-6.9-4.6M2.2 1.4L-5.5-1.2M2.2 2.2L-2.3 1.2"/><path class="dr" d="M2.6-5.8L1.6-8.4 4-6.4z"/><circle class="po" cx="4.4" cy="-5.1" r=".6"/>)"},
            // A lady with a tall hat.
            {"ps",
             R"(<circle class="po" r="8"/><circle class="ih" r="8"/>)"
             R"(<path class="pr" d="M-4.6 6.4Q-4 1.4 0 1.2 4 1.4 4.6 6.4 0 9-4.6 6.4zM-1.8-3.4L2.6-7.8 2.2-2.4z"/><path class="go" d="M-2.6-.6Q-2.8-3.6-.2-3.8 2.6-3.8 2.6-.8 2.8 2 3.4 3 0 2.6-3.2 3-2.6 1-2.6-.6z"/>)"
             R"(<circle class="ho" cy="-1" r="2.1"/><path class="il" d="M-1.8-3.4L2.6-7.8 2.2-2.4M2.6-7.8Q5.4-4.6 4.6-.4"/><circle class="i" cx="-.7" cy="-1" r=".35"/><circle class="i" cx=".8" cy="-1" r=".35"/>)"},
            // A stone arch with something glowing in it.
            {"pt",
             R"(<path class="sh" d="M-7 8.6H8.4L12 11-3 11.6z"/>)"
             R"(<path class="mg" d="M-4.6 8V-1.6A4.6 4.6 0 0 1 4.6-1.6V8z"/><path class="po" d="M0-3.6q2.8.6 2.4 3.4-.6 2.4-2.8 2-1.8-.6-1.2-2.2.8-1.2 1.8-.2"/>)"
             R"(<path class="s" d="M-8 8.6V-1.6A8 8 0 0 1 8-1.6V8.6H4.6V-1.6A4.6 4.6 0 0 0-4.6-1.6V8.6z"/><path class="sd" d="M4.6-1.6L8-1.6V8.6H4.6z"/>)"
             R"(<path class="if" d="M-8 2.4h3.4M-8 5.6h3.4M4.6 2.4H8M4.6 5.6H8M-6.6-6l2.8 2M6.6-6l-2.8 2M0-9.6v3.4"/>)"
             R"(<path class="il" d="M-8 8.6V-1.6A8 8 0 0 1 8-1.6V8.6H4.6V-1.6A4.6 4.6 0 0 0-4.6-1.6V8.6z"/>)"},
            // Market stalls with striped awnings.
            {"bz",
             R"(<ellipse class="rd" cy="1" rx="11" ry="9.6"/><ellipse class="il" cy="1" rx="11" ry="9.6"/><path class="sh" d="M-8.6 2.8H0L2.2 4.6H-6zM-.6 8H8L10 9.4H2zM1.6-2H9.6L11-.6H3z"/>)"
             R"(<path class="ho" d="M-8.4-1.6H-.4V2.8H-8.4zM-.4 3.6H7.6V8H-.4zM1.6-6H9V-2H1.6z"/><path class="wi" d="M-7.4-.6h6v1.6h-6zM.6 4.6h6v1.6h-6zM2.6-5h5.4v1.4H2.6z"/>)"
             R"(<path class="fa" d="M-9.4-1L-8-5h1.6l-.6 4zM-4.8-1l.2-4h1.6l.4 4zM.6-1L-1.2-5h-.2l.4 4zM-1.4 4.2L0 .2h1.6l-.6 4zM3.2 4.2l.2-4H5l.4 4zM8.6 4.2L6.8.2h-.4l.6 4z"/><path class="po" d="M-7-1l.6-4h1.8l-.2 4zM-2.6-1l-.4-4h1.6L-.9-1zM1 4.2l.6-4h1.8l-.2 4zM5.4 4.2L5 .2h1.4L7 4.2z"/>)"
             R"(<path class="pn" d="M.8-5.4L2-9h1.6l-.4 3.6zM5.4-5.4L5.2-9h1.6l.6 3.6z"/><path class="po" d="M3.2-5.4L3.6-9h1.6l.2 3.6zM7.4-5.4L6.8-9h1.4l1.6 3.6z"/>)"
             R"(<path class="il" d="M-9.4-1L-8-5h6.8L.6-1zM-1.4 4.2L0 .2h6.8l1.8 4zM.8-5.4L2-9h6.2l1.6 3.6z"/>)"},
            // A thatched house, its sign, a pond.
            {"in",
             R"(<ellipse class="we" cx="3.6" cy="5" rx="5.2" ry="3"/><ellipse class="w" cx="3.6" cy="5" rx="4.4" ry="2.3"/><path class="wl" d="M1.6 5q1-.8 2 0t2 0"/>)"
             R"(<path class="sh" d="M-6 3.4H2L5 5.4H-4z"/><path class="ho" d="M-6.6 3.4V-2H2.4V3.4z"/><path class="hd" d="M.4-2h2v5.4h-2z"/>)"
             R"(<path class="go" d="M-7.8-1.6L-5-7.4H1L3.6-1.6z"/><path class="wi" d="M-5.4 1.4V-.4h1.8v1.8zM-2.6 3.4V0h2v3.4z"/>)"
             R"(<path class="il" d="M-6.6 3.4V-2M2.4-2V3.4H-6.6M-7.8-1.6L-5-7.4H1L3.6-1.6zM5.4 2V-6.4h2.8"/><path class="lv" d="M5.8-5.8H8.4V-2.8H5.8z"/><path class="if" d="M-5.6-3l.8-2.4M-2.4-3l.2-2.4M.8-3L.2-5.4M5.8-5.8H8.4V-2.8H5.8z"/>)"},
            // Three pigs in the mud.
            {"pi",
             R"(<ellipse class="fo" rx="10.4" ry="7.6"/>)"
             R"(<g id="pg"><ellipse class="sh" cx="-3" cy="-.2" rx="3.6" ry="1.4"/><path class="pk" d="M-7.4-2.4q.4-2.4 3-2.4 3.4 0 4 1.4l1.2.2.2 1.4-1.4.4Q-.8.2-3.8.2-7.2.2-7.4-2.4z"/><path class="il" d="M-7.4-2.4q.4-2.4 3-2.4 3.4 0 4 1.4l1.2.2.2 1.4-1.4.4Q-.8.2-3.8.2-7.2.2-7.4-2.4zM-7.4-2.4q-1-.2-.8-1.2M-5.6 0v1M-2 0v1"/><circle class="i" cx="-.6" cy="-2.4" r=".4"/></g>)"
             R"(<use href="#pg" x="7" y="2.6"/><use href="#pg" x="1" y="6.4"/>)"},
            // A square of masonry, its middle open.
            {"tw",
             R"(<path class="sh" d="M-7 8.6H10.6V-7L8.6-8.6V8z"/><path class="s" d="M-8.6-8.6H8.6V8.6H-8.6z"/><path class="sd" d="M8.6-8.6V8.6H-8.6L-5 5H5V-5z"/>)"
             R"(<path class="wi" d="M-5-5H5V5H-5z"/><path class="sd" d="M-5-5H5L3.4-3.4H-3.4V3.4L-5 5z"/>)"
             R"(<path class="il" d="M-8.6-8.6H8.6V8.6H-8.6zM-5-5H5V5H-5z"/><path class="if" d="M-4-8.6v3.6M1-8.6v3.6M5-8.6v3.6M-4 8.6V5M1 8.6V5M5 8.6V5M-8.6-3h3.6M-8.6 2h3.6M8.6-3H5M8.6 2H5M-8.6-8.6L-5-5M8.6-8.6L5-5M8.6 8.6L5 5M-8.6 8.6L-5 5"/>)"},
            // Rows of vines, and a bunch of their grapes.
            {"vy",
             R"(<path class="fo" d="M-12-7.6L10.6-9.6 12.6 8-10.6 10z"/><path class="sh" d="M-9.6-3.6l20-1.8v1.4l-20 1.8zM-9.2 1l20-1.8V.6l-20 1.8zM-9 5.6l20-1.8v1.4L-9 7z"/>)"
             R"(<path class="tb" d="M-10.4-4.4q1.6-3 3.4-.4 1.6-3 3.4-.4 1.6-3 3.4-.4 1.6-3 3.4-.4 1.6-3 3.4-.4 1.4-2.6 3-.2v1.6l-20 1.8zM-10 .2q1.6-3 3.4-.4 1.6-3 3.4-.4 1.6-3 3.4-.4 1.6-3 3.4-.4 1.6-3 3.4-.4 1.4-2.6 3-.2V0L-10 1.8zM-9.6 4.8q1.6-3 3.4-.4 1.6-3 3.4-.4 1.6-3 3.4-.4Q2.2.6 4 3.2q1.6-3 3.4-.4 1.4-2.6 3-.2v1.6l-20 1.8z"/>)"
             R"(<path class="il" d="M-12-7.6L10.6-9.6 12.6 8-10.6 10z"/>)"
             R"(<path class="po" d="M-6.4-5.4Q-3-9.6 4-8.6 8.6-6.6 6.6-1 4.6 6.6.4 10-4 6.6-6-1-7-3.6-6.4-5.4z"/>)"
             R"(<path class="ta" d="M.2-4.6Q-3.4-8.6-5.6-5.6-2.6-2.6.2-4.6zM.2-4.6Q2.4-8.8 6-6.8 4.6-3.2.2-4.6z"/><path class="il" d="M.2-4.6Q-3.4-8.6-5.6-5.6-2.6-2.6.2-4.6zM.2-4.6Q2.4-8.8 6-6.8 4.6-3.2.2-4.6zM.2-4.6L.8-8.4"/>)"
             R"(<path class="vi" d="M-5.6-1.6a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M-1.8-2a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M2-1.6a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M-3.8 2a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M.2 2a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M-1.8 5.8a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0"/>)"
             R"(<path class="il" d="M-5.6-1.6a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M-1.8-2a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M2-1.6a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M-3.8 2a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M.2 2a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0M-1.8 5.8a2.1 2.1 0 1 1 4.2 0 2.1 2.1 0 1 1-4.2 0"/>)"},
            // A sanded ring with a striped rim: the place of a big top.
            {"ci",
             R"(<circle class="sh" cx="1.2" cy="1.4" r="13.4"/><circle class="po" r="13.4"/><circle class="cr" r="12.2"/><circle class="fw" r="10.6"/><circle class="fw" r="10.6"/><circle class="il" r="10.6"/><circle class="ih" r="13.6"/>)"
             R"(<path class="fa" d="M0-5.6L1.4-1.9 5.3-1.7 2.3.7 3.3 4.5 0 2.4-3.3 4.5-2.3.7-5.3-1.7-1.4-1.9z"/><path class="il" d="M0-5.6L1.4-1.9 5.3-1.7 2.3.7 3.3 4.5 0 2.4-3.3 4.5-2.3.7-5.3-1.7-1.4-1.9z"/>)"},
            // A carpet with room for three.
            {"ac",
             R"(<path class="sh" d="M-9.6 10.4H12V-8l-1.6-1.6V9z"/><path class="fc" d="M-11-10H10.6V9.6H-11z"/><path class="po" d="M-9-8H8.6V7.6H-9z"/><path class="fb" d="M-8-7H7.6V6.6H-8z"/>)"
             R"(<path class="fa" d="M-6 2.6a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0M.4 2.6a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0M-2.8-3a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0"/>)"
             R"(<path class="il" d="M-11-10H10.6V9.6H-11zM-8-7H7.6V6.6H-8zM-6 2.6a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0M.4 2.6a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0M-2.8-3a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0"/>)"},
            // A shield on a pole.
            {"pe",
             R"(<path class="sh" d="M-4.6-5.4H8V1.6Q8 6.4 2 9-3.4 6.6-3.8 1.6z"/><path class="pn" d="M-6.4-7.4H6.4V-.6Q6.4 5 0 8-6.4 5-6.4-.6z"/>)"
             R"(<path class="po" d="M-1.5-7.4H1.5V-2.4H6.4V.6H1.5V7.2L0 8-1.5 7.2V.6H-6.4V-2.4H-1.5z"/><path class="ih" d="M-6.4-7.4H6.4V-.6Q6.4 5 0 8-6.4 5-6.4-.6z"/>)"},
            // Goods: a barrel, a sheaf, a bolt of cloth, each on a pale ground.
            {"gw",
             R"(<circle class="po" r="7.6"/><circle class="ih" r="7.6"/><path class="vi" d="M-3.6-4.6H3.6Q5.8 0 3.6 4.6H-3.6Q-5.8 0-3.6-4.6z"/><path class="go" d="M-4.3-2.9H4.3l.5 1.4H-4.8zM-4.8 1.5H4.8L4.3 2.9H-4.3z"/><path class="il" d="M-3.6-4.6H3.6Q5.8 0 3.6 4.6H-3.6Q-5.8 0-3.6-4.6zM-1.2-4.6Q-1.8 0-1.2 4.6M1.2-4.6Q1.8 0 1.2 4.6"/>)"},
            {"gg",
             R"(<circle class="po" r="7.6"/><circle class="ih" r="7.6"/><path class="go" d="M-2.6 5.6L-.8 1.6H.8L2.6 5.6zM0-6.2Q1.6-3.6 0-.6-1.6-3.6 0-6.2zM-4.6-4.8Q-1.6-3.6-1.2-.2-4.4-1.4-4.6-4.8zM4.6-4.8Q4.4-1.4 1.2-.2 1.6-3.6 4.6-4.8zM-5-.8Q-2.2-1-1 1.4-3.8 1.8-5-.8zM5-.8Q3.8 1.8 1 1.4 2.2-1 5-.8z"/><path class="lv" d="M-1.5 1.2H1.5V2.8H-1.5z"/><path class="il" d="M-2.6 5.6L-.8 1.6M.8 1.6L2.6 5.6M0-6.2Q1.6-3.6 0-.6-1.6-3.6 0-6.2zM-4.6-4.8Q-1.6-3.6-1.2-.2-4.4-1.4-4.6-4.8zM4.6-4.8Q4.4-1.4 1.2-.2 1.6-3.6 4.6-4.8zM-5-.8Q-2.2-1-1 1.4-3.8 1.8-5-.8zM5-.8Q3.8 1.8 1 1.4 2.2-1 5-.8zM0-.6V1.2"/>)"},
            {"gc",
             R"(<circle class="po" r="7.6"/><circle class="ih" r="7.6"/><path class="pn" d="M-5-2.6L2.6-4.6Q5-4.6 5-2.2V3L-2.6 5q-2.4 0-2.4-2.4z"/><path class="lt" d="M-5-2.6q2.6 0 2.6 2.4T-5 2.6z"/><path class="go" d="M-1-3.6l1.6-.4V4l-1.6.4z"/><path class="il" d="M-5-2.6L2.6-4.6Q5-4.6 5-2.2V3L-2.6 5q-2.4 0-2.4-2.4zM-5-2.6q2.4 0 2.4 2.4V5"/>)"},
            // A cross by the way, where a road just ends.
            {"de",
             R"(<path class="sh" d="M-.6 3.6L4 5.6 5 4.6 1 2.6z"/><path class="s" d="M-2.4 4.4V2.4H2.4V4.4zM-.8 2.4V-1.4H-3V-3.2H-.8V-5.8H.8V-3.2H3V-1.4H.8V2.4z"/><path class="il" d="M-2.4 4.4V2.4H2.4V4.4zM-.8 2.4V-1.4H-3V-3.2H-.8V-5.8H.8V-3.2H3V-1.4H.8V2.4z"/>)"},
            // A green with a well, where roads meet.
            {"ju",
             R"(<circle class="c" r="8.6"/><circle class="ih" r="8.6"/><circle class="sh" cx=".8" cy="1" r="3.4"/><circle class="s" r="3.2"/><circle class="wd" r="1.9"/><circle class="il" r="3.2"/><circle class="il" r="1.9"/>)"},
            {"vg",
             R"(<ellipse class="c" rx="10" ry="9.4"/><ellipse class="il" rx="10" ry="9.4"/>)"},
            // A wheel with one to three pips.
            {"wh",
             R"(<circle class="sh" cx="1" cy="1.2" r="8.6"/><circle class="go" r="8.6"/><circle class="ih" r="8.6"/><path class="ih" d="M0-8.4V8.4M-8.4 0H8.4M-6-6L6 6M6-6L-6 6"/><circle class="po" r="5.2"/><circle class="il" r="5.2"/>)"},
            // Rocks round a source.
            {"sg",
             R"(<path class="ro" d="M-6-3L-3.4-7 1-8.4 5-6.4 6.4-2.4 3-1-2-.6z"/><path class="rk" d="M1-8.4L5-6.4 6.4-2.4 3-1 2.6-4.6z"/><path class="wl" d="M0-1.6q-.6 3 .4 5M2-1.8q-.2 2 .6 4.4M-1.8-1.4q-.8 2-.4 4"/><path class="il" d="M-6-3L-3.4-7 1-8.4 5-6.4 6.4-2.4 3-1-2-.6zM-3.4-7L-2-.6M1-8.4L2.6-4.6 3-1"/>)"},
        };

std::string pips(int count) {
  constexpr std::array<std::string_view, 4> kPips{
      "", "M-1.4 0a1.4 1.4 0 1 1 2.8 0 1.4 1.4 0 1 1-2.8 0",
      "M-3.4 0a1.3 1.3 0 1 1 2.6 0 1.3 1.3 0 1 1-2.6 0M.8 0a1.3 1.3 0 1 1 2.6 0 1.3 1.3 0 1 1-2.6 "
      "0",
      "M-3.4 1.4a1.2 1.2 0 1 1 2.4 0 1.2 1.2 0 1 1-2.4 0M1 1.4a1.2 1.2 0 1 1 2.4 0 1.2 1.2 0 1 "
      "1-2.4 "
      "0M-1.2-2a1.2 1.2 0 1 1 2.4 0 1.2 1.2 0 1 1-2.4 0"};
  return "<path class=\"i\" d=\"" + std::string(kPips[static_cast<std::size_t>(count)]) + "\"/>";
}

std::string group(std::string_view id, std::string_view markup) {
  return "<g id=\"" + std::string(id) + "\">" + std::string(markup) + "</g>";
}

}  // namespace

std::string symbol_definitions() {
  std::string all = growth_definitions() + group("hi", hill());
  for (const Symbol& symbol : kSymbols) all += group(symbol.id, symbol.markup);
  all += "<g id=\"mo\" transform=\"translate(-.5 3.6)\"><use href=\"#mc\"/></g>";
  for (int n = 1; n <= 3; ++n)
    all += group("wh" + std::to_string(n), "<use href=\"#wh\"/>" + pips(n));
  return all;
}

std::string symbol_of(const Object& object) {
  switch (object.kind) {
    case ObjectKind::junction:
      return "ju";
    case ObjectKind::monastery:
      return "mo";
    case ObjectKind::garden:
      return "ga";
    case ObjectKind::shrine:
      return "sr";
    case ObjectKind::volcano:
      return "vo";
    case ObjectKind::dragon:
      return "dn";
    case ObjectKind::princess:
      return "ps";
    case ObjectKind::portal:
      return "pt";
    case ObjectKind::bazaar:
      return "bz";
    case ObjectKind::inn:
      return "in";
    case ObjectKind::cathedral:
      return "ca";
    case ObjectKind::pig_herd:
      return "pi";
    case ObjectKind::tower:
      return "tw";
    case ObjectKind::hill:
      return "hi";
    case ObjectKind::vineyard:
      return "vy";
    case ObjectKind::circus:
      return "ci";
    case ObjectKind::acrobats:
      return "ac";
    case ObjectKind::village:
      return "vg";
    case ObjectKind::dead_end:
      return "de";
    case ObjectKind::pennant:
      return "pe";
    case ObjectKind::wine:
      return "gw";
    case ObjectKind::grain:
      return "gg";
    case ObjectKind::cloth:
      return "gc";
    case ObjectKind::wheel:
      return "wh" + std::to_string(object.number);
    case ObjectKind::spring:
      return "sg";
    case ObjectKind::lake:
    case ObjectKind::tunnel_mouth:
    case ObjectKind::abbey:
      return "";
  }
  return "";
}

void draw_objects(const Plan& plan, Svg& out, bool on_ground) {
  for (const Object& object : plan.objects) {
    const std::string symbol = symbol_of(object);
    if (!symbol.empty() && object.on_ground == on_ground) out.use(symbol, object.at, object.scale);
  }
}

}  // namespace bastide::art
