// What the legal answers offer, sorted by how they are chosen: cells for the tile, spots on the board,
// tiles and bids of the bazaar, plain buttons. Knows the vocabulary and no rule.
import { whereKey, type Ghost, type Spot, type Where } from '../board/description';
import { cellKey } from '../game/cells';
import type { Action, Cell, Piece, Place, Rot } from '../wire';

export type ActionOf<K extends Action['do']> = Extract<Action, { do: K }>;

/** A spot with the answers that it stands for. */
export interface Choice extends Spot {
  /** More than one where the same spot still leaves a choice. */
  actions: Action[];
}

export interface Placement {
  at: Cell;
  turns: { rot: Rot; action: ActionOf<'place'> }[];
}

export interface Menu {
  placements: Placement[];
  spots: Choice[];
  /** Tiles of the bazaar to pick, with the bids that may be opened with (none where tiles are just taken). */
  wares: { tile: string; actions: (ActionOf<'offer'> | ActionOf<'take'>)[] }[];
  bids: ActionOf<'bid'>[];
  buttons: Action[];
  pass: ActionOf<'pass'> | null;
}

const EMPTY: Menu = { placements: [], spots: [], wares: [], bids: [], buttons: [], pass: null };

export function menuOf(options: readonly Action[]): Menu {
  const menu: Menu = { ...EMPTY, placements: [], spots: [], wares: [], bids: [], buttons: [] };
  for (const action of options) sort(action, menu);
  return menu;
}

function sort(action: Action, menu: Menu): void {
  switch (action.do) {
    case 'place':
      return addPlacement(action, menu.placements);
    case 'offer':
    case 'take':
      return addWare(action, menu.wares);
    case 'bid':
      menu.bids.push(action);
      return;
    case 'pass':
      menu.pass = action;
      return;
    default: {
      const shown = spotOf(action);
      if (shown) addSpot(shown.where, shown.ghost, action, menu.spots);
      else menu.buttons.push(action);
    }
  }
}

function addPlacement(action: ActionOf<'place'>, placements: Placement[]): void {
  const here = placements.find((placement) => cellKey(placement.at) === cellKey(action.at));
  const turn = { rot: action.rot, action };
  if (here) here.turns.push(turn);
  else placements.push({ at: action.at, turns: [turn] });
}

function addWare(action: ActionOf<'offer'> | ActionOf<'take'>, wares: Menu['wares']): void {
  const here = wares.find((ware) => ware.tile === action.tile);
  if (here) here.actions.push(action);
  else wares.push({ tile: action.tile, actions: [action] });
}

function addSpot(where: Where, ghost: Ghost, action: Action, spots: Choice[]): void {
  const key = spotKey(where, ghost);
  const here = spots.find((spot) => spot.key === key);
  if (here) here.actions.push(action);
  else spots.push({ key, where, ghost, actions: [action], ...ownerOf(action) });
}

/** Whose piece an answer takes, where that is not the player's own matter. */
function ownerOf(action: Action): { owner?: number } {
  return action.do === 'capture' ? { owner: action.owner } : {};
}

/** What is shown at a place is one choice, whatever it is part of. */
export function spotKey(where: Where, ghost: Ghost): string {
  return `${whereKey(where)}|${ghostKey(ghost)}`;
}

function ghostKey(ghost: Ghost): string {
  if (ghost.kind === 'piece') return ghost.piece;
  if (ghost.kind === 'bridge') return ghost.axis;
  return ghost.kind === 'figure' ? ghost.figure : '';
}

const segment = (place: Place): Where => ({ kind: 'segment', at: place.at, seg: place.seg });
const beside = (place: Place): Where => ({ kind: 'piece', at: place.at, seg: place.seg, piece: 'shepherd', owner: null });
const MARK: Ghost = { kind: 'mark' };
const figure = (name: Extract<Ghost, { kind: 'figure' }>['figure'], owned = false): Ghost => ({ kind: 'figure', figure: name, owned });

