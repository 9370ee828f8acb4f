// The abbey: a walled precinct with orchard, garden and church, the same from every side.
#include "art/tile/draw.h"
#include "art/tile/tile_art.h"

namespace bastide::art {

void draw_abbey(Svg& out) {
  out.path("f", Path().region(tile_square(-kGroundBleed)));
  out.path("fd", Path().region(tile_square(3)));
  out.path("sh", Path().polygon(moved(rectangle({9, 9}, {91, 91}), {2.4, 2.4})));
  out.path("ht", Path().region(tile_square(9)));
  Path wall;
  wall.polygon(rectangle({9, 9}, {91, 91}));
  out.path("kk", wall).path("ks", wall).path("kc", wall);
  Path shadow, stone, roof, lit;
  for (const Point at : {Point{9, 9}, Point{91, 9}, Point{9, 91}, Point{91, 91}}) {
    shadow.disc(at + Point{1.6, 1.6}, 5);
    stone.disc(at, 5);
    roof.disc(at, 3.6);
    lit.move(at).line(at + Point{-3.6, 0}).arc(3.6, 3.6, false, true, at + Point{0, -3.6}).close();
  }
  // Paths crosswise, beds between them.
  out.path("rd",
           Path().region(united({rectangle({45, 11}, {55, 89})}, {rectangle({11, 45}, {89, 55})})));
  out.path("rd", Path().disc({50, 54}, 24));
  Path beds;
  for (const double y : {16.0, 22.0, 78.0, 84.0})
    for (const double x : {15.0, 65.0}) beds.polygon(rectangle({x, y}, {x + 20, y + 3.4}));
  out.path("tb", beds).path("il", beds);
  for (const Point at :
       {Point{18, 34}, Point{27, 37}, Point{19, 42}, Point{82, 34}, Point{74, 37}, Point{81, 43},
        Point{18, 62}, Point{26, 66}, Point{19, 71}, Point{82, 62}, Point{74, 67}, Point{82, 72}})
    out.use("g00", at);
  out.path("sh", shadow).path("s", stone).path("il", stone).path("rz", roof).path("rs", lit);
  out.use("mo", {50, 55}, 1.75);
}

}  // namespace bastide::art
