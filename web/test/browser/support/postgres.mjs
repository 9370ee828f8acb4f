// A PostgreSQL of a test's own, in a temporary folder and on a socket there, that can be stopped and started.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = ['/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/17/bin', '/usr/local/bin', '/usr/bin'];
const BIN = PLACES.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));

export const hasPostgres = BIN !== undefined;

/** It does not run as root. */
function itsUser() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export class Postgres {
  #folder = mkdtempSync(join(tmpdir(), 'bastide-postgres-'));
  #user = itsUser();
  #child = null;

  static async start() {
    const postgres = new Postgres();
    if (postgres.#user.uid !== undefined) chownSync(postgres.#folder, postgres.#user.uid, postgres.#user.gid);
    const data = join(postgres.#folder, 'data');
    execFileSync(join(BIN, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...postgres.#user, cwd: postgres.#folder, stdio: 'ignore' });
    await postgres.run();
    return postgres;
  }

  get uri() {
    return `postgresql:///postgres?host=${encodeURIComponent(this.#folder)}&user=postgres`;
  }

  async run() {
    this.#child = spawn(join(BIN, 'postgres'), ['-D', join(this.#folder, 'data'), '-k', this.#folder, '-c', 'listen_addresses='],
      { ...this.#user, cwd: this.#folder, stdio: 'ignore' });
    while (spawnSync(join(BIN, 'pg_isready'), ['-h', this.#folder, '-q']).status !== 0)
      await new Promise((done) => setTimeout(done, 50));
  }

  /** As a power cut would. */
  async kill() {
    const ended = new Promise((done) => this.#child.once('exit', done));
    this.#child.kill('SIGQUIT');
    await ended;
  }

  async stop() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
