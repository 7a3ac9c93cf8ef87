// How heavy the page is. The figures are printed; the limits are what the page promises.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { facts, number, race, raceAndPause, scrub, settle, until } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const shared = suite();
const { browserTest } = shared;

const WASM_BYTES_MAX = 200_000;
const MEDIAN_MS_MAX = 8;
const P99_MS_MAX = 16;
/** 5,000 grabs are the most that is traced whole. */
const RACE = '/?shares=1000&racers=5000&concurrency=200&jitter_ms=20&lockstep=false';

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const told = (durations) => {
  const sorted = [...durations].sort((a, b) => a - b);
  const figures = { median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), longest: sorted.at(-1) };
  const line = Object.entries(figures).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`).join(', ');
  return { ...figures, line };
};

test('the page is at most 200 KB of WebAssembly, gzipped', async (t) => {
  const get = async (path) => Buffer.from(await (await fetch(shared.server.url + path)).arrayBuffer());
  const index = (await get('/')).toString();
  const files = [...new Set(index.match(/[\w./-]+_bg\.wasm/g))];
  assert.equal(files.length, 1, `the page's programs: ${files}`);
  const program = await get(new URL(files[0], `${shared.server.url}/`).pathname);
  const bytes = gzipSync(program, { level: 9 }).length;
  t.diagnostic(`${files[0]}: ${program.length} bytes, ${bytes} gzipped`);
  assert.ok(bytes <= WASM_BYTES_MAX, `${bytes} bytes gzipped, at most ${WASM_BYTES_MAX}`);
});

/** Times every animation-frame callback: alone, and with the work that it leaves to microtasks. */
function watchFrames() {
  window.frames = [];
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      const begins = performance.now();
      callback(now);
      const frame = { alone: performance.now() - begins };
      window.frames.push(frame);
      // Microtasks run in the order in which they were queued: behind the page's own, and behind what those queue.
      const after = () => (frame.whole = performance.now() - begins);
      Promise.resolve().then(after).then(after).then(after).then(after);
    });
}

browserTest('5,000 grabs play back within 8 ms a frame in the median and 16 ms at the 99th percentile', { path: RACE, init: watchFrames }, async (page, t) => {
  await raceAndPause(page);
  await scrub(page, 0.5);
  const { left, right } = await facts(page);
  t.diagnostic(`half way ${left['in-flight']} are in flight on the left, ${right['in-flight']} on the right`);
  assert.ok(number(left['in-flight']) >= 100, 'there is something to draw');
  await scrub(page, 0);
  // Server and Redis are idle from here on.
  await page.evaluate(() => (window.frames.length = 0));
  await page.getByTestId('play').click();
  await until(async () => (await page.getByTestId('play').getAttribute('aria-label')) === 'Play', 'it plays to its end', 30_000);
  const frames = await page.evaluate(() => window.frames);
  const callback = told(frames.map((frame) => frame.alone));
  const whole = told(frames.map((frame) => frame.whole ?? frame.alone));
  t.diagnostic(`${frames.length} frames; callback: ${callback.line}`);
  t.diagnostic(`with what it leaves to microtasks: ${whole.line}`);
  t.diagnostic(await raster(page));
  assert.ok(frames.length >= 100, `only ${frames.length} frames in 8 s`);
  assert.ok(callback.median <= MEDIAN_MS_MAX, `median ${callback.median} ms`);
  assert.ok(callback.p99 <= P99_MS_MAX, `99th percentile ${callback.p99} ms`);
});

/** What drawing without a graphics card costs beside that, from a trace of a second playback. */
async function raster(page) {
  await scrub(page, 0);
  await page.getByTestId('speed').fill('60');
  await settle(page);
  await page.evaluate(() => (window.frames.length = 0));
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ['devtools.timeline', 'cc', 'viz', 'disabled-by-default-devtools.timeline'] });
  await page.getByTestId('play').click();
  await until(async () => (await page.getByTestId('play').getAttribute('aria-label')) === 'Play', 'it plays to its end', 60_000);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const frames = await page.evaluate(() => window.frames.length);
  const spent = {};
  for (const { name, dur, ph } of traceEvents) {
    if (ph === 'X' && /Raster|^Paint$|^Layerize$|^Commit$|^UpdateLayoutTree$|^Layout$|DrawFrame|Canvas/.test(name)) spent[name] = (spent[name] ?? 0) + dur / 1_000;
  }
  const parts = Object.entries(spent).sort(([, a], [, b]) => b - a).slice(0, 7);
  return `apart from the callback, per frame over ${frames} frames: ${parts.map(([name, ms]) => `${name} ${(ms / frames).toFixed(2)} ms`).join(', ')}`;
}
