// The real program, on a free port, with a game store of its own that goes with it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../..');
export const PROGRAM = process.env.BASTIDE ?? join(ROOT, 'build/release/bastide');
const STARTS_WITHIN = 20_000;

export class Server {
  #folder = mkdtempSync(join(tmpdir(), 'bastide-browser-'));
  #child = null;
  #port = 0;
  #options = [];
  #store = '';
  url = '';
  /** The folder of the client, if it is not the one beside the program; read by `run`. */
  web = process.env.BASTIDE_WEB ?? '';
  wasKilled = false;

  /** `options`: more of `bastide serve`; `store`: where games are kept, if it is not a file of its own. */
  static async start(options = [], store = '') {
    const server = new Server();
    server.#options = options;
    server.#store = store || `sqlite:${join(server.#folder, 'games.db')}`;
    await server.run();
    return server;
  }

  /** Again on the same port and store after `kill`. */
  async run() {
    const options = ['--port', String(this.#port), '--store', this.#store,
      '--bot-pause', '0', '--log', 'off', ...this.#options];
    const web = this.web ? ['--web', this.web] : [];
    this.#child = spawn(PROGRAM, ['serve', ...options, ...web], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.url = await this.#announced();
    this.#port = Number(new URL(this.url).port);
  }

  #announced() {
    const child = this.#child;
    return new Promise((done, fail) => {
      let said = '';
      const late = setTimeout(() => fail(new Error(`the server did not start: ${said}`)), STARTS_WITHIN);
      const hear = (chunk) => {
        said += chunk;
        const url = /https?:\/\/[^\s]+:\d+/.exec(said);
        if (!url) return;
        clearTimeout(late);
        done(url[0]);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', (chunk) => (said += chunk));
      child.once('exit', (code) => {
        clearTimeout(late);
        fail(new Error(`the server ended with ${code}: ${said}`));
      });
    });
  }

  /** Only between `kill` and `run`: the table's log becomes this record, as if it had been played. */
  async tell(table, record) {
    const child = spawn('python3', [join(import.meta.dirname, 'tell.py'), PROGRAM, join(this.#folder, 'games.db'), table],
      { stdio: ['pipe', 'inherit', 'inherit'] });
    child.stdin.end(JSON.stringify(record));
    const code = await new Promise((done) => child.once('exit', done));
    if (code !== 0) throw new Error(`the log was not written: ${code}`);
  }

  /** A program of ours at the table of this link; ends with the game, or by `kill`. `ended` waits for that. */
  joins(link, name) {
    const child = spawn(PROGRAM, ['join', link, '--bot', 'level1', '--name', name], { stdio: 'ignore' });
    return { kill: () => child.kill(), ended: new Promise((done) => child.once('exit', done)) };
  }

  /** As a power cut would. */
  async kill() {
    this.wasKilled = true;
    const ended = new Promise((done) => this.#child.once('exit', done));
    this.#child.kill('SIGKILL');
    await ended;
  }

  async stop() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
