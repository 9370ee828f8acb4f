import { requestFairly } from '../fair/keeper';
import { t } from '../i18n';
import { Refused } from '../net/connection';
import { refusalText } from '../net/refusal';
import { session } from '../net/session.svelte';
import { navigate, tablePath } from '../router.svelte';
import { toast } from '../ui/toasts.svelte';
import type { ClientMessage, CreateRequest, ServerMessage } from '../wire';
import { reasonsAgainst } from './mixture';

/** A mixture of sets that makes no game is explained pair by pair. */
function tellRefusal(error: unknown, message: ClientMessage): void {
  const mixed = message.type === 'create' && error instanceof Refused && error.code === 'bad_setup';
  const reasons = mixed ? reasonsAgainst(message.setup.sets) : [];
  toast(reasons.length > 0 ? t('create.refused', { reason: reasons.join(' ') }) : refusalText(error), 'bad');
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
