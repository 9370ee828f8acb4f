// What is asked, in words: a title and a hint for every kind of decision.
import type { Snapshot } from '../game/snapshot';
import { cellKey } from '../game/cells';
import { featureOf } from '../game/features';
import { flockAt, sheepOnField } from '../game/flocks';
import { locale, t, text } from '../i18n';
import { sectorWords, type Action, type Cell, type Quarter, type Sector } from '../wire';
import { aboutPiece, acrobatsAt, floorsAfter, onlyKind, playerName, pyramidPoints } from './describe';
import type { Flow } from './flow.svelte';

export interface Prompt {
  title: string;
  /** What the question means. */
  hint: string;
  /** What the answer brings that is looked at, where its feature does not say it. */
  effect: string;
}

export function promptOf(flow: Flow, game: Snapshot): Prompt {
  const kind = flow.kind ?? 'draw';
  if (kind === 'over') return { title: t('play.ask.over'), hint: '', effect: '' };
  if (!flow.asked) return { title: waiting(flow, game), hint: '', effect: '' };
  const again = flow.marked && flow.confirmPieces ? t('play.hint.confirm_piece') : '';
  return { title: titleOf(flow, game), hint: hintOf(flow, game), effect: joined([effectOf(flow.explained, game), again]) };
}

/** A turn of two parts: that the second one is played, or will come. */
export function partOf(game: Snapshot): string {
  if (game.position?.part === 2) return t('play.part.second');
  return game.position?.double_turn && game.position.decision.kind !== 'double_turn' ? t('play.part.due') : '';
}

function titleOf(flow: Flow, game: Snapshot): string {
  const kind = flow.kind ?? 'draw';
  const only = onlyKind(game.options);
  if (kind === 'meeple' && only === null && flow.menu.spots.length > 0)
    return t(flow.hand === null ? 'play.ask.meeple.instead' : 'play.ask.meeple.several');
  const auctioneer = game.position?.bazaar?.auctioneer;
  const name = auctioneer === undefined ? '' : playerName(game, auctioneer);
  return text(`play.ask.${kind}.${only}`) ?? t(`play.ask.${kind}`, { name, n: stepOfFlight(game) });
}

/** The flight begins with the tile where the dragon was. */
const stepOfFlight = (game: Snapshot): number => Math.max(1, game.position?.flight?.length ?? 1);

function waiting(flow: Flow, game: Snapshot): string {
  const name = typeof flow.by === 'number' ? playerName(game, flow.by) : '';
  if (flow.kind === 'token') return waitingForToken(game);
  if (!name) return text(`play.wait.${flow.kind}`) ?? t('play.wait.draw');
  return text(`play.wait.${flow.kind}`, { name, n: stepOfFlight(game) }) ?? t('play.wait.other', { name });
}

/** From the bag, from under the big top; in a game with both the question does not tell. */
function waitingForToken(game: Snapshot): string {
  if (!game.position?.circus) return t('play.wait.token');
  return t(game.position.bag ? 'play.wait.token.either' : 'play.wait.token.circus');
}

function hintOf(flow: Flow, game: Snapshot): string {
  if (flow.kind === 'place' || flow.ghost) return placeHint(flow);
  if (flow.narrowing && flow.kind === 'build') return t('play.hint.farmer');
  return questionHint(flow, game);
}

function questionHint(flow: Flow, game: Snapshot): string {
  switch (flow.kind) {
    case 'meeple':
      return meepleHint(flow, game);
    case 'flock':
      return flockHint(flow, game);
    case 'build':
      return buildHint(game);
    case 'princess':
      return t(flow.menu.pass ? 'play.hint.princess' : 'play.hint.princess.must');
    case 'capture':
      return t('play.hint.capture', { n: heightOfNewTower(game) });
    case 'ransom':
      return t('play.hint.ransom', { n: scoreOf(flow, game) });
    case 'auction':
      return t('play.hint.auction', { n: scoreOf(flow, game) });
    case 'bid':
    case 'close_auction':
      return auctionHint(flow, game);
    case 'move_count':
      return t('play.hint.move_count', { quarter: t(`play.quarter.${game.position?.count?.quarter ?? 'palace'}`) });
    case 'abbey':
      return t(game.position?.left.total === 0 ? 'play.hint.abbey.last' : 'play.hint.abbey');
    case 'wagon':
      return t(game.view.setup.options?.wagon_move === 'linked' ? 'play.hint.wagon.linked' : 'play.hint.wagon');
    default:
      return text(`play.hint.${flow.kind}`) ?? '';
  }
}

