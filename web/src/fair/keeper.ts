// Keeps each table's commitment when it is first seen, and gives this browser's nonce once it is kept, never before.
import { isPassing, Refused } from '../net/connection';
import { session } from '../net/session.svelte';
import type { ClientMessage, CreateRequest, ServerMessage, SitRequest, TableView, You } from '../wire';
import { newNonce, noteAccepted, noteCommitment, noteNonce, noteOf } from './notes';

/** A nonce for a table whose commitment is kept; nothing where it cannot be, since then it could not be checked. */
function nonceFor(table: string): string | undefined {
  const note = noteOf(table);
  if (!note) return undefined;
  const nonce = note.nonces[0] ?? newNonce();
  noteNonce(table, nonce);
  return nonce;
}

const asked = new Set<string>();
const GIVE_AGAIN_AFTER = 2000;

function give(table: string): void {
  const nonce = nonceFor(table);
  if (!nonce || asked.has(table)) return;
  asked.add(table);
  // Whoever comes too late plays without: the result will say so.
  session.request({ type: 'nonce', table, nonce }).then(
    () => noteAccepted(table),
    (error: unknown) => {
      if (!(error instanceof Refused) || (error.code !== 'lost' && !isPassing(error))) return;
      asked.delete(table);
      // A line that comes back brings the table, and so the question.
      if (isPassing(error)) setTimeout(() => give(table), GIVE_AGAIN_AFTER);
    },
  );
}

function look(view: TableView, you: You): void {
  if (view.status === 'over') return;
  noteCommitment(view.id, view.commitment, view.status === 'waiting');
  const missing = view.seats.some((seat) => seat.kind === 'person' && you.seats.includes(seat.index) && !seat.nonce);
  if (view.status === 'waiting' && view.fair === 'bastide-2' && missing) give(view.id);
}

/** Listens from now on. */
export function startFair(): void {
  session.on('table', (message) => look(message.table, message.you));
  session.on('meta', (message) => look(message.table, message.you));
  session.on('rematch', (message) => {
    if (!message.commitment || noteOf(message.new) || !noteOf(message.table)?.nonces.length) return;
    noteCommitment(message.new, message.commitment, true);
    give(message.new);
  });
}

/** The table that the server has promised. Another one is held against the promise all the same. */
async function create(request: CreateRequest): Promise<ServerMessage> {
  if (!request.seats.some((seat) => seat.kind === 'me')) return session.request(request);
  const promise = await session.request({ type: 'promise' });
  if (promise.type !== 'promise') return session.request(request);
  noteCommitment(promise.table, promise.commitment, true);
  const nonce = nonceFor(promise.table);
  const answer = await session.request({ ...request, ...(nonce && { nonce }) });
  if (answer.type === 'created' && answer.table !== promise.table) {
    noteCommitment(answer.table, promise.commitment, true, promise.table);
    if (nonce) noteNonce(answer.table, nonce);
  }
  if (answer.type === 'created') noteAccepted(answer.table);
  return answer;
}

async function sit(request: SitRequest): Promise<ServerMessage> {
  const nonce = nonceFor(request.table);
  const answer = await session.request({ ...request, ...(nonce && { nonce }) });
  // A table of the older method passes nonces over.
  if ((answer.type === 'table' || answer.type === 'meta') && answer.table.fair === 'bastide-2') noteAccepted(request.table);
  return answer;
}

/** The request, with this browser's nonce where it leads to a seat. */
export function requestFairly(message: ClientMessage): Promise<ServerMessage> {
  if (message.type === 'create') return create(message);
  if (message.type === 'sit') return sit(message);
  return session.request(message);
}
