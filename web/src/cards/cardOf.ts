// The card of a thing: its name, its rule as it is played at this table, and the numbers of the moment.
import { cellKey } from '../game/cells';
import { sheepIn } from '../game/flocks';
import type { Snapshot } from '../game/snapshot';
import { t, text } from '../i18n';
import { pieceName, placeName, playerName } from '../play/describe';
import { stepsOfPig, unseenAnimals, waitingIn } from '../play/prompt';
import { goodsWords, pieceWords, type Quarter } from '../wire';
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
  return figureNumbers(thing, game) ?? supplyNumbers(word, game);
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

function figureNumbers({ word, at, seg, number }: Thing, game: Snapshot): string[] | null {
  const position = game.position!;
  const tile = at ? game.tiles.get(cellKey(at)) : undefined;
  switch (word) {
    case 'king':
    case 'robber': {
      const title = position[word];
      return title ? [t(`card.now.${word}`, { name: playerName(game, title.owner), n: title.size })] : [];
    }
    case 'fairy':
      return fairyNumbers(game);
    case 'dragon':
    case 'dragon_sign':
      return [t('card.now.dragon', { n: sum(position.set_aside ?? {}) })];
    case 'count':
      return position.count ? [t('card.now.count', { quarter: t(`play.quarter.${position.count.quarter}`) })] : [];
    case 'wheel_pig':
      return position.wheel ? [t('card.now.pig_at', { sector: t(`play.sector.${position.wheel.pig}`) })] : [];
    case 'wheel_icon':
      return number === undefined ? [] : [t('card.now.steps', { n: number })];
    case 'tower': {
      const guard = tile?.pieces.find((piece) => piece.seg === 'tower');
      const floors = t('card.now.floors', { n: tile?.floors ?? 0 });
      return guard ? [floors, t('card.now.guard', { name: playerName(game, guard.owner) })] : [floors];
    }
    case 'acrobats':
      return tile ? [t('card.now.acrobats', { n: tile.pieces.filter((piece) => piece.seg === 'acrobats').length })] : [];
    case 'big_top':
    case 'circus':
    case 'animals':
      return position.circus ? [t('card.now.animals', unseenAnimals(position.circus.tokens))] : [];
    case 'shepherd':
    case 'sheep': {
      const flock = tile?.pieces.find((piece) => piece.flock && (seg === undefined || piece.seg === seg))?.flock;
      return [...(flock ? [t('card.now.flock', { n: sheepIn(flock) })] : []), ...bagNumbers(game)];
    }
    case 'wolf':
      return bagNumbers(game);
    case 'prisoner':
      return (position.prisoners ?? []).map(({ piece, owner, holder }) =>
        t('card.now.held', { piece: pieceName(piece), name: playerName(game, owner), holder: playerName(game, holder) }));
    case 'hidden':
    case 'hill':
      return position.left.hidden === undefined ? [] : [t('card.now.hidden', { n: position.left.hidden })];
    default:
      return null;
  }
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