const joined = (sentences: string[]) => sentences.filter(Boolean).join(' ');

function scoreOf(flow: Flow, game: Snapshot): number {
  return game.position?.players[flow.seat ?? 0]?.score ?? 0;
}

// --- placing a piece, or what may be done instead ---

function meepleHint(flow: Flow, game: Snapshot): string {
  const volcano = lastLaid(game)?.tile.startsWith('princess_dragon/PD-volcano') ? t('play.hint.volcano') : '';
  const only = onlyKind(game.options);
  if (only === 'fairy') return joined([volcano, t(game.view.setup.options?.fairy_placement === 'tile' ? 'play.hint.only.fairy.tile' : 'play.hint.only.fairy')]);
  if (only === 'ransom') return t('play.hint.ransom', { n: scoreOf(flow, game) });
  const alone = only === 'meeple' || only === 'tower' ? undefined : text(`play.hint.only.${only}`);
  if (alone) return joined([volcano, alone, circusHint(game)]);
  return joined([volcano, flow.hand === null ? '' : pieceHint(flow, game), ...insteadHints(flow, game), circusHint(game)]);
}

const INSTEAD = ['pyramid', 'crown', 'tower', 'recall', 'fairy'] as const;

/** What can be done instead of putting down a piece, since it may be out of sight. */
function insteadHints(flow: Flow, game: Snapshot): string[] {
  const inHand = flow.hand === 'floor' ? ['tower'] : [];
  return INSTEAD.filter((kind) => !inHand.includes(kind) && game.options.some((action) => action.do === kind))
    .map((kind, i) => t(i === 0 && flow.hand === null ? `play.hint.may.${kind}` : `play.hint.meeple.${kind}`));
}

function pieceHint(flow: Flow, game: Snapshot): string {
  if (aboutPiece(flow.hand)) return aboutPiece(flow.hand);
  if (reachesFar(flow, game)) return t('play.hint.meeple.far');
  if (flow.pieces.length > 1) return t('play.hint.meeple.kinds');
  return t('play.hint.meeple', { n: game.position?.players[flow.seat ?? 0]?.supply.meeple ?? 0 });
}

function effectOf(action: Action | null, game: Snapshot): string {
  switch (action?.do) {
    case 'tower':
      return t('play.hint.at.floor', { n: floorsAfter(game, action.at) });
    case 'pyramid':
      return t('play.hint.at.pyramid', { points: pyramidPoints(game, action.at) });
    case 'crown':
      return t('play.hint.at.crown', { sector: t(`play.sector.${action.sector}`), n: stepsOfPig(game, action.sector) });
    case 'deploy':
      return t(`play.hint.at.quarter.${action.quarter}`);
    case 'move_count':
      return waitingIn(game, action.quarter);
    case 'dragon': {
      const names = countedNames(game, game.tiles.get(cellKey(action.to))?.pieces ?? []);
      return t(names ? 'play.hint.at.dragon' : 'play.hint.at.dragon.none', { names });
    }
    case 'recall':
      return recallHint(action, game);
    case 'meeple':
      if (action.seg === 'tower') return t('play.hint.at.guard');
      return action.seg === 'acrobats' ? t('play.hint.at.acrobat', { n: acrobatsAt(game, action.at) + 1 }) : '';
    default:
      return '';
  }
}

/** How many sectors the pig walks until it stops there: a whole round to its own. */
export function stepsOfPig(game: Snapshot, sector: Sector): number {
  const from = sectorWords.indexOf(game.position?.wheel?.pig ?? 'fortune');
  const steps = sectorWords.indexOf(sector) - from;
  return steps > 0 ? steps : steps + sectorWords.length;
}

/** "Ada 2, Boris 1" */
function countedNames(game: Snapshot, pieces: readonly { owner: number }[]): string {
  const counts = new Map<number, number>();
  for (const { owner } of pieces) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts].map(([owner, n]) => `${playerName(game, owner)} ${n}`).join(', ');
}

/** Who waits in a quarter of the fortress. */
export function waitingIn(game: Snapshot, quarter: Quarter): string {
  const names = countedNames(game, game.position?.count?.[quarter] ?? []);
  return t(names ? 'play.hint.at.waiting' : 'play.hint.at.waiting.none', { quarter: t(`play.quarter.${quarter}`), names });
}

