// /compare: several strategies over one workload, live, and the files that are kept of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';

import { PHONE, open } from './lib/browser.mjs';
import { settle, text, until, words } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const shared = suite();
const { browserTest } = shared;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const THREE = '/compare?with=get_set.client,watch_multi.client,atomic.server&shares=10&racers=88&concurrency=8&lockstep=true';

/** The table as `{ 'get_set:client@8': { won: '80 / 10', … } }`. */
const table = (page) =>
  page.getByTestId('compare-table').evaluate((table) =>
    Object.fromEntries(
      [...table.querySelectorAll('[data-row]')].map((row) => [
        row.dataset.row,
        Object.fromEntries([...row.querySelectorAll('[data-column]')].map((cell) => [cell.dataset.column, cell.textContent.replaceAll('\u00a0', ' ')])),
      ]),
    ),
  );

const start = (page) => page.getByTestId('compare-start');

/** Compares by `act` and waits until all races have ended. */
async function compare(page, act = () => start(page).click()) {
  await act();
  await until(async () => /running/.test(await start(page).getAttribute('class')), 'the run has begun');
  await until(async () => !/running/.test(await start(page).getAttribute('class')), 'the run has ended', 40_000);
  await settle(page);
}

/** Downloads what a button gives, into a folder of its own; its path. */
async function download(page, testid) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId(testid).click()]);
  const path = join(mkdtempSync(join(tmpdir(), 'race-')), file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

async function axeFindsNothing(page, when) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE}; 0`);
  const { violations } = await page.evaluate(() => window.axe.run());
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`));
  assert.deepEqual(found, [], when);
}

browserTest('three strategies run to the end, and the table says what each did', { path: THREE }, async (page) => {
  await compare(page);
  const rows = await table(page);
  assert.deepEqual(Object.keys(rows), ['get_set:client@8', 'watch_multi:client@8', 'atomic:server@8']);
  const naive = rows['get_set:client@8'];
  assert.deepEqual([naive.won, naive.oversold, naive.counter], ['80 / 10', '70', '0']);
  assert.match(naive.verdict, /^broken: no_oversell/);
  const exact = rows['atomic:server@8'];
  assert.deepEqual([exact.won, exact.oversold, exact.verdict], ['10 / 10', '0', 'held']);
  assert.equal(await page.locator('figure.chart').count(), 3);
  assert.match(await text(page, 'compare-rest'), /80 of 10 · 70 too many/);
  assert.match(await text(page, 'compare-rest'), /Redis \d/);
  assert.match(await text(page, 'compare-status'), /2 of 3 held/);
});

browserTest('the report opens by itself, without a complaint, and shows the verdicts', { path: THREE }, async (page) => {
  await compare(page);
  const path = await download(page, 'save-html');
  const own = await open(shared.browser, {});
  try {
    await own.goto(pathToFileURL(path).href);
    assert.match(await own.locator('.lead').textContent(), /2 of 3 held everything that was judged, 1 broke something/);
    assert.match(await own.locator('[data-row="get_set:client@8"] [data-column=verdict]').textContent(), /broken: no_oversell/);
    assert.equal(await own.locator('figure.chart').count(), 3);
    await axeFindsNothing(own, 'the report');
    await own.emulateMedia({ colorScheme: 'dark' });
    await axeFindsNothing(own, 'the report in the dark');
    assert.deepEqual(own.complaints, []);
  } finally {
    await own.context().close();
  }
  const csv = readFileSync(await download(page, 'save-csv'), 'utf8').split('\r\n');
  assert.equal(csv.length, 5);
  assert.match(csv[1], /^get_set,client,8,broken,/);
  const json = JSON.parse(readFileSync(await download(page, 'save-json'), 'utf8'));
  assert.deepEqual(json.rows.map((row) => row.race.oversold), [70, 0, 0]);
});

