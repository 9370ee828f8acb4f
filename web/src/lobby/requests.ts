import { engine, EngineError } from '../engine';
import { requestFairly } from '../fair/keeper';
import { t } from '../i18n';
import type { NewGame } from '../local/entry';
import { beginLocalGame } from '../local/games';
import { Refused } from '../net/connection';
import { refusalText } from '../net/refusal';
import { session } from '../net/session.svelte';
import { navigate, tablePath } from '../router.svelte';
import { toast } from '../ui/toasts.svelte';
import type { ClientMessage, CreateRequest, ServerMessage } from '../wire';
import { myName } from './me.svelte';
import { reasonsAgainst } from './mixture';

/** A mixture of sets that makes no game is explained pair by pair. */
function mixtureText(sets: readonly string[]): string | null {
  const reasons = reasonsAgainst(sets);
  return reasons.length > 0 ? t('create.refused', { reason: reasons.join(' ') }) : null;
}

function tellRefusal(error: unknown, message: ClientMessage): void {
  const mixed = message.type === 'create' && error instanceof Refused && error.code === 'bad_setup';
  toast((mixed && mixtureText(message.setup.sets)) || refusalText(error), 'bad');
}

const PATIENCE = 8000;

/** Resolves when messages can be sent. */
function lineOpen(): Promise<void> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    const tired = setTimeout(() => {
      stop();
      reject(new Refused({ code: 'lost' }));
    }, PATIENCE);
    stop = session.connection.watch((status) => {
      if (status !== 'open') return;
      clearTimeout(tired);
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

/** The answer, or null after a refusal, of which the person has been told. */
export async function ask(message: ClientMessage): Promise<ServerMessage | null> {
  try {
    await session.start();
    await lineOpen();
    return await requestFairly(message);
  } catch (error) {
    tellRefusal(error, message);
    return null;
  }
}

/** Opens a table and goes there. */
export async function createTable(message: CreateRequest): Promise<boolean> {
  const answer = await ask(message);
  if (answer?.type !== 'created') return false;
  navigate(tablePath(answer.table));
  return true;
}

/** Why the engine makes no game of these sets, in words; null where it does. */
async function reasonHere({ sets, ...rest }: NewGame['setup'], players: number): Promise<string | null> {
  try {
    const names = Array.from({ length: players }, (_, seat) => ({ name: String(seat) }));
    const game = await (await engine()).create({ sets, ...rest, players: names });
    game.close();
    return null;
  } catch (error) {
    const isSetup = error instanceof EngineError && error.fault.code === 'bad_setup';
    return isSetup ? (mixtureText(sets) ?? t('refused.bad_setup')) : t('local.failed');
  }
}

/** Begins a game that this browser keeps, and goes there. */
export async function beginHere(wish: NewGame): Promise<boolean> {
  // The base game needs no proof: it begins before the engine is there.
  const isPlain = wish.setup.sets.join() === 'base' && !wish.setup.options;
  const reason = isPlain ? null : await reasonHere(wish.setup, wish.seats.length);
  if (reason !== null) {
    toast(reason, 'bad');
    return false;
  }
  navigate(tablePath(await beginLocalGame(wish, myName())));
  return true;
}
