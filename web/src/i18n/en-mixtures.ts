import type { Dictionary } from './message';

// What changes when two sets meet: the one or two things of each pair that a table should know before it begins.
// A key is made of both sets in the order in which the server lists them. docs/rules/combining.md has it all.
export default {
  'mix.river.river2': 'Both become one river: it springs with the first and ends in the volcano lake.',
  'mix.river.castles_bridges': 'Its river tile joins the river.',
  'mix.river.abbey_mayor': 'No abbey before the river is finished.',
  'mix.abbot.princess_dragon': 'The dragon eats abbots; a portal carries them to a monastery or garden.',
  'mix.abbot.count': 'An abbot may wait in the cathedral quarter only.',
  'mix.abbot.cult': 'An abbot may stand on a shrine, and be called home from it.',
  'mix.abbot.castles_bridges': 'A turn has one of these: a piece, the abbot home, or a lady home.',
  'mix.abbot.hills_sheep':
    'Vineyards count for a completed monastery, not for gardens, nor for an abbot called home.',
  'mix.abbot.tower': 'A captured abbot brings no points, and abbots are no guards.',
  'mix.abbot.abbey_mayor': 'An abbot may live in an abbey, and be called home from it.',
  'mix.abbot.circus': 'Abbots count for the circus, in gardens too; they are no acrobats.',
  'mix.princess_dragon.river2': 'The dragon comes as soon as the volcano lake is laid.',
  'mix.princess_dragon.count': 'Dragon, fairy and portal stay outside the fortress.',
  'mix.princess_dragon.bridges_castles_bazaars':
    'Lords are safe from the dragon; a dragon tile bought at a bazaar lets it fly at once.',
  'mix.princess_dragon.castles_bridges': 'Ladies are safe from dragon and princess.',
  'mix.princess_dragon.inns_cathedrals': 'Large meeples can be eaten and sent away, and ride portals.',
  'mix.princess_dragon.traders_builders':
    'The dragon eats builders and pigs, and those it leaves alone go home; no portal carries them.',
  'mix.princess_dragon.hills_sheep': 'Flocks are settled before the dragon flies; an eaten shepherd loses his sheep.',
  'mix.princess_dragon.tower':
    'The fairy does not protect from capture; the dragon eats guards and leaves the floors.',
  'mix.princess_dragon.abbey_mayor': 'The dragon eats mayors and wagons, never barns; a barn may stand at a volcano.',
  'mix.princess_dragon.circus':
    'The dragon eats a whole pyramid at once; a portal leads onto any that is not full.',
  'mix.river2.castles_bridges': 'Its river tile joins the river.',
  'mix.river2.inns_cathedrals': 'The inn printed on a river tile counts.',
  'mix.river2.traders_builders': 'The pig herd makes its field worth 1 point more for each city.',
  'mix.river2.hills_sheep': 'No shepherd on the volcano lake.',
  'mix.river2.tower':
    'No floor and no guard in the part with the volcano lake; one ransom for the whole turn.',
  'mix.river2.abbey_mayor':
    'No abbey before the river is finished, but instead of the tile after the volcano lake.',
  'mix.count.cult': 'From the cathedral quarter a piece may go to a shrine about to be scored.',
  'mix.count.bridges_castles_bazaars':
    'Money of the auction is no points for the fortress; nobody goes from the palace to a castle.',
  'mix.count.inns_cathedrals': 'A large meeple goes to every quarter and counts two where it joins.',
  'mix.count.traders_builders': 'Goods are no points: they neither open nor close the way to the fortress.',
  'mix.count.hills_sheep': 'Your points for sheep close the way to the fortress this turn.',
  'mix.count.tower': 'Nobody in the fortress can be captured; a piece just bought free may go there.',
  'mix.count.abbey_mayor':
    'Mayor: palace only; wagon: not the market. Before a barn scores, pieces of the market may join the field.',
  'mix.count.circus':
    'The ringmaster goes to every quarter; your circus points close the way to the fortress this turn.',
  'mix.king_robber.bridges_castles_bazaars': 'A castle is no completed city for the king.',
  'mix.king_robber.inns_cathedrals': 'Inns and cathedrals bring king and robber nothing more.',
  'mix.king_robber.abbey_mayor': 'What an abbey completes counts for both titles, without the abbey’s own tile.',
  'mix.cult.inns_cathedrals': 'In a challenge the large meeple’s strength plays no part.',
  'mix.cult.hills_sheep': 'Vineyards count for shrines as for monasteries.',
  'mix.cult.tower': 'Capturing one of two rivals ends their challenge without a winner.',
  'mix.cult.abbey_mayor': 'An abbey is a monastery for shrines: it may be barred there, and challenged.',
  'mix.cult.circus': 'A ringmaster may stand on a shrine; heretics count for the circus.',
  'mix.bridges_castles_bazaars.inns_cathedrals': 'Castles copy the bonus of inns and cathedrals; a large meeple may be lord.',
  'mix.bridges_castles_bazaars.traders_builders':
    'The builder’s second part comes after the bazaar; with a pig a castle is worth 5 to the field.',
  'mix.bridges_castles_bazaars.hills_sheep': 'A bazaar needs enough tiles besides those under hills; castles copy vineyards.',
  'mix.bridges_castles_bazaars.tower': 'Lords cannot be captured; at a bazaar everybody may pay a ransom once.',
  'mix.bridges_castles_bazaars.abbey_mayor':
    'A castle is worth 1 more than a city to farmers and barns; a city closed by an abbey gets no castle.',
  'mix.bridges_castles_bazaars.circus':
    'A bridge and acrobats never share a tile; a lord counts for a circus beside his castle.',
  'mix.castles_bridges.inns_cathedrals':
    'No castle on a city with a large meeple; an inn doubles road tiles, never bridges.',
  'mix.castles_bridges.traders_builders':
    'No castle on a city with a builder; a bridge that carries the road on brings a second part.',
  'mix.castles_bridges.hills_sheep': 'A shepherd is no farmer for granaries.',
  'mix.castles_bridges.tower': 'Ladies cannot be captured, farmers in granaries can.',
  'mix.castles_bridges.abbey_mayor':
    'One building a corner: barn or granary. No castle on a city with a mayor or wagon.',
  'mix.castles_bridges.circus':
    'No acrobats on a tile with a bridge; a lady counts for a circus beside her castle.',
  'mix.wheel.inns_cathedrals': 'For the wheel a large meeple counts as one.',
  'mix.wheel.traders_builders': 'The wheel counts neither builders nor pigs, and the plague leaves them.',
  'mix.wheel.hills_sheep': 'For the wheel a shepherd is no meeple.',
  'mix.wheel.tower':
    'The plague may take guards, never prisoners; a storm counts neither floors nor prisoners.',
  'mix.wheel.abbey_mayor': 'A turn with an abbey draws no tile, so the wheel stands still.',
  'mix.wheel.circus': 'The plague may take acrobats; meeples on crowns do not count for the circus.',
  'mix.inns_cathedrals.traders_builders': 'A large meeple is support enough for builder and pig.',
  'mix.inns_cathedrals.hills_sheep':
    'Hills decide when strength is equal; a large meeple on a hill is one meeple there.',
  'mix.inns_cathedrals.tower': 'A large meeple is one prisoner with the usual price, and may be a guard.',
  'mix.inns_cathedrals.abbey_mayor':
    'An abbey completes inn roads and cathedral cities at full value; strengths add up with the mayor’s.',
  'mix.inns_cathedrals.circus': 'For the circus a large meeple counts as one, and it is no acrobat.',
  'mix.traders_builders.hills_sheep':
    'Each part of a double turn brings its own choice about the flock; under a hill may go the very last tile.',
  'mix.traders_builders.tower':
    'Builder and pig are not captured, but go home with your last meeple there; one ransom for both parts.',
  'mix.traders_builders.abbey_mayor':
    'An abbey extends nothing, but may be the second part; with a pig farmers of a barn field get 1 more a city.',
  'mix.traders_builders.circus': 'Builders and pigs do not count for the circus; the ringmaster supports both.',
  'mix.hills_sheep.tower': 'The shepherd cannot be captured.',
  'mix.hills_sheep.abbey_mayor':
    'Barns and shepherds ignore each other; vineyards count for abbeys, and an abbey may close a field.',
  'mix.hills_sheep.circus': 'Shepherds do not count for the circus; the ringmaster on a hill breaks ties.',
  'mix.tower.abbey_mayor':
    'Mayor and wagon can be captured and guard no tower; a captured wagon does not drive on.',
  'mix.tower.circus':
    'Acrobats can be captured, one for a floor; guards count for the circus, prisoners do not.',
  'mix.abbey_mayor.circus':
    'Wagons drive on before the circus is scored; an abbey beside acrobats lets you add one.',
} as const satisfies Dictionary;
