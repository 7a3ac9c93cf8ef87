// Starts the built server, as `race serve` in a terminal would, and ends it again by its pid.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const BINARY = join(resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target'), 'release/race');
const STARTS_WITHIN_MS = 20_000;
const ENDS_WITHIN_MS = 6_000;

/** What the command line says with these arguments and `--json`, whatever it makes of them. */
export function told(...words) {
  const { stdout, stderr } = spawnSync(BINARY, [...words, '--json'], { encoding: 'utf8' });
  if (!stdout) throw new Error(`race ${words.join(' ')} said nothing:\n${stderr}`);
  return JSON.parse(stdout);
}

/** A running server: `url`, `api(method, path, body)`, `end()`, and `kill()` for an end without a word. */
export async function serve(listen = '127.0.0.1:0') {
  if (!existsSync(BINARY)) throw new Error(`there is no ${BINARY}: 'make build' makes it`);
  const child = spawn(BINARY, ['serve', '--listen', listen], { stdio: ['ignore', 'pipe', 'pipe'] });
  const leave = () => child.kill('SIGKILL');
  process.on('exit', leave);
  const ended = new Promise((done) => child.once('exit', done)).then(() => process.off('exit', leave));

  let printed = '';
  let log = '';
  child.stderr.on('data', (data) => (log += data));
  const url = await new Promise((found, fail) => {
    const late = setTimeout(() => fail(new Error(`no address within ${STARTS_WITHIN_MS} ms:\n${log}`)), STARTS_WITHIN_MS);
    child.once('error', fail);
    ended.then(() => fail(new Error(`race serve ended at once:\n${log}`)));
    child.stdout.on('data', (data) => {
      printed += data;
      const address = printed.match(/http:\/\/[\w.:[\]]+/);
      if (!address) return;
      clearTimeout(late);
      found(address[0]);
    });
  }).catch((error) => {
    leave();
    throw error;
  });

  return {
    url,
    pid: child.pid,
    async api(method, path, body) {
      const headers = body ? { 'content-type': 'application/json' } : {};
      const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    },
    async end() {
      child.kill('SIGTERM');
      const late = sleep(ENDS_WITHIN_MS, 'late', { ref: false });
      if ((await Promise.race([ended, late])) !== 'late') return;
      leave();
      throw new Error(`race serve did not end within ${ENDS_WITHIN_MS} ms of SIGTERM:\n${log}`);
    },
    async kill() {
      leave();
      await ended;
    },
  };
}
