// The card of a thing: its name, its rule as it is played at this table, and the numbers of the moment.
import { cellKey } from '../game/cells';
import { sheepIn } from '../game/flocks';
import type { Position, Snapshot } from '../game/snapshot';
import { t, text } from '../i18n';
import { pieceName, placeName, playerName } from '../play/describe';
import { stepsOfPig, unseenAnimals, waitingIn } from '../play/prompt';
import { goodsWords, pieceWords, type Quarter, type TileOnBoard, type Title } from '../wire';
import { isSector, type Thing, type ThingWord } from './things';

export interface Card {
  title: string;
  sentences: string;
  numbers: string[];
}

export function cardOf(thing: Thing, game: Snapshot): Card {
  const name = thingName(thing.word);
  const title = thing.owner === undefined ? name : t('card.of', { thing: name, name: playerName(game, thing.owner) });
  const meaning = isPicture(thing.word, game) ? t('card.picture') : ruleOf(thing.word, game);
  return { title, sentences: meaning, numbers: numbersOf(thing, game) };
}

/** The same in one breath, for a mouse that rests. */
export function tipOf(thing: Thing | null, game: Snapshot): string {
  if (!thing) return '';
  const { title, sentences, numbers } = cardOf(thing, game);
  return [title.charAt(0).toUpperCase() + title.slice(1), sentences, ...numbers].join('\n');
}

const QUARTERS: Partial<Record<ThingWord, Quarter>> = {
  palace: 'palace', forge: 'forge', market: 'market', quarter_cathedral: 'cathedral',
};

export function thingName(word: ThingWord): string {
  const quarter = QUARTERS[word];
  if (quarter) return t(`play.quarter.${quarter}`);
  return text(`card.name.${word}`) ?? text(`play.piece.${word}`) ?? text(`play.feature.${word}`) ?? text(`play.goods.${word}`)
    ?? text(`play.sector.${word}`) ?? word;
}

const isGoods = (word: string): boolean => (goodsWords as readonly string[]).includes(word);

/** The rule in the words of the variant that is played. */
export function ruleOf(word: ThingWord, game: Snapshot): string {
  const variant = variantOf(word, game);
  const key = isGoods(word) ? 'goods' : word;
  return (variant && text(`card.${key}.${variant}`)) || (text(`card.${key}`) ?? '');
}

// The option whose value changes the rule of a thing: with that value, these words.
const VARIANTS: Partial<Record<ThingWord, { option: string; value: boolean | string; words: string }>> = {
  builder: { option: 'double_turn', value: 'may', words: 'may' },
  wagon: { option: 'wagon_move', value: 'linked', words: 'linked' },
  fairy: { option: 'fairy_placement', value: 'tile', words: 'tile' },
  princess: { option: 'princess', value: 'must', words: 'must' },
  bazaar: { option: 'bazaar_auction', value: false, words: 'take' },
  hill: { option: 'hill_ties', value: 'count', words: 'count' },
};

function variantOf(word: ThingWord, game: Snapshot): string | null {
  if (word === 'castle' || word === 'bridge') return game.position?.common_supply ? 'common' : null;
  const variant = VARIANTS[word];
  return variant && game.view.setup.options?.[variant.option] === variant.value ? variant.words : null;
}

// Symbols on tiles of other sets mean something only with the set they belong to.
const NEEDS: Partial<Record<ThingWord, string>> = {
  garden: 'abbot', inn: 'inns_cathedrals', volcano: 'princess_dragon', pig_herd: 'traders_builders',
};

function isPicture(word: ThingWord, game: Snapshot): boolean {
  const set = NEEDS[word];
  return set !== undefined && !game.view.setup.sets.some((each) => each.split(':')[0] === set);
}

// --- the numbers of the moment ---

function numbersOf(thing: Thing, game: Snapshot): string[] {
  const { word } = thing;
  const position = game.position;
  if (!position) return [];
  if (isSector(word)) return sectorNumbers(word, game);
  const quarter = QUARTERS[word];
  if (quarter) return [waitingIn(game, quarter)];
  if (isGoods(word)) return [t('card.now.goods', { names: byPlayer(game, (seat) => position.players[seat]?.goods?.[word as 'wine'] ?? 0) })];
  if (word === 'castle' && hasScored(thing, position)) return [t('card.now.scored')];
  const tile = thing.at ? game.tiles.get(cellKey(thing.at)) : undefined;
  return NUMBERS[word]?.({ thing, game, position, tile }) ?? supplyNumbers(word, game);
}

/** "Ada 5, Boris 3" */
function byPlayer(game: Snapshot, count: (seat: number) => number): string {
  return (game.position?.players ?? []).map((_, seat) => `${playerName(game, seat)} ${count(seat)}`).join(', ');
}