browserTest('a link restores strategies and workload, and what begins needs no query', { path: '/compare' }, async (page) => {
  assert.equal(new URL(page.url()).search, '');
  await page.getByTestId('preset-none').click();
  await page.getByTestId('way-decr:client').check();
  await page.getByTestId('way-sharded:client').check();
  await page.getByTestId('field-racers').fill('300');
  await page.getByTestId('field-concurrency').fill('10,100');
  await page.getByTestId('compare-more').click();
  await page.getByTestId('field-shards').fill('2');
  await settle(page);
  const address = page.url();
  assert.equal(new URL(address).search, '?with=decr.client,sharded.client&racers=300&concurrency=10,100&shards=2');
  const other = await shared.open();
  try {
    await other.goto(address);
    await other.locator('.page').waitFor();
    assert.equal(await other.locator('.choose input:checked').count(), 2);
    assert.equal(await other.getByTestId('field-concurrency').inputValue(), '10,100');
    assert.equal(other.url(), address);
    await compare(other);
    assert.equal(Object.keys(await table(other)).length, 4);
    assert.deepEqual(other.complaints, []);
  } finally {
    await other.context().close();
  }
});

browserTest('a wrong field is told beside it, and nothing starts', { path: '/compare' }, async (page) => {
  await page.getByTestId('field-racers').fill('0');
  await page.getByTestId('field-concurrency').fill('8,8');
  assert.match(await text(page, 'error-racers'), /1 to 200000/);
  assert.match(await text(page, 'error-concurrency'), /8 stands there twice/);
  await start(page).click();
  assert.match(await text(page, 'compare-status'), /A setting is wrong/);
  assert.equal(await page.getByTestId('compare-table').count(), 0);
  await page.getByTestId('field-racers').fill('88');
  await page.getByTestId('field-concurrency').fill('8');
  await page.getByTestId('preset-none').click();
  assert.match(await text(page, 'compare-status'), /Choose at least one/);
});

browserTest(
  'while another race runs, the comparison waits for its end, and stop ends it',
  { path: THREE, allow: [/409/] },
  async (page) => {
    const other = await shared.server.api('POST', '/api/races', { strategy: 'get_set', lockstep: true, gap_ms: 2000 });
    assert.equal(other.status, 201);
    await start(page).click();
    await until(async () => /Another race is running/.test(await text(page, 'compare-status')), 'it says that it waits');
    await shared.server.api('DELETE', `/api/races/${other.body.id}`);
    await until(async () => !/running/.test(await start(page).getAttribute('class')), 'it ran to its end');
    assert.equal((await table(page))['atomic:server@8'].verdict, 'held');
    await page.getByTestId('compare-more').click();
    await page.getByTestId('field-gap_ms').fill('2000');
    await start(page).click();
    await until(async () => /Race 1 of 3/.test(await text(page, 'compare-status')), 'the first race runs');
    await start(page).click();
    await until(async () => !/running/.test(await start(page).getAttribute('class')), 'it has stopped');
    const rows = await table(page);
    assert.deepEqual([rows['get_set:client@8'].verdict, rows['atomic:server@8'].verdict], ['unfinished', 'not run: it was stopped before its turn']);
  },
);

browserTest('by keyboard alone: choose, type, Enter, and the table scrolls', { path: THREE }, async (page) => {
  await page.getByTestId('way-watch_multi:client').focus();
  await page.keyboard.press('Space');
  assert.equal(await page.locator('.choose input:checked').count(), 2);
  await page.getByTestId('field-racers').focus();
  await compare(page, () => page.keyboard.press('Enter'));
  assert.deepEqual(Object.keys(await table(page)), ['get_set:client@8', 'atomic:server@8']);
  await page.locator('.sheet .scroll').first().focus();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'region');
});

const CHINESE_TOO = /^(get_set|decr|atomic|watch|lock|hash|function|sharded|token|off_by|deduct|check|client|server|Redis|race|compare|HTML|CSV|JSON|SQL|linux|p50|p99|ms|µs|s|GET|SET|[a-z_]+_[a-z_]+)/;

for (const [name, device] of [['a desktop', {}], ['a phone', PHONE]]) {
  browserTest(`in Chinese everything is Chinese on ${name}, also after a run, and axe finds nothing`, { ...device, path: THREE, locale: 'zh-CN' }, async (page) => {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await axeFindsNothing(page, `before, ${colorScheme}`);
    }
    await compare(page);
    const said = await words(page, { visible: true, skip: ['[data-testid=lang]', 'code', '.sheet dl'] });
    const english = said.filter((each) => (each.match(/[A-Za-z_]{2,}/g) ?? []).some((word) => !CHINESE_TOO.test(word)));
    assert.deepEqual(english, []);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await axeFindsNothing(page, `after, ${colorScheme}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= page.viewportSize().width, `${wide} px wide`);
    await page.getByTestId('lang').click();
    assert.match((await table(page))['get_set:client@8'].verdict, /^broken: no_oversell/);
  });
}
