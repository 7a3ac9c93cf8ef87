// How much a first visit loads, as the server sends it. The limits are those of each program's WebAssembly in brotli,
// which browsers accept over HTTPS and from this machine; over plain HTTP they ask for gzip. What a visit loads in all,
// and both in gzip, is printed.

import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, test } from 'node:test';

import { serve } from '../lib/server.mjs';

/** Bytes at most in brotli. The worker is what the guide loads beside its page, once something is to be computed. */
const PARTS = [
  { name: 'the race page', path: '/', bytesMax: 230_000 },
  { name: 'the guide', path: '/strategies', bytesMax: 330_000 },
  { name: 'the worker', files: ['/guide/start.js', '/guide/worker.js', '/guide/worker_bg.wasm'], bytesMax: 420_000 },
];

let server;
before(async () => (server = await serve()));
after(() => server?.end());

for (const { name, path, files, bytesMax } of PARTS) {
  test(`the program of ${name} weighs at most ${bytesMax / 1_000} KB in brotli`, async (t) => {
    const loaded = files ?? [path, ...(await filesOf(path))];
    const program = loaded.filter((file) => file.endsWith('.wasm'));
    const [brotli, gzip] = [await weigh(program, 'br'), await weigh(program, 'gzip')];
    const all = [await weigh(loaded, 'br'), await weigh(loaded, 'gzip')];
    t.diagnostic(`WebAssembly: ${brotli} bytes in brotli, ${gzip} in gzip`);
    t.diagnostic(`all ${loaded.length} files: ${all[0]} bytes in brotli, ${all[1]} in gzip`);
    assert.equal(program.length, 1, `one program: ${program}`);
    assert.ok(brotli <= bytesMax, `${brotli} bytes in brotli, at most ${bytesMax}`);
    assert.ok(brotli < gzip, `${brotli} bytes in brotli, ${gzip} in gzip`);
  });
}

/** The files that a page's HTML names: its styles, its script and its program. */
async function filesOf(path) {
  const html = await (await fetch(server.url + path)).text();
  const files = [...new Set(html.match(/(?<=["'])\/[\w./-]+\.\w+(?=["'])/g))];
  for (const kind of ['.css', '.js', '_bg.wasm']) {
    assert.ok(files.some((file) => file.endsWith(kind)), `${path} names no ${kind}: ${files}`);
  }
  return files;
}

/** The bytes of all these files' bodies as they go over the line in this encoding. */
async function weigh(files, encoding) {
  let sum = 0;
  for (const file of files) {
    const sent = await served(file, encoding);
    assert.equal(sent.status, 200, file);
    // The largest are packed without exception; a small file may be sent as it is.
    if (file.endsWith('.wasm')) assert.equal(sent.encoding, encoding, file);
    sum += sent.bytes;
  }
  return sum;
}

/** Requests one file. `fetch` would unpack it. */
const served = (path, encoding) =>
  new Promise((done, fail) => {
    const request = get(server.url + path, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('end', () => done({ bytes, status: response.statusCode, encoding: response.headers['content-encoding'] }));
      response.on('error', fail);
    });
    request.on('error', fail);
  });
