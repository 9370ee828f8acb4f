// Places and answers in words, for the list of choices and for those who cannot see the map.
import type { Snapshot } from '../game/snapshot';
import { cellKey } from '../game/cells';
import { featureOf } from '../game/features';
import { sheepOnField } from '../game/flocks';
import { seatName } from '../game/names';
import { t, text } from '../i18n';
import type { Action, ActionKind, Cell, FeatureWithSegments, Place } from '../wire';
import { spotOf } from './options';

export function cellName(at: Cell): string {
  return t('play.cell', { x: at[0], y: at[1] });
}

export function pieceName(piece: string): string {
  return text(`play.piece.${piece}`) ?? piece;
}

/** What a kind of piece is good for; nothing of an ordinary one. */
export function aboutPiece(piece: string | null): string {
  return text(`play.hint.piece.${piece}`) ?? '';
}

/** "city, north" */
export function segmentName(seg: string): string {
  const [kind = '', port = ''] = seg.split(':');
  const feature = text(`play.feature.${kind}`) ?? kind;
  const side = text(`play.side.${port}`);
  return side ? `${feature}, ${side}` : feature;
}

/** "city, north (square 2, 1)" */
export function placeName({ at, seg }: Place): string {
  return `${segmentName(seg)} (${cellName(at)})`;
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function playerName(game: Snapshot, seat: number): string {
  return seatName(game.view, seat) || (game.position?.players[seat]?.name ?? String(seat + 1));
}

export function optionName(action: Action, game: Snapshot): string {
  return capitalised(named(action, game));
}

/** How high a tower would be with one floor more. */
export function floorsAfter(game: Snapshot, at: Cell): number {
  return (game.tiles.get(cellKey(at))?.floors ?? 0) + 1;
}

/** How many acrobats stand on a tile. */
export function acrobatsAt(game: Snapshot, at: Cell): number {
  return acrobatsOn(game, at).length;
}

function acrobatsOn(game: Snapshot, at: Cell) {
  return game.tiles.get(cellKey(at))?.pieces.filter((piece) => piece.seg === 'acrobats') ?? [];
}

/** What a pyramid brings, by player: "Ada 10, Boris 5". */
export function pyramidPoints(game: Snapshot, at: Cell): string {
  const points = new Map<number, number>();
  for (const { owner } of acrobatsOn(game, at)) points.set(owner, (points.get(owner) ?? 0) + 5);
  return [...points].map(([owner, n]) => `${playerName(game, owner)} ${n}`).join(', ');
}

function named(action: Action, game: Snapshot): string {
  switch (action.do) {
    case 'place':
      if (game.position?.decision.kind === 'abbey') return t('play.option.abbey', { cell: cellName(action.at) });
      return t('play.option.place', { cell: cellName(action.at), n: action.rot });
    case 'meeple': {
      const role = action.seg === 'tower' ? 'guard' : action.seg === 'acrobats' ? 'acrobat' : 'meeple';
      const words = { piece: pieceName(action.piece), place: placeName(action), cell: cellName(action.at) };
      return t(`play.option.${role}`, words);
    }
    case 'bridge':
      return t(`play.option.bridge.${action.axis}`, { cell: cellName(action.at) });
    case 'build_castle':
      return t('play.option.build_castle', { place: placeName(action.city) });
    case 'build_granary':
      return t('play.option.build_granary', { cell: cellName(action.corner), place: placeName(action.farmer) });
    case 'send_away':
      return t('play.option.send_away', { name: playerName(game, action.owner), place: placeName(action) });
    case 'lady':
      return t('play.option.lady');
    case 'crown':
      return t('play.option.crown', { piece: pieceName(action.piece ?? 'meeple'), sector: t(`play.sector.${action.sector}`) });
    case 'recall':
    case 'plague':
      return t(`play.option.${action.do}`, { piece: pieceName(action.piece), place: placeName(action) });
    case 'fairy':
      return t('play.option.fairy', { place: action.seg ? placeName(action) : cellName(action.at) });
    case 'dragon':
      return t('play.option.dragon', { cell: cellName(action.to) });
    case 'score_next':
    case 'castle':
    case 'castle_feature':
      return t(`play.option.${action.do}`, { place: placeName(action) });
    case 'redeploy':
      return t('play.option.redeploy', {
        piece: pieceName(action.piece), quarter: t(`play.quarter.${action.from}`), place: placeName(action.to),
      });
    case 'deploy':
      return t('play.option.deploy', { piece: pieceName(action.piece), quarter: t(`play.quarter.${action.quarter}`) });
    case 'grow':
      return t('play.option.grow');
    case 'herd': {
      const n = sheepOnField(game, action);
      return n === null ? t('play.option.herd') : t('play.option.herd.points', { n });
    }
    case 'move_count':
      return t('play.option.move_count', { quarter: t(`play.quarter.${action.quarter}`) });
    default:
      return ofTowersAndTents(action, game) ?? buttonName(action, game);
  }
}

/** Where all answers but passing are of one kind: "move the fairy?" and not "put down a piece?". What is on the map counts first. */
export function onlyKind(options: readonly Action[]): ActionKind | null {
  const doing = options.filter((action) => action.do !== 'pass');
  const shown = doing.filter((action) => spotOf(action) !== null);
  const kinds = new Set((shown.length > 0 ? shown : doing).map((action) => action.do));
  return kinds.size === 1 ? [...kinds][0]! : null;
}

/** What declining means. */
export function skipName(game: Snapshot): string {
  const kind = game.position?.decision.kind ?? '';
  const only = onlyKind(game.options);
  if (kind === 'meeple') return text(`play.skip.meeple.${only ?? 'several'}`) ?? t('play.skip.meeple');
  if (kind === 'abbey' && game.position?.left.total === 0) return t('play.skip.abbey.last');
  const castle = kind === 'castle' ? castlePoints(game) : null;
  if (castle !== null) return t('play.skip.castle.points', { n: castle });
  return text(`play.skip.${kind}`) ?? t('play.skip.other');
}

/** What confirming a marked place does. */
export function settleName(action: Action | null): string {
  return text(`play.settle.${action?.do}`) ?? t('play.do.confirm');
}

/** What the small city brings whose owner takes no castle; null where that is not told, or not the same everywhere. */
function castlePoints(game: Snapshot): number | null {
  const worths = new Set(game.options.flatMap((action) => (action.do === 'castle' ? [featureOf(game, action)?.worth ?? null] : [])));
  return worths.size === 1 ? [...worths][0]! : null;
}

function ofTowersAndTents(action: Action, game: Snapshot): string | null {
  switch (action.do) {
    case 'tower':
      return t('play.option.tower', { n: floorsAfter(game, action.at), cell: cellName(action.at) });
    case 'capture': {
      const own = action.owner === game.position?.decision.by;
      const words = { piece: pieceName(action.piece), name: playerName(game, action.owner), place: placeName(action) };
      return t(own ? 'play.option.capture.own' : 'play.option.capture', words);
    }
    case 'exchange':
      return t('play.option.exchange', { piece: pieceName(action.piece) });
    case 'ransom':
      return t('play.option.ransom', { piece: pieceName(action.piece), name: playerName(game, action.holder) });
    case 'wagon':
      return t('play.option.wagon', { place: placeName(action) });
    case 'pyramid':
      return t('play.option.pyramid', { cell: cellName(action.at), points: pyramidPoints(game, action.at) });
    default:
      return null;
  }
}

/** Answers that are not shown on the map. */
function buttonName(action: Action, game: Snapshot): string {
  switch (action.do) {
    case 'pass':
      return skipName(game);
    case 'discard':
      return t('play.do.discard');
    case 'double_turn':
      return t('play.option.double_turn');
    case 'buy':
    case 'sell':
      return t(`play.do.${action.do}`, { n: game.position?.bazaar?.bid ?? 0 });
    case 'bid':
      return t('play.do.bid', { n: action.points });
    case 'offer':
      return `${t('play.option.take', { tile: action.tile })}: ${t('play.do.offer', { n: action.bid })}`;
    case 'take':
      return t('play.option.take', { tile: action.tile });
    default:
      return action.do;
  }
}

// --- features ---

/** "City: now 4 points, finished 8" */
export function featureWorth(feature: FeatureWithSegments): string {
  const name = capitalised(t(`play.feature.${feature.kind}`));
  if (feature.complete) return `${name}: ${t('play.worth.complete', { n: feature.worth })}`;
  if (feature.finished === undefined) return `${name}: ${t('play.worth.end', { n: feature.worth })}`;
  if (feature.finished === feature.worth) return `${name}: ${t('play.worth.same', { n: feature.worth })}`;
  return `${name}: ${t('play.worth.now', { n: feature.worth })}, ${t('play.worth.finished', { n: feature.finished })}`;
}

/** "3 tiles · 2 open ends", "5 tiles · 2 finished cities beside it" */
export function featureSize(feature: FeatureWithSegments): string {
  const around = feature.kind !== 'road' && feature.kind !== 'city' && feature.kind !== 'field';
  const parts = [
    !around && t('panel.feature.tiles', { n: feature.tiles }),
    feature.open ? t(around ? 'panel.feature.missing' : 'panel.feature.open', { n: feature.open }) : '',
    feature.cities !== undefined && t('play.worth.cities', { n: feature.cities }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Who is on it, the strongest first. */
export function holdersOf(feature: FeatureWithSegments): { seat: number; strength: number }[] {
  const holders = feature.claims.flatMap((strength, seat) => (strength > 0 ? [{ seat, strength }] : []));
  return holders.sort((a, b) => b.strength - a.strength);
}

/** All of it in one line, for those who listen. */
export function featureWords(feature: FeatureWithSegments, game: Snapshot): string {
  const names = holdersOf(feature).map(({ seat, strength }) => `${playerName(game, seat)} ×${strength}`).join(', ');
  const held = names ? t('play.worth.held', { names }) : t('play.worth.nobody');
  return [featureWorth(feature), featureSize(feature), held].filter(Boolean).join('; ');
}