function recallHint(action: Extract<Action, { do: 'recall' }>, game: Snapshot): string {
  if (action.piece === 'lady') return t('play.hint.at.recall.lady', { n: peopleIn(game, 'city') });
  const worth = featureOf(game, action)?.worth;
  return worth === undefined ? '' : t('play.hint.at.recall', { n: worth });
}

const MEEPLES: readonly string[] = ['meeple', 'big', 'mayor', 'wagon', 'ringmaster'];

/** Knights with the ladies in castles, or farmers with those in granaries. */
function peopleIn(game: Snapshot, kind: 'city' | 'field'): number {
  return [...game.tiles.values()].flatMap((tile) => tile.pieces)
    .filter((piece) => piece.seg.startsWith(kind) && MEEPLES.includes(piece.piece)).length;
}

// --- single sets ---

function buildHint(game: Snapshot): string {
  const only = onlyKind(game.options);
  if (only === 'build_castle') return t('play.hint.build.build_castle', { n: game.position?.common_supply?.castle ?? 0 });
  if (only === 'build_granary') return t('play.hint.build.build_granary', { n: peopleIn(game, 'field') });
  return t('play.hint.build');
}

function auctionHint(flow: Flow, game: Snapshot): string {
  const { bid = 0, bidder, auctioneer } = game.position?.bazaar ?? {};
  const named = (seat: number | undefined) => (seat === undefined ? '' : playerName(game, seat));
  const own = t('play.hint.score', { n: scoreOf(flow, game) });
  if (flow.kind === 'close_auction') return joined([t('play.hint.close_auction', { n: bid, name: named(bidder) }), own]);
  return joined([t('play.hint.bid', { n: bid, bidder: named(bidder), name: named(auctioneer) }), own]);
}

const TOKEN_WORTH: Readonly<Record<string, number>> = { flea: 1, monkey: 3, seal: 4, bear: 5, tiger: 6, elephant: 7 };

/** How many animals nobody has seen, and what they bring on average. */
export function unseenAnimals(tokens: Readonly<Record<string, number>>): { n: number; average: string } {
  const n = Object.values(tokens).reduce((sum, count) => sum + count, 0);
  const worth = Object.entries(tokens).reduce((sum, [token, count]) => sum + count * (TOKEN_WORTH[token] ?? 0), 0);
  return { n, average: (n > 0 ? worth / n : 0).toLocaleString(locale(), { maximumFractionDigits: 1 }) };
}

/** Before the circus is scored: what its token may be worth. */
function circusHint(game: Snapshot): string {
  const { at, tokens = {} } = game.position?.circus ?? {};
  if (!at || !lastLaid(game)?.tile.startsWith('circus/CI-circus')) return '';
  return t('play.hint.meeple.circus', unseenAnimals(tokens));
}

function heightOfNewTower(game: Snapshot): number {
  const built = game.history.flatMap((entry) => entry.events).findLast((event) => event.event === 'tower_built');
  return built?.event === 'tower_built' ? built.floors : 1;
}

function flockHint(flow: Flow, game: Snapshot): string {
  const herd = game.options.find((action) => action.do === 'herd');
  const bag = game.position?.bag ?? {};
  const tokens = Object.values(bag).reduce((sum, n) => sum + n, 0);
  if (!herd) return '';
  const risk = t('play.hint.flock', { tokens, wolves: bag.wolf ?? 0 });
  // What the whole field is worth stands on the button, where it is known.
  const known = sheepOnField(game, herd) !== null;
  return known ? risk : `${t('play.hint.flock.own', { n: flockAt(game, herd, flow.seat) })} ${risk}`;
}

function placeHint(flow: Flow): string {
  if (flow.ghost) return t(flow.ghost.ways > 1 ? 'play.hint.turn' : 'play.hint.only_way');
  return t(flow.menu.buttons.some((action) => action.do === 'discard') ? 'play.hint.discard' : 'play.hint.place');
}

function lastLaid(game: Snapshot): { at: Cell; tile: string } | null {
  const laid = game.history.flatMap((entry) => entry.events).findLast((event) => event.event === 'placed');
  return laid?.event === 'placed' ? laid : null;
}

/** A piece may go to a feature elsewhere than on the tile just laid; towers and pyramids need no portal. */
function reachesFar(flow: Flow, game: Snapshot): boolean {
  const laid = lastLaid(game);
  if (!laid) return false;
  return flow.snapshot!.options.some((action) =>
    action.do === 'meeple' && !['tower', 'acrobats'].includes(action.seg) && cellKey(action.at) !== cellKey(laid.at));
}