/** Where on the board an answer is shown; null for those that are buttons. */
export function spotOf(action: Action): { where: Where; ghost: Ghost } | null {
  switch (action.do) {
    case 'meeple':
      return { where: segment(action), ghost: { kind: 'piece', piece: action.piece } };
    case 'bridge':
      return { where: { kind: 'cell', at: action.at }, ghost: { kind: 'bridge', axis: action.axis } };
    case 'build_castle':
      return { where: segment(action.city), ghost: figure('castle') };
    case 'build_granary':
      return { where: { kind: 'corner', at: action.corner }, ghost: figure('granary') };
    case 'lady':
      return { where: { kind: 'cell', at: action.at }, ghost: { kind: 'piece', piece: 'meeple' } };
    case 'crown':
      return { where: { kind: 'sector', sector: action.sector }, ghost: { kind: 'piece', piece: action.piece ?? 'meeple' } };
    case 'dragon':
      return { where: { kind: 'cell', at: action.to }, ghost: figure('dragon') };
    case 'redeploy':
      return { where: segment(action.to), ghost: { kind: 'piece', piece: action.piece } };
    case 'deploy':
      return { where: { kind: 'quarter', quarter: action.quarter }, ghost: { kind: 'piece', piece: action.piece } };
    case 'move_count':
      return { where: { kind: 'quarter', quarter: action.quarter }, ghost: figure('count') };
    case 'tower':
      return { where: { kind: 'segment', at: action.at, seg: 'tower' }, ghost: { kind: 'piece', piece: 'floor' } };
    case 'pyramid':
      return { where: { kind: 'segment', at: action.at, seg: 'acrobats' }, ghost: MARK };
    case 'wagon':
      return { where: segment(action), ghost: { kind: 'piece', piece: 'wagon' } };
    case 'score_next':
    case 'castle_feature':
      return { where: segment(action), ghost: MARK };
    case 'castle':
      return { where: segment(action), ghost: figure('castle', true) };
    case 'grow':
    case 'herd':
      return { where: beside(action), ghost: action.do === 'grow' ? figure('sheep') : figure('barn', true) };
    default:
      return targetOf(action);
  }
}

/** Answers that name a piece which stands on the board. */
function targetOf(action: Action): { where: Where; ghost: Ghost } | null {
  switch (action.do) {
    case 'fairy': {
      const ghost = figure('fairy');
      // Under one of the rule options she stands on a tile, beside nobody.
      if (!action.seg) return { where: { kind: 'cell', at: action.at }, ghost };
      return { where: { kind: 'piece', at: action.at, seg: action.seg, piece: action.piece, owner: null }, ghost };
    }
    case 'send_away':
    case 'capture':
      return { where: { kind: 'piece', at: action.at, seg: action.seg, piece: action.piece, owner: action.owner }, ghost: MARK };
    case 'recall':
    case 'plague':
      return { where: { kind: 'piece', at: action.at, seg: action.seg, piece: action.piece, owner: null }, ghost: MARK };
    default:
      return null;
  }
}

/** The piece that goes from the hand to a spot; null where nothing is put down, or no kind of piece is chosen. */
export function pieceFor(spot: Choice): Piece | null {
  const kind = spot.actions[0]?.do;
  const fromHand = kind === 'meeple' || kind === 'deploy' || kind === 'redeploy' || kind === 'crown' || kind === 'tower';
  return fromHand && spot.ghost.kind === 'piece' ? spot.ghost.piece : null;
}

/** The choice that is left at a spot with several answers, again as spots. */
export function narrowed(spot: Choice): Choice[] {
  const spots: Choice[] = [];
  for (const action of spot.actions) {
    if (action.do === 'build_granary') {
      const { at, seg } = action.farmer;
      addSpot({ kind: 'piece', at, seg, piece: 'meeple', owner: null }, MARK, action, spots);
    } else {
      const shown = spotOf(action);
      if (shown) spots.push({ key: `${spot.key}|${spots.length}`, ...shown, actions: [action], ...ownerOf(action) });
    }
  }
  return spots;
}
