import { t } from '../i18n';
import type { ClientMessage, ServerMessage } from '../wire';
import { Connection, Refused, type MessageOf, type Socket, type Status } from './connection';

export interface Guest {
  id: string;
  name: string;
}

function openSocket(): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/ws`) as Socket;
}

const RETRY_AFTER = 2500;
const LONGEST_DELAY = 10_000;
// A device without a network says when it has one again.
const OFFLINE_DELAY = 60_000;
const ANSWERS_WITHIN = 10_000;

/** Who one is, and the line to the server. One for the whole page. */
class Session {
  guest = $state<Guest | null>(null);
  status = $state<Status>('closed');
  readonly connection = new Connection(openSocket);
  /** How far the server's clock is ahead of this device's. */
  private ahead = 0;
  private starting: Promise<void> | null = null;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.connection.watch((status) => {
      this.status = status;
      // A server that knows the cookie no longer refuses the line: make sure of one before the next try.
      if (status === 'lost') this.introduce({}).catch(() => undefined);
    });
    this.connection.on('welcome', (message) => {
      this.guest = message.guest;
      this.ahead = message.now - Date.now();
    });
    this.connection.on('pong', (message) => (this.ahead = message.now - Date.now()));
  }

  /** Makes sure of the cookie, then connects; a second call does nothing. */
  start(): Promise<void> {
    this.starting ??= this.introduce({})
      .then(() => this.takeNameInLanguage())
      .then(() => this.connection.connect())
      .catch((error: unknown) => {
        this.starting = null;
        this.status = 'lost';
        this.startLater();
        throw error;
      });
    return this.starting;
  }

  private startLater(): void {
    clearTimeout(this.retry);
    const delay = navigator.onLine ? Math.min(LONGEST_DELAY, RETRY_AFTER * 2 ** this.failures++) : OFFLINE_DELAY;
    this.retry = setTimeout(() => this.start().catch(() => undefined), delay * (0.75 + Math.random() / 2));
  }

  /** Milliseconds as the server counts them. */
  now(): number {
    return Date.now() + this.ahead;
  }

  async rename(name: string): Promise<void> {
    await this.introduce({ name });
  }

  send(message: ClientMessage): void {
    this.connection.send(message);
  }

  request(message: ClientMessage): Promise<ServerMessage> {
    return this.connection.request(message);
  }

  on<T extends ServerMessage['type']>(type: T, handler: (message: MessageOf<T>) => void): () => void {
    return this.connection.on(type, handler);
  }

  /** The server calls a newcomer "Guest" and four letters; the reader's language has its own word. */
  private async takeNameInLanguage(): Promise<void> {
    const letters = /^Guest (\w{4})$/.exec(this.guest?.name ?? '')?.[1];
    const name = t('name.guest', { letters: letters ?? '' });
    if (letters && name !== this.guest?.name) await this.rename(name);
  }

  private async introduce(body: { name?: string }): Promise<void> {
    const answer = await fetch('/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWERS_WITHIN),
    });
    if (answer.status === 400 && body.name !== undefined) throw new Refused({ code: 'bad_name' });
    if (answer.status === 429) throw new Refused({ code: 'newcomers' });
    if (!answer.ok) throw new Error(`session: ${answer.status}`);
    this.guest = ((await answer.json()) as { guest: Guest }).guest;
  }
}

export const session = new Session();
