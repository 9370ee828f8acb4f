import { requestFairly } from '../fair/keeper';
import { t, text } from '../i18n';
import { Refused } from '../net/connection';
import { session } from '../net/session.svelte';
import { navigate, tablePath } from '../router.svelte';
import { toast } from '../ui/toasts.svelte';
import type { ClientMessage, CreateRequest, ServerMessage } from '../wire';
import { reasonsAgainst } from './mixture';

/** `sets`: those that were asked for, so that a mixture is explained in the language of the page. */
export function refusalText(error: unknown, sets?: readonly string[]): string {
  if (!(error instanceof Refused)) return t('error.session');
  if (error.code === 'lost') return t('connection.lost');
  if (error.code === 'bad_setup')
    return t('create.refused', { reason: (sets && reasonsAgainst(sets).join(' ')) || error.message });
  return text(`refused.${error.code}`) ?? t('refused.unknown', { reason: error.message });
}

const PATIENCE = 8000;

/** Resolves when messages can be sent. */
function lineOpen(): Promise<void> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    const tired = setTimeout(() => {
      stop();
      reject(new Refused('lost', 'no connection'));
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
    toast(refusalText(error, message.type === 'create' ? message.setup.sets : undefined), 'bad');
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
