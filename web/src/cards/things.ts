// What has a card: every piece, symbol, token and part of a board, by a word of its own.
import type { Touched } from '../board/touched';
import { cellKey } from '../game/cells';
import type { Snapshot } from '../game/snapshot';
import { sectorWords, type Action, type Cell, type ScoreFor } from '../wire';

export const thingWords = [
  'road', 'city', 'field', 'monastery', 'garden', 'shrine',
  'meeple', 'big', 'abbot', 'builder', 'pig', 'shepherd', 'mayor', 'wagon', 'barn', 'ringmaster', 'bridge', 'castle', 'lady',
  'granary', 'floor', 'abbey',
  'king', 'robber', 'dragon', 'fairy', 'count', 'wheel_pig', 'tower', 'big_top', 'sheep', 'wolf', 'animals',
  'pennant', 'inn', 'cathedral', 'pig_herd', 'volcano', 'dragon_sign', 'princess', 'portal', 'bazaar', 'hill', 'vineyard',
  'circus', 'acrobats', 'wheel_icon', 'spring', 'lake',
  'wine', 'grain', 'cloth', 'goods',
  'fortune', 'taxes', 'famine', 'storm', 'inquisition', 'plague', 'crown',
  'palace', 'forge', 'quarter_cathedral', 'market',
  'prisoner', 'common', 'hidden',
] as const;
export type ThingWord = (typeof thingWords)[number];

export interface Thing {
  word: ThingWord;
  /** Whose, and where: for the numbers of this very thing. */
  owner?: number;
  at?: Cell;
  seg?: string;
  number?: number;
}

const isThing = (word: string): word is ThingWord => (thingWords as readonly string[]).includes(word);

// Pictures that are called otherwise than what they stand for.
const FIGURES: Readonly<Record<string, ThingWord>> = { 'wheel-pig': 'wheel_pig', 'big-top': 'big_top' };
const SYMBOLS: Readonly<Record<string, ThingWord>> = { dragon: 'dragon_sign', wheel: 'wheel_icon' };

/** What was touched on the map; null for what has no card. */
export function thingTouched(touched: Touched, game: Snapshot): Thing | null {
  const { kind, name, ...rest } = touched;
  if (kind === 'quarter') return { word: quarterWord(name), ...rest };
  const word = kind === 'symbol' ? (SYMBOLS[name] ?? name) : (FIGURES[name] ?? roleOf(touched, game) ?? name);
  return isThing(word) ? { word, ...rest } : null;
}

const quarterWord = (name: string): ThingWord => (name === 'cathedral' ? 'quarter_cathedral' : (name as ThingWord));

/** Who stands upon a tower, among acrobats, in a castle or on a crown has the card of that. */
function roleOf({ name, at, seg, owner }: Touched, game: Snapshot): ThingWord | null {
  if (seg === 'tower') return 'tower';
  if (seg === 'acrobats') return 'acrobats';
  const standing = game.tiles.get(cellKey(at))?.pieces.find((piece) => piece.seg === seg && piece.owner === owner && piece.piece === name);
  if (standing?.in === 'castle' && game.position?.common_supply) return 'lady';
  const onCrown = seg === undefined && owner !== undefined && name !== 'castle' && game.position?.wheel !== undefined;
  return onCrown && name !== 'barn' ? 'crown' : null;
}

/** What an answer puts down or is about. */
export function thingOfAnswer(action: Action): Thing | null {
  switch (action.do) {
    case 'meeple':
      if (action.seg === 'acrobats') return { word: 'acrobats', at: action.at };
      return action.seg === 'tower' ? { word: 'tower', at: action.at } : { word: action.piece, at: action.at, seg: action.seg };
    case 'tower':
      return { word: 'tower', at: action.at };
    case 'pyramid':
      return { word: 'acrobats', at: action.at };
    case 'crown':
      return { word: action.sector };
    case 'deploy':
    case 'move_count':
      return { word: quarterWord(action.quarter) };
    case 'redeploy':
      return { word: quarterWord(action.from) };
    default:
      return named(action);
  }
}

function named(action: Action): Thing | null {
  switch (action.do) {
    case 'recall':
      return { word: action.piece === 'lady' ? 'lady' : action.piece };
    case 'fairy':
    case 'dragon':
    case 'wagon':
    case 'lady':
    case 'bridge':
    case 'plague':
      return { word: action.do };
    case 'send_away':
      return { word: 'princess' };
    case 'capture':
      return { word: 'tower' };
    case 'castle':
    case 'castle_feature':
    case 'build_castle':
      return { word: 'castle' };
    case 'build_granary':
      return { word: 'granary' };
    case 'grow':
    case 'herd':
      return { word: 'shepherd' };
    case 'exchange':
    case 'ransom':
      return { word: 'prisoner' };
    case 'offer':
    case 'bid':
    case 'buy':
    case 'sell':
    case 'take':
      return { word: 'bazaar' };
    default:
      return null;
  }
}

const SOURCES: Partial<Record<ScoreFor, ThingWord>> = { auction: 'bazaar', flock: 'sheep', ransom: 'prisoner' };

/** What gave points. */
export function thingOfSource(source: ScoreFor): Thing {
  return { word: SOURCES[source] ?? (source as ThingWord) };
}

export function thingOfToken(token: string): Thing {
  if (token.startsWith('sheep')) return { word: 'sheep' };
  return { word: token === 'wolf' ? 'wolf' : 'animals' };
}

export const isSector = (word: string): word is (typeof sectorWords)[number] => (sectorWords as readonly string[]).includes(word);
