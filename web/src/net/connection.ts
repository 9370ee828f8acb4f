import type { ClientMessage, RefusedCode, RefusedDetail, ServerMessage } from '../wire';

export type Status = 'connecting' | 'open' | 'lost' | 'closed';
export type MessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

export interface Refusal {
  /** Besides the server's own: the line was lost, or it takes no more new guests from here. */
  code: RefusedCode | 'lost' | 'newcomers';
  detail?: RefusedDetail;
  /** How many there may be, where that is what was passed. */
  most?: number;
  wait_ms?: number;
}

/**
 * What the server said to a request that it did not follow. Its English sentence is left behind here: people are
 * told by `refusalText`, in their own language.
 */
export class Refused extends Error {
  readonly code: Refusal['code'];

  constructor(readonly refusal: Refusal) {
    super(refusal.code);
    this.code = refusal.code;
  }
}

const PASSING: readonly Refusal['code'][] = ['storage', 'stopping', 'too_fast'];

/** Nothing is wrong with the request: the same one may be followed a little later. */
export function isPassing({ code, refusal }: Refused): boolean {
  return PASSING.includes(code) && refusal.detail !== 'damaged';
}

/** The part of WebSocket that is used, so that tests can do without a network. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
}

interface Waiting {
  resolve(message: ServerMessage): void;
  reject(reason: Error): void;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;
// The server drops a client after 40 s of silence; a phone that slept notices a dead line sooner this way.
const PING_EVERY = 15_000;
const PONG_WITHIN = 10_000;
// Who waits for an answer that does not come wants to know sooner.
const PROBE_WITHIN = 4_000;
const WELCOME_WITHIN = 10_000;

/** One WebSocket that comes back by itself, greets first, and matches answers to requests. */
export class Connection {
  status: Status = 'closed';
  private socket: Socket | null = null;
  private nextId = 1;
  private attempts = 0;
  private waiting = new Map<number, Waiting>();
  private handlers = new Map<string, Set<(message: ServerMessage) => void>>();
  private watchers = new Set<(status: Status) => void>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private unwelcome: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly open: () => Socket) {}

  connect(): void {
    if (this.socket) return;
    clearTimeout(this.retry);
    this.setStatus(this.attempts === 0 ? 'connecting' : 'lost');
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => this.dropped(socket);
    this.unwelcome = setTimeout(() => this.giveUp(socket), WELCOME_WITHIN);
  }

  close(): void {
    clearTimeout(this.retry);
    const socket = this.socket;
    this.socket = null;
    this.stopTiming();
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
    this.failWaiting();
    this.setStatus('closed');
  }

  /** Without waiting for an answer; lost if the line is down. */
  send(message: ClientMessage): void {
    if (this.status === 'open') this.socket?.send(JSON.stringify(message));
  }

  /** The direct answer; rejects with Refused. */
  request(message: ClientMessage): Promise<ServerMessage> {
    if (this.status !== 'open') return Promise.reject(new Refused({ code: 'lost' }));
    return this.requestNow(message);
  }

  /** Now: a line at whose other end nobody is left is given up, and a new one taken. */
  probe(): void {
    if (this.status === 'open' && this.socket) this.ping(this.socket, PROBE_WITHIN);
  }

  on<T extends ServerMessage['type']>(type: T, handler: (message: MessageOf<T>) => void): () => void {
    const of = this.handlers.get(type) ?? new Set();
    this.handlers.set(type, of);
    of.add(handler as (message: ServerMessage) => void);
    return () => of.delete(handler as (message: ServerMessage) => void);
  }

  /** Called at once and after every change. */
  watch(watcher: (status: Status) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.status);
    return () => this.watchers.delete(watcher);
  }

  private requestNow(message: ClientMessage): Promise<ServerMessage> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket?.send(JSON.stringify({ ...message, id }));
    });
  }

  private greet(socket: Socket): void {
    this.requestNow({ type: 'hello', protocol: 1 }).then(
      () => {
        if (this.socket !== socket) return;
        clearTimeout(this.unwelcome);
        this.attempts = 0;
        this.setStatus('open');
        this.startPinging(socket);
      },
      () => socket.close(),
    );
  }

  private receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    // Handlers first: who waits for the answer finds its effect already there.
    for (const handler of [...(this.handlers.get(message.type) ?? [])]) handler(message);
    if (message.re === undefined) return;
    const waiting = this.waiting.get(message.re);
    this.waiting.delete(message.re);
    if (message.type === 'refused') waiting?.reject(new Refused(message));
    else waiting?.resolve(message);
  }

  private dropped(socket: Socket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.stopTiming();
    this.failWaiting();
    this.setStatus('lost');
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.attempts++);
    // Spread, so that a server that comes back is not met by everybody at once.
    this.retry = setTimeout(() => this.connect(), delay * (0.75 + Math.random() / 2));
  }

  private startPinging(socket: Socket): void {
    this.pinging = setInterval(() => this.ping(socket, PONG_WITHIN), PING_EVERY);
  }

  private ping(socket: Socket, within: number): void {
    const overdue = setTimeout(() => this.giveUp(socket), within);
    const heard = () => clearTimeout(overdue);
    this.requestNow({ type: 'ping' }).then(heard, heard);
  }

  /** Without waiting for the other end, where nobody may be. */
  private giveUp(socket: Socket): void {
    socket.onclose = null;
    socket.close();
    this.dropped(socket);
  }

  private stopTiming(): void {
    clearInterval(this.pinging);
    clearTimeout(this.unwelcome);
  }

  private failWaiting(): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.reject(new Refused({ code: 'lost' }));
  }

  private setStatus(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    for (const watcher of [...this.watchers]) watcher(status);
  }
}
