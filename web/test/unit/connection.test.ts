import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Connection, Refused, type Socket } from '../../src/net/connection';

class FakeSocket implements Socket {
  sent: { type: string; id?: number }[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
    this.onclose?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.onopen?.();
    this.say({ type: 'welcome', re: this.sent.at(-1)!.id, protocol: 1, guest: { id: 'g', name: 'Ada' }, now: 0, version: '1' });
  }
}

let sockets: FakeSocket[];
let connection: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  connection = new Connection(() => {
    sockets.push(new FakeSocket());
    return sockets.at(-1)!;
  });
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

async function opened(): Promise<FakeSocket> {
  connection.connect();
  sockets.at(-1)!.welcome();
  await vi.advanceTimersByTimeAsync(0);
  return sockets.at(-1)!;
}

it('greets first and is open when it is welcomed', async () => {
  connection.connect();
  expect(connection.status).toBe('connecting');
  sockets[0]!.onopen!();
  expect(sockets[0]!.sent[0]).toMatchObject({ type: 'hello', protocol: 1 });
  expect(connection.status).toBe('connecting');
  sockets[0]!.welcome();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.status).toBe('open');
});

it('matches answers to requests', async () => {
  const socket = await opened();
  const answer = connection.request({ type: 'join', table: 'k1' });
  const refused = connection.request({ type: 'join', table: 'k2' });
  const [first, second] = socket.sent.slice(-2);
  socket.say({ type: 'refused', re: second!.id, code: 'unknown_table', reason: 'no such table' });
  socket.say({ type: 'rematch', re: first!.id, table: 'k1', new: 'k3' });
  expect(await answer).toMatchObject({ new: 'k3' });
  await expect(refused).rejects.toMatchObject({ code: 'unknown_table' });
});

it('passes over what is no message', async () => {
  const socket = await opened();
  const heard = vi.fn();
  connection.on('pong', heard);
  socket.onmessage!({ data: '{"type":' });
  socket.say({ type: 'unheard_of' });
  expect(heard).not.toHaveBeenCalled();
  socket.say({ type: 'pong', now: 1 });
  expect(heard).toHaveBeenCalledTimes(1);
});

it('comes back by itself, more and more slowly, and fails what was under way', async () => {
  const socket = await opened();
  const lost = expect(connection.request({ type: 'join', table: 'k1' })).rejects.toBeInstanceOf(Refused);
  socket.close();
  await lost;
  expect(connection.status).toBe('lost');
  for (const wait of [700, 1300, 2600]) {
    const before = sockets.length;
    await vi.advanceTimersByTimeAsync(wait);
    expect(sockets.length).toBe(before + 1);
    sockets.at(-1)!.close();
  }
  await vi.advanceTimersByTimeAsync(5_000);
  sockets.at(-1)!.welcome();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.status).toBe('open');
});

it('notices a line that is dead', async () => {
  await opened();
  await vi.advanceTimersByTimeAsync(15_000 + 10_000);
  expect(connection.status).toBe('lost');
});

it('refuses requests while the line is down', async () => {
  await expect(connection.request({ type: 'ping' })).rejects.toMatchObject({ code: 'lost' });
});

it('finds out at once whether anybody is there, when somebody waits for an answer', async () => {
  const socket = await opened();
  connection.probe();
  socket.say({ type: 'pong', re: socket.sent.at(-1)!.id, now: 0 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connection.status).toBe('open');
  connection.probe();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connection.status).toBe('lost');
  expect(sockets.length).toBe(2);
});

it('gives up a line on which nobody says welcome', async () => {
  connection.connect();
  sockets[0]!.onopen!();
  await vi.advanceTimersByTimeAsync(9_900);
  expect(sockets.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets[0]!.closed).toBe(true);
  expect(sockets.length).toBe(2);
  sockets[1]!.welcome();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(connection.status).toBe('open');
});
