// The guide: the matrix, a page for each strategy, and the shortest order that breaks each property.

import assert from 'node:assert/strict';

import { findsNothing } from './lib/axe.mjs';
import { PHONE } from './lib/browser.mjs';
import { text, until } from './lib/race.mjs';
import { told } from './lib/server.mjs';
import { ready, suite } from './lib/suite.mjs';

const shared = suite();
const { browserTest } = shared;

const PAGES = [
  '/strategies',
  '/strategies/get_set',
  '/strategies/get_set/client/no_oversell',
  '/strategies/atomic/server/no_oversell',
  '/compare',
  '/fairness',
];
const BROKEN = '/strategies/get_set/client/no_oversell';

/** Waits until the worker has answered on this page, whatever it was asked. */
async function settled(page) {
  await until(() => page.evaluate(() => !document.querySelector('main').textContent.match(/Working…|Walking every|正在/)), 'the worker has answered');
}

async function visit(page, path) {
  await ready(page, path);
  await settled(page);
}

/** The claims on the page: `{ 'get_set.client': ['no_oversell', …] }`. */
const broken = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-venue]')].map((row) => [
        `${row.parentElement.dataset.strategy}.${row.dataset.venue}`,
        [...row.querySelectorAll('td:has(.broken)')].map((cell) => cell.dataset.property).sort(),
      ]),
    ),
  );

for (const [locale, title, word] of [['en-US', 'Strategies', 'broken'], ['zh-CN', '写法大全', '被打破']]) {
  browserTest(`the matrix shows every strategy with what its header claims, ${locale}`, { locale, path: '/strategies' }, async (page) => {
    const { strategies } = (await shared.server.api('GET', '/api/strategies')).body;
    const claimed = strategies.flatMap(({ name, venues, breaks }) => venues.map((venue) => [`${name}.${venue}`, [...breaks[venue]].sort()]));
    assert.deepEqual(await broken(page), Object.fromEntries(claimed));
    assert.equal(await page.locator('h1').textContent(), title);
    assert.equal(await page.locator('td .mark.broken').first().textContent(), `✗${word}`);
    assert.equal(await page.locator('tbody .name').count(), strategies.length);
  });
}

browserTest('a broken cell opens its counterexample, as short as the command line finds it', { path: '/strategies' }, async (page) => {
  for (const [strategy, property] of [['get_set', 'no_oversell'], ['decr_incr', 'no_undersell']]) {
    await ready(page, '/strategies');
    await page.locator(`[data-strategy=${strategy}] [data-venue=client] [data-property=${property}] a`).click();
    await page.getByTestId('verdict').waitFor();
    const checked = told('check', strategy, '--venue', 'client');
    const found = checked.properties[property];
    assert.equal(await page.getByTestId('act').count(), found.steps, strategy);
    assert.equal(await text(page, 'schedule'), found.schedule);
    const verdict = page.getByTestId('verdict');
    assert.equal(await verdict.getAttribute('data-standing'), 'broken');
    assert.equal(await verdict.getAttribute('data-states'), String(checked.states));
    assert.ok((await page.locator('.passes').count()) > 0, 'a row tells where the turn passes');
  }
});

browserTest('a property that holds says that all was walked, and shows a race that somebody wins', { path: '/strategies/atomic/server/no_oversell' }, async (page) => {
  await page.getByTestId('verdict').waitFor();
  const { states } = told('check', 'atomic', '--venue', 'server');
  assert.match(await text(page, 'verdict'), new RegExp(`Holds.*${states} states`));
  assert.equal(await page.locator('[data-testid=tale] .end.won').count(), 1);
  assert.equal(await page.locator('[data-testid=walked] tbody tr').count(), 6);
});

browserTest('the schedule of a counterexample opens on the race page and can be raced', { path: BROKEN }, async (page) => {
  await page.getByTestId('replay').click();
  await page.getByTestId('start').waitFor();
  const query = new URL(page.url()).searchParams;
  assert.equal(query.get('schedule'), '0.1.0.1');
  assert.equal(query.get('owners'), '0,1');
  assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
  assert.equal(await page.getByTestId('start').isEnabled(), true);
});

browserTest('a strategy has its notes, its program, its costs and other languages', { path: '/strategies/get_set' }, async (page) => {
  for (const section of ['what', 'use', 'avoid', 'broken']) assert.ok((await text(page, `note-${section}`)).length > 80, section);
  assert.match(await text(page, 'belief'), /belief/);
  assert.match(await text(page, 'program'), /^local stock_key = KEYS\[1\][^]*redis\.call\('GET', stock_key\)/);
  assert.match(await text(page, 'source'), /^A, a long article on flash sales and red packets with Redis 1\.1$/);
  await settled(page);
  assert.match(await text(page, 'cost'), /command by commanda win 2 round trips · a refusal \(sold out\) 1 round trip/);
  await page.locator('summary', { hasText: 'Go' }).click();
  assert.match(await text(page, 'code-go'), /func grab/);
  assert.match(await page.locator('summary', { hasText: 'Go' }).textContent(), /equivalent, not executed/);
  assert.equal(await page.locator('[data-testid=claims] tbody td').count(), 16);
});

