#include "art/piece/figures.h"

namespace bastide::art {

namespace {

// --- people ---

constexpr Layer kMeeple[]{
    {"",
     "M50 5C59 5 66 11 66 20C66 26 63 30 60 33C72 36 90 43 94 51C97 57 93 62 87 62"
     "L69 61C72 69 82 82 87 89C90 93 87 97 82 97L60 97C57 97 55 95 54 92L50 81L46 92"
     "C45 95 43 97 40 97L18 97C13 97 10 93 13 89C18 82 28 69 31 61L13 62C7 62 3 57 6 51"
     "C10 43 28 36 40 33C37 30 34 26 34 20C34 11 41 5 50 5Z"}};

// On his back in the straw, the hat over his brow, one knee up: low and wide, never like one who
// stands.
constexpr Layer kFarmer[]{
    {"xu",
     "M-3 92C-4 82 8 77 22 78L92 80C101 81 105 92 99 96L2 96C-1 96 -3 95 -3 92Z S4 6 80 1 72"
     " S4 96 84 102 76 S4 50 80 52 70"},
    {"", "O19 52 17 17 S34 36 68 54 70 S20 58 68 73 44 S17 73 44 86 80 S14 86 82 97 82"},
    {"xw",
     "M-4 52C-3 44 2 41 4 36C8 26 22 22 31 30C35 34 37 40 41 43C44 46 40 50 36 49C22 45 10 48 -4 "
     "52Z"}};
// The same with a hay fork stuck into the straw.
constexpr Layer kBigFarmer[]{
    {"xw", "S6 52 90 52 24 S5 38 4 38 16 42 25 52 28 62 25 66 16 66 4 S5 52 4 52 26"},
    {"xu",
     "M-4 92C-5 80 8 75 22 76L93 79C102 80 106 92 100 97L1 97C-2 97 -4 95 -4 92Z S4 5 78 0 69"
     " S4 97 83 103 74"},
    {"", "O18 48 18 18 S40 37 66 56 68 S23 60 66 75 38 S20 75 38 88 78 S16 88 80 98 80"},
    {"xw",
     "M-6 48C-5 39 1 36 3 31C7 20 22 16 32 25C36 29 38 36 42 39C46 42 42 47 38 46C22 41 9 43 -6 "
     "48Z"}};

constexpr Layer kBig[]{
    {"",
     "M50 2C58 2 64 8 64 15C64 19 62 22 60 24C78 23 99 30 100 43C100 51 97 57 91 57L81 57"
     "C83 67 89 81 92 90C93 95 91 98 87 98L60 98L50 84L40 98L13 98C9 98 7 95 8 90"
     "C11 81 17 67 19 57L9 57C3 57 0 51 0 43C1 30 22 23 40 24C38 22 36 19 36 15C36 8 42 2 50 2Z"},
    {"xg", "R18 64 64 8"}};

// A mitre, a long robe and a crozier.
constexpr Layer kAbbot[]{
    {"xg",
     "M86 97L86 36C79 36 75 30 76 24C77 16 84 12 90 14C97 16 100 22 98 29L91 27"
     "C92 23 90 21 88 21C85 21 83 24 84 27C85 29 87 29 92 29L92 97Z"},
    {"",
     "M46 2L60 16C61 22 60 27 58 32C67 36 73 43 74 53L82 91C83 95 81 97 78 97L14 97"
     "C11 97 9 95 10 91L18 53C19 43 25 36 34 32C32 27 31 22 32 16Z"}};

// A hat with a brim, a hammer over the shoulder.
constexpr Layer kBuilder[]{
    {"xw", "S7 66 60 84 16"},
    {"xt", "M68 6L98 16L93 30L63 20Z"},
    {"xg",
     "M20 25C20 22 24 20 29 20C30 9 37 4 44 4C51 4 58 9 59 20C64 20 68 22 68 25L66 30L22 30Z"},
    {"",
     "M30 27L58 27C58 33 55 37 52 39L66 45L78 44C84 45 86 52 82 56L66 66L60 64L63 76L70 90"
     "C72 94 70 97 66 97L50 97L44 84L38 97L22 97C18 97 16 94 18 90L25 76L26 64L16 72"
     "C10 74 5 69 7 63L16 48C20 43 28 41 36 39C33 37 30 33 30 27Z"}};

// A flat hat with a feather, a wide robe and a chain of office.
constexpr Layer kMayor[]{
    {"xf", "M62 14C68 2 82 -1 92 4C84 6 80 14 68 20Z"},
    {"xk", "M14 22C14 13 30 9 50 9C70 9 86 13 86 22C86 28 70 31 50 31C30 31 14 28 14 22Z"},
    {"",
     "M33 28L67 28C66 34 64 37 61 39C82 42 95 56 97 76C98 88 95 94 90 96L10 96"
     "C5 94 2 88 3 76C5 56 18 42 39 39C36 37 34 34 33 28Z"}};

// A cape, a hat, the crook, and a lamb at the feet.
constexpr Layer kShepherd[]{
    {"xw", "S7 16 96 16 22 S7 16 22 17 13 21 8 27 6 33 9 35 15 33 20"},
    {"xu", "O78 80 18 12 O94 72 8 7 R66 86 6 11 R84 86 6 11"},
    {"xw", "M26 28L74 28C75 24 66 21 62 21C61 13 56 9 50 9C44 9 39 13 38 21C34 21 25 24 26 28Z"},
    {"",
     "M38 27L62 27C62 33 60 37 57 39C66 43 70 52 72 66L74 92C74 95 72 97 69 97L30 97"
     "C27 97 26 95 26 92L27 72L14 66C10 63 11 57 15 55L28 48C32 43 37 41 43 39C40 37 38 33 38 "
     "27Z"}};

// A top hat and both arms in the air.
constexpr Layer kRingmaster[]{
    {"xk", "M35 2L65 2L63 20L74 20L74 26L26 26L26 20L37 20Z"},
    {"",
     "M37 26L63 26C63 33 61 36 58 38L70 40L88 19C93 15 99 20 97 26L82 51C78 57 72 59 67 59"
     "L68 68L80 90C82 94 80 97 76 97L60 97L50 79L40 97L24 97C20 97 18 94 20 90L32 68L33 59"
     "C28 59 22 57 18 51L3 26C1 20 7 15 12 19L30 40L42 38C39 36 37 33 37 26Z"}};

// A crown, a standing collar and a cloak down to the ground.
constexpr Layer kCount[]{
    {"xv",
     "M22 30L36 38L64 38L78 30C78 40 76 46 73 50L88 93C89 96 87 98 84 98L16 98C13 98 11 96 12 93"
     "L27 50C24 46 22 40 22 30Z"},
    {"xn", "O50 28 14 15"},
    {"xg", "M33 20L31 0L41 9L50 0L59 9L69 0L67 20Z"}};

// Wings, a wide skirt, a wand with a star.
constexpr Layer kFairy[]{
    {"xu",
     "M46 50C30 28 8 18 3 28C-1 40 14 54 40 58C20 60 10 70 16 77C24 83 38 72 47 58Z"
     "M54 50C70 28 92 18 97 28C101 40 86 54 60 58C80 60 90 70 84 77C76 83 62 72 53 58Z"},
    {"xf", "M41 38L59 38L60 58L78 93C79 96 77 98 74 98L26 98C23 98 21 96 22 93L40 58Z"},
    {"xn", "O50 25 13 13"},
    {"xg",
     "M36 22C34 8 42 4 50 4C58 4 66 8 64 22C58 16 42 16 36 22Z S5 62 52 82 16"
     " M84 0L87 8L96 9L89 15L91 24L83 19L75 23L78 14L71 8L80 8Z"}};

// --- animals ---

constexpr std::string_view kPigShape =
    "M10 56C10 38 26 30 46 30C54 30 60 31 65 33L70 20L79 31C86 34 90 40 91 46L99 47L99 61L90 63"
    "C87 69 82 73 77 74L78 92L65 92L63 78L38 78L36 92L23 92L21 74C15 70 11 64 10 57Z"
    "S6 13 50 5 48 2 40 7 34 12 38";
constexpr Layer kPig[]{{"", kPigShape}};
constexpr Layer kWheelPig[]{{"xp", kPigShape}};

constexpr Layer kSheep[]{
    {"xk", "R30 70 9 25 R62 70 9 25"},
    {"xu",
     "O24 44 15 15 O38 32 16 15 O56 30 16 15 O70 40 15 15 O72 58 14 14 O56 66 16 15 O36 68 16 14"
     " O22 60 15 14 R24 34 46 36"},
    {"xk", "M72 36C78 26 94 30 98 42C101 52 94 62 86 62C78 62 72 50 72 36Z"}};

// The head from the front: ears up, a pale muzzle.
constexpr Layer kWolf[]{
    {"xy",
     "M12 2C24 8 34 18 38 26C46 23 54 23 62 26C66 18 76 8 88 2C92 20 90 36 84 48L97 66L80 70"
     "C76 84 64 97 50 97C36 97 24 84 20 70L3 66L16 48C10 36 8 20 12 2Z"},
    {"xu", "M50 52C58 52 62 62 68 68C66 82 60 92 50 92C40 92 34 82 32 68C38 62 42 52 50 52Z"},
    {"xg", "O34 47 7 5 O66 47 7 5"},
    {"xk", "O50 76 9 7"}};

// Head to the right, wings up, the tail in a curve.
constexpr Layer kDragonLayers[]{
    {"xe", "M40 52C30 34 14 20 2 14C14 8 30 8 42 16C40 8 42 3 46 0C58 10 64 26 62 44Z"},
    {"xd",
     "M68 44C66 30 68 17 80 13L79 4L87 11C95 13 100 19 100 27L88 31L94 34L86 38C84 44 86 50 87 57"
     "C88 68 82 76 73 78L77 92L86 97L60 97L58 82L44 82L40 97L22 97L30 91L30 78C20 80 12 88 14 97"
     "C4 92 0 80 6 68L0 64L12 58L15 66C22 58 30 52 42 50C52 48 62 50 68 44Z"}};

// --- things ---

constexpr Layer kWagon[]{{"", "M6 44C8 18 24 8 50 8C76 8 92 18 94 44L90 72L10 72Z"},
                         {"xw", "R4 58 92 14"},
                         {"xw", "O24 78 19 19 O76 78 19 19"},
                         {"xu", "O24 78 9 9 O76 78 9 9"}};

constexpr Layer kBarn[]{{"", "M10 96L10 52L2 50L18 22L50 6L82 22L98 50L90 52L90 96Z"},
                        {"xu", "R34 60 32 36"}};

constexpr Layer kBridge[]{
    {"",
     "M0 54C18 34 34 26 50 26C66 26 82 34 100 54L100 70L88 70L88 84L76 84C74 66 64 56 50 56"
     "C36 56 26 66 24 84L12 84L12 70L0 70Z"},
    {"xw", "S6 3 52 20 38 36 29 50 26 64 29 80 38 97 52"}};

constexpr Layer kCastle[]{
    {"", "M44 36L44 0L86 0L79 11L86 22L50 22L50 36Z"},
    {"xt",
     "M2 97L2 34L10 34L10 42L17 42L17 34L25 34L25 42L32 42L32 54L37 54L37 34L43 34L43 40L47 40"
     "L47 34L53 34L53 40L57 40L57 34L63 34L63 54L68 54L68 42L75 42L75 34L83 34L83 42L90 42L90 34"
     "L98 34L98 97Z"},
    {"xk", "M40 97L40 78C40 66 60 66 60 78L60 97Z"}};

constexpr Layer kGranaryLayers[]{
    {"xw", "R24 84 9 14 R45.5 84 9 14 R67 84 9 14"},
    {"xn", "M22 46L78 46L74 88L26 88Z"},
    {"xg", "M50 0L55 8L94 46C96 50 94 54 90 54L10 54C6 54 4 50 6 46L45 8Z"},
    {"xk", "R42 62 16 26"}};

constexpr Layer kFloor[]{
    {"xt",
     "M14 30L14 12L28 12L28 22L42 22L42 12L58 12L58 22L72 22L72 12L86 12L86 30L78 40L78 84"
     "C78 92 66 97 50 97C34 97 22 92 22 84L22 40Z"},
    {"", "R22 52 56 16"},
    {"xk", "M44 88L44 76C44 70 56 70 56 76L56 88Z"}};

// One floor as it stands on others: as wide below as its battlements, which the next one hides.
constexpr Layer kTower[]{
    {"xk", "M10 34L10 24L90 24L90 34Z"},
    {"xt",
     "M6 46L6 14L22 14L22 28L38 28L38 14L62 14L62 28L78 28L78 14L94 14L94 84C94 92 74 97 50 97"
     "C26 97 6 92 6 84Z"},
    {"xk", "R46 74 8 15"}};

// A church with its tower behind the wall of the precinct.
constexpr Layer kAbbey[]{
    {"xn", "R34 40 56 34"},
    {"xr", "M30 42L42 18L86 18L96 42Z"},
    {"xt", "R8 32 28 42"},
    {"xr", "M4 34L22 2L40 34Z"},
    {"",
     "M2 97L2 62L12 62L12 68L24 68L24 62L36 62L36 68L64 68L64 62L76 62L76 68L88 68L88 62L98 62"
     "L98 97Z"},
    {"xk", "M15 97L15 84C15 75 31 75 31 84L31 97Z"}};

constexpr Layer kBigTop[]{
    {"xg", "M48 0L72 7L52 14L52 24L48 24Z"},
    {"xu", "M50 16L96 58L88 62L88 96L12 96L12 62L4 58Z"},
    {"xr",
     "M50 16L50 16L64 60L64 96L36 96L36 60Z M82 45L96 58L88 62L88 96L80 96L78 61Z"
     " M18 45L4 58L12 62L12 96L20 96L22 61Z"}};

// --- the animals of the circus: heads from the front, but for the seal and the flea ---

constexpr Layer kFlea[]{
    {"xw",
     "S6 62 62 80 74 72 97 S6 50 66 52 84 44 97 S6 36 64 22 78 26 97 S6 80 40 90 24 99 20"
     " S6 74 38 78 20 86 12"},
    {"xe", "M8 44C10 24 34 14 54 22C64 26 70 34 70 46C70 62 56 72 40 72C20 72 6 60 8 44Z"},
    {"xe", "O76 48 16 15"},
    {"xk", "O81 44 5 5"}};

constexpr Layer kMonkey[]{{"xw", "O13 46 13 16 O87 46 13 16 O50 44 36 40 O50 66 30 30"},
                          {"xn", "O13 47 6 9 O87 47 6 9"},
                          {"xn", "O37 43 17 18 O63 43 17 18 O50 68 26 22"},
                          {"xk", "O38 45 5 7 O62 45 5 7 O45 60 2.5 3 O55 60 2.5 3"}};

// A ball on its nose.
constexpr Layer kSeal[]{
    {"xr", "O27 14 13 13"},
    {"xy",
     "M24 28C34 24 46 30 50 40C56 54 66 62 76 72C82 68 90 66 99 68C96 76 92 80 88 84C92 88 94 92 "
     "94 "
     "97C84 97 76 94 72 90L58 97L14 97C8 97 6 93 9 90L26 78C30 68 30 58 26 50C20 46 14 40 16 34"
     "C18 30 20 29 24 28Z"},
    {"xu", "M32 58C38 66 40 76 36 86L26 92C32 80 34 70 32 58Z"},
    {"xk", "O36 40 4 4"}};

constexpr Layer kBear[]{{"xw", "O18 20 18 18 O82 20 18 18 O50 54 38 38 O50 66 34 31"},
                        {"xn", "O19 21 8 8 O81 21 8 8"},
                        {"xn", "O50 70 22 20"},
                        {"xk", "O50 61 10 7 O34 44 5 6 O66 44 5 6"}};

// Whiskers stand out on both sides of a striped head.
constexpr Layer kTiger[]{
    {"xe",
     "M12 4C24 4 32 10 36 16C46 13 54 13 64 16C68 10 76 4 88 4C92 14 92 24 88 34L98 48L92 54L101 66"
     "L90 70L94 82L78 82C70 92 60 96 50 96C40 96 30 92 22 82L6 82L10 70L-1 66L8 54L2 48L12 34"
     "C8 24 8 14 12 4Z"},
    {"xu", "O36 74 17 15 O64 74 17 15 O50 84 12 9"},
    {"xk",
     "M46 15L54 15L50 38Z M33 18L40 16L42 34Z M67 18L60 16L58 34Z M12 36L28 46L8 47Z"
     " M88 36L72 46L92 47Z M6 57L22 58L4 65Z M94 57L78 58L96 65Z"},
    {"xg", "O33 53 7 6 O67 53 7 6"},
    {"xk", "O33 53 3 5 O67 53 3 5 M40 63L60 63L50 74Z"}};

// Ears like sails, and the trunk up.
constexpr Layer kElephant[]{
    {"xy", "M34 20C18 2 -4 14 0 40C2 60 16 72 32 64Z M66 20C82 2 104 14 100 40C98 60 84 72 68 64Z"},
    {"xp", "M28 28C18 16 6 24 8 40C10 52 18 60 28 56Z M72 28C82 16 94 24 92 40C90 52 82 60 72 56Z"},
    {"xu",
     "M33 60L42 62C42 72 38 80 30 84C28 76 29 68 33 60Z M67 60L58 62C58 72 62 80 70 84"
     "C72 76 71 68 67 60Z"},
    {"xy",
     "M50 4C66 4 74 16 74 32C74 48 68 58 62 64C60 74 60 82 66 86C70 88 74 84 73 78L84 78"
     "C86 92 76 99 64 98C48 97 42 84 38 64C32 58 26 48 26 32C26 16 34 4 50 4Z"},
    {"xk", "O38 40 4 6 O62 40 4 6"}};

// --- goods ---

constexpr Layer kWine[]{{"xv", "M24 3L76 3C92 30 92 70 76 97L24 97C8 70 8 30 24 3Z"},
                        {"xg", "M17 17L83 17L88 31L12 31Z M12 69L88 69L83 83L17 83Z"}};

// Ears of corn above the band, stalks below it.
constexpr Layer kGrain[]{
    {"xg",
     "M34 97L44 66L56 66L66 97Z O50 20 10 20 O28 26 9 19 O72 26 9 19 O12 46 9 16 O88 46 9 16"
     " M10 58L46 66L46 56L30 34L24 40Z M90 58L54 66L54 56L70 34L76 40Z R44 34 12 34"},
    {"xr", "R36 60 28 12"}};

// A length of cloth that hangs from its roll.
constexpr Layer kCloth[]{{"xb", "M18 24L84 24L84 97L73 88L62 97L51 88L40 97L29 88L18 97Z"},
                         {"xg", "R18 58 66 12"},
                         {"xb", "M12 3L88 3C100 3 100 37 88 37L12 37C0 37 0 3 12 3Z"},
                         {"xu", "O12 20 9 13"}};

// --- titles ---

constexpr Layer kKing[]{{"xg",
                         "M8 84L2 26L26 48L50 8L74 48L98 26L92 84C70 92 30 92 8 84Z"
                         " O2 24 7 7 O50 8 8 8 O98 24 7 7"},
                        {"xr", "O50 72 7 7 O26 70 5 5 O74 70 5 5"}};

// A broad hat with a feather, a mask, a beard.
constexpr Layer kRobber[]{
    {"xn", "M28 40L72 40C76 62 68 86 50 98C32 86 24 62 28 40Z"},
    {"xk",
     "M28 52C28 47 72 47 72 52C72 64 60 66 50 58C40 66 28 64 28 52Z M38 80C44 74 56 74 62 80"
     "C60 90 54 96 50 98C46 96 40 90 38 80Z"},
    {"xv",
     "M2 44C2 34 20 34 28 32C30 16 38 8 50 8C62 8 70 16 72 32C80 34 98 34 98 44"
     "C90 50 70 46 50 46C30 46 10 50 2 44Z"},
    {"xr", "M60 26C64 8 80 -2 96 2C90 8 92 14 86 18C78 22 70 22 62 32Z"}};

constexpr std::string_view kSpokes = "M15 78L33 78M24 69L24 87M67 78L85 78M76 69L76 87";

constexpr FigureDrawing kDrawings[]{
    {Figure::meeple, "meeple", true, 33, kMeeple, "", {50, 55}, 30},
    {Figure::meeple_lying, "meeple-lying", true, 36, kFarmer, "", {47, 68}, 24},
    {Figure::abbot, "abbot", true, 34, kAbbot, "M39 13L53 13M46 6L46 20", {46, 66}, 32},
    {Figure::big, "big", true, 41, kBig, "", {50, 43}, 26},
    {Figure::big_lying, "big-lying", true, 42, kBigFarmer, "", {47, 66}, 27},
    {Figure::builder, "builder", true, 32, kBuilder, "", {44, 58}, 24},
    {Figure::pig, "pig", true, 30, kPig, "M82 42L82.1 42M95 51L95 57", {46, 54}, 30},
    {Figure::mayor, "mayor", true, 33, kMayor, "M26 46C34 64 66 64 74 46", {50, 77}, 28},
    {Figure::wagon, "wagon", true, 33, kWagon, kSpokes, {50, 34}, 30},
    {Figure::barn,
     "barn",
     true,
     44,
     kBarn,
     "M34 60L66 96M66 60L34 96M18 22L10 52M82 22L90 52",
     {50, 36},
     28},
    {Figure::shepherd, "shepherd", true, 33, kShepherd, "M96 71L96.1 71", {50, 66}, 28},
    {Figure::ringmaster, "ringmaster", true, 33, kRingmaster, "", {50, 53}, 24},
    {Figure::bridge,
     "bridge",
     true,
     30,
     kBridge,
     "M26 46L26 38M50 36L50 28M74 46L74 38",
     {50, 43},
     16},
    {Figure::castle,
     "castle",
     true,
     46,
     kCastle,
     "M10 60L18 60M24 70L30 70M78 62L86 62M72 74L80 74",
     {64, 11},
     18},
    {Figure::granary,
     "granary",
     false,
     38,
     kGranaryLayers,
     "M50 6L50 48M42 16L28 48M58 16L72 48",
     {},
     0},
    {Figure::floor, "floor", true, 24, kFloor, "M22 40C34 46 66 46 78 40", {50, 60}, 15},
    {Figure::abbey,
     "abbey",
     true,
     40,
     kAbbey,
     "M22 2L22 -3M48 42L48 62M60 42L60 62M72 42L72 62",
     {58, 84},
     22},
    {Figure::tower,
     "tower",
     false,
     26,
     kTower,
     "M6 46C26 56 74 56 94 46M22 66L34 68M66 68L78 66M10 76L20 79M80 79L90 76",
     {},
     0},
    {Figure::sheep, "sheep", false, 30, kSheep, "", {}, 0},
    {Figure::big_top, "big-top", false, 40, kBigTop, "M12 62L88 62", {}, 0},
    {Figure::dragon,
     "dragon",
     false,
     50,
     kDragonLayers,
     "M46 2C50 16 50 32 50 46M42 16C44 28 44 40 46 48M90 21L90.1 21M36 64C46 60 58 60 70 54",
     {},
     0},
    {Figure::fairy, "fairy", false, 35, kFairy, "M45 26L45.1 26M55 26L55.1 26", {}, 0},
    {Figure::count, "count", false, 34, kCount, "M45 27L45.1 27M55 27L55.1 27M50 46L50 96", {}, 0},
    {Figure::wheel_pig, "wheel-pig", false, 31, kWheelPig, "M82 42L82.1 42M95 51L95 57", {}, 0},
    {Figure::king, "king", false, 26, kKing, "M8 60C30 68 70 68 92 60", {}, 0},
    {Figure::robber, "robber", false, 28, kRobber, "M40 54L42 54M58 54L60 54", {}, 0},
    {Figure::wolf, "wolf", false, 24, kWolf, "M26 40L42 47M74 40L58 47M50 83L50 89", {}, 0},
    {Figure::wine,
     "wine",
     false,
     22,
     kWine,
     "M38 4C30 34 30 66 38 96M62 4C70 34 70 66 62 96",
     {},
     0},
    {Figure::grain, "grain", false, 22, kGrain, "M50 8L50 34M28 14L32 38M72 14L68 38", {}, 0},
    {Figure::cloth, "cloth", false, 22, kCloth, "M12 20L12.1 20M36 37L36 58M66 37L66 58", {}, 0},
    {Figure::flea,
     "flea",
     false,
     24,
     kFlea,
     "M28 24C22 38 24 58 32 70M46 21C42 38 44 58 50 70",
     {},
     0},
    {Figure::monkey, "monkey", false, 24, kMonkey, "M36 72C42 82 58 82 64 72", {}, 0},
    {Figure::seal, "seal", false, 24, kSeal, "M18 40L8 44M19 42L12 50M20 6L34 22", {}, 0},
    {Figure::bear, "bear", false, 24, kBear, "M50 68L50 76M40 80C46 84 54 84 60 80", {}, 0},
    {Figure::tiger, "tiger", false, 24, kTiger, "M50 74L50 82M42 86C46 89 54 89 58 86", {}, 0},
    {Figure::elephant, "elephant", false, 24, kElephant, "M42 70L56 69M45 79L58 77", {}, 0},
};
static_assert(sizeof kDrawings / sizeof kDrawings[0] == kFigures);

}  // namespace

const FigureDrawing& drawing_of(Figure figure) {
  return kDrawings[static_cast<std::size_t>(figure)];
}

}  // namespace bastide::art