function supplyNumbers(word: ThingWord, game: Snapshot): string[] {
  const { players = [], common_supply } = game.position ?? {};
  if (word === 'common' || (common_supply && word in common_supply)) {
    const names = Object.entries(common_supply ?? {}).map(([kind, n]) => `${pieceName(kind)} ${n}`).join(', ');
    return [t('card.now.left', { names })];
  }
  const isPiece = (pieceWords as readonly string[]).includes(word) && players.some((player) => word in player.supply);
  return isPiece ? [t('card.now.in_hand', { names: byPlayer(game, (seat) => players[seat]?.supply[word] ?? 0) })] : [];
}

function sectorNumbers(sector: Parameters<typeof stepsOfPig>[1], game: Snapshot): string[] {
  const wheel = game.position?.wheel;
  if (!wheel) return [];
  const crowns = wheel.crowns[sector] ?? [];
  const names = crowns.flatMap((owner) => (owner === null ? [] : [playerName(game, owner)])).join(', ');
  return [
    wheel.pig === sector ? t('card.now.pig_here') : t('card.now.pig', { n: stepsOfPig(game, sector) }),
    names ? t('card.now.crowns', { names }) : t('card.now.crowns_free', { n: crowns.length }),
  ];
}

interface Seen {
  thing: Thing;
  game: Snapshot;
  position: Position;
  tile: TileOnBoard | undefined;
}

const animals = ({ position }: Seen): string[] =>
  position.circus ? [t('card.now.animals', unseenAnimals(position.circus.tokens))] : [];
const aside = ({ position }: Seen): string[] => [t('card.now.dragon', { n: sum(position.set_aside ?? {}) })];
const hidden = ({ position: { left } }: Seen): string[] =>
  left.hidden === undefined ? [] : [t('card.now.hidden', { n: left.hidden })];

// By word, how it stands; what is missing here is counted in the supplies.
const NUMBERS: Partial<Record<ThingWord, (seen: Seen) => string[]>> = {
  king: ({ position, game }) => titleNumbers('king', position.king, game),
  robber: ({ position, game }) => titleNumbers('robber', position.robber, game),
  fairy: ({ game }) => fairyNumbers(game),
  dragon: aside,
  dragon_sign: aside,
  count: ({ position: { count } }) => (count ? [t('card.now.count', { quarter: t(`play.quarter.${count.quarter}`) })] : []),
  wheel_pig: ({ position: { wheel } }) => (wheel ? [t('card.now.pig_at', { sector: t(`play.sector.${wheel.pig}`) })] : []),
  wheel_icon: ({ thing: { number } }) => (number === undefined ? [] : [t('card.now.steps', { n: number })]),
  tower: ({ tile, game }) => towerNumbers(tile, game),
  acrobats: ({ tile }) =>
    tile ? [t('card.now.acrobats', { n: tile.pieces.filter((piece) => piece.seg === 'acrobats').length })] : [],
  big_top: animals,
  circus: animals,
  animals,
  shepherd: flockNumbers,
  sheep: flockNumbers,
  wolf: ({ game }) => bagNumbers(game),
  prisoner: ({ position, game }) => (position.prisoners ?? []).map(({ piece, owner, holder }) =>
    t('card.now.held', { piece: pieceName(piece), name: playerName(game, owner), holder: playerName(game, holder) })),
  hidden,
  hill: hidden,
};

function titleNumbers(word: 'king' | 'robber', title: Title | null | undefined, game: Snapshot): string[] {
  return title ? [t(`card.now.${word}`, { name: playerName(game, title.owner), n: title.size })] : [];
}

function towerNumbers(tile: TileOnBoard | undefined, game: Snapshot): string[] {
  if (!tile) return [];
  const guard = tile.pieces.find((piece) => piece.seg === 'tower');
  const floors = t('card.now.floors', { n: tile.floors ?? 0 });
  return guard ? [floors, t('card.now.guard', { name: playerName(game, guard.owner) })] : [floors];
}

function flockNumbers({ thing, tile, game }: Seen): string[] {
  const flock = tile?.pieces.find((piece) => piece.flock && (thing.seg === undefined || piece.seg === thing.seg))?.flock;
  return [...(flock ? [t('card.now.flock', { n: sheepIn(flock) })] : []), ...bagNumbers(game)];
}

/** Whether the castle that was touched has brought its points. */
function hasScored({ at }: Thing, position: Position): boolean {
  return at !== undefined && (position.castles ?? []).some((castle) =>
    'cells' in castle && castle.completed && castle.cells.some((cell) => cellKey(cell) === cellKey(at)));
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((all, n) => all + n, 0);

function bagNumbers(game: Snapshot): string[] {
  const bag = game.position?.bag;
  return bag ? [t('card.now.bag', { n: sum(bag), wolves: bag.wolf ?? 0 })] : [];
}

function fairyNumbers(game: Snapshot): string[] {
  const fairy = game.position?.fairy;
  if (fairy?.owner === undefined || fairy.seg === undefined) return [];
  return [t('card.now.fairy', { name: playerName(game, fairy.owner), place: placeName({ at: fairy.at, seg: fairy.seg }) })];
}