browserTest('"race it" opens the race page with that strategy and a form that can be started', { path: '/strategies' }, async (page) => {
  for (const strategy of ['get_set', 'lock_ttl', 'watch_late', 'off_by_one', 'sharded_no_probe']) {
    await ready(page, '/strategies');
    await page.locator(`[data-strategy=${strategy}] .race-it`).first().click();
    await page.getByTestId('start').waitFor();
    assert.equal(await page.getByTestId('strategy-left').inputValue(), strategy);
    assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
    assert.equal(await page.getByTestId('start').isEnabled(), true);
  }
});

browserTest('language and theme go along from page to page, to the race and back', { path: '/strategies' }, async (page) => {
  const look = async () => [await page.locator('html').getAttribute('lang'), await page.locator('html').getAttribute('data-theme')];
  await page.getByTestId('lang').click();
  await page.getByTestId('theme').click();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'theme');
  const here = ['zh-CN', 'dark'];
  assert.deepEqual(await look(), here);
  await page.locator('.name', { hasText: 'decr_incr' }).click();
  await page.getByTestId('claims').waitFor();
  assert.deepEqual(await look(), here);
  await page.getByTestId('race-it').click();
  await page.getByTestId('start').waitFor();
  assert.deepEqual(await look(), here);
  await page.locator('.sections a', { hasText: '公平' }).click();
  await page.locator('.fairness').waitFor();
  assert.deepEqual(await look(), here);
  await page.locator('.sections a').first().click();
  await page.getByTestId('start').waitFor();
  assert.deepEqual(await look(), here);
});

browserTest('all of it can be walked by keyboard', { path: '/strategies' }, async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('href') ?? document.activeElement.tagName);
  const tabTo = async (what, most = 60) => {
    for (let press = 0; press < most; press++) {
      await page.keyboard.press('Tab');
      if ((await focused()).match(what)) return;
    }
    assert.fail(`no Tab leads to ${what}`);
  };
  await page.keyboard.press('Tab');
  assert.equal(await focused(), '#main', 'the first Tab offers to skip the top row');
  await page.keyboard.press('Enter');
  await tabTo(/^\/strategies\/get_set\/client\/no_oversell/);
  await page.keyboard.press('Enter');
  await page.getByTestId('verdict').waitFor();
  await tabTo(/schedule=0\.1\.0\.1/);
  await tabTo(/^\/strategies\/get_set\/client\/no_duplicate/);
  for (const next of [/client\/no_duplicate/, /client\/no_phantom/]) {
    await page.getByTestId('next').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(next);
    await page.getByTestId('verdict').waitFor();
  }
});

browserTest('what is not there is said, with all that is', { path: null, allow: [/404/] }, async (page) => {
  for (const path of ['/strategies/nobody', '/strategies/get_set/moon/no_oversell']) {
    const response = await page.goto(path);
    assert.equal(response.status(), 404);
    await page.getByTestId('strategies').waitFor();
    assert.match(await page.locator('h1').textContent(), new RegExp(path.split('/').slice(2).join('/')));
    assert.ok((await page.getByTestId('strategies').locator('li').count()) > 20);
  }
  assert.equal((await page.request.get('/compare/x')).status(), 404);
  assert.equal((await page.request.get('/guide/nothing.js')).status(), 404);
});

browserTest('a worker that cannot be loaded is said, and the page stays', { path: null, allow: [/./] }, async (page) => {
  await page.route('**/worker_bg.wasm', (route) => route.abort());
  await ready(page, BROKEN);
  await page.getByTestId('problem').waitFor();
  assert.match(await text(page, 'problem'), /worker/);
  assert.equal(await page.getByTestId('next').isVisible(), true);
});

for (const colorScheme of ['light', 'dark']) {
  browserTest(`axe finds nothing in the guide, ${colorScheme}`, { path: null, colorScheme }, async (page) => {
    for (const path of PAGES) {
      await visit(page, path);
      await findsNothing(page, path);
    }
  });
}

browserTest('on a phone nothing of the guide is wider than the window, and axe finds nothing', { ...PHONE, locale: 'zh-CN', path: null }, async (page) => {
  for (const path of PAGES) {
    await visit(page, path);
    const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= window, `${path}: ${wide} > ${window}`);
    await findsNothing(page, path);
  }
});
