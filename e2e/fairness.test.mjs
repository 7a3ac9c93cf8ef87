// The fairness page: what each place in the line gets, out of many packets that the worker draws.

import assert from 'node:assert/strict';

import { findsNothing } from './lib/axe.mjs';
import { PHONE } from './lib/browser.mjs';
import { text, until } from './lib/race.mjs';
import { ready, suite } from './lib/suite.mjs';

const { browserTest } = suite();
const PAGE = '/fairness';

/** Waits until what the form asks for is what is shown. */
async function drawn(page, seed) {
  await page.getByTestId('headline').waitFor();
  await until(
    () =>
      page.evaluate(
        (seed) =>
          document.querySelector('.found').getAttribute('aria-busy') === 'false' &&
          (!seed || document.querySelector('[data-testid=headline]').dataset.seed === seed),
        seed,
      ),
    'it is drawn',
  );
}

async function visit(page, path) {
  await ready(page, path);
  await drawn(page);
}

/** The table's numbers, a row for each place, a column for each number. */
const rows = (page) =>
  page
    .locator('[data-testid=by-place] tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace(/[^\d.]/g, '')))));

const near = (value, expected, within) => assert.ok(Math.abs(value - expected) <= within, `${value} is not ${expected} ± ${within}`);

for (const [locale, title, even] of [['en-US', 'Is the split fair?', /^On average, every place gets the same: ¥10\. /], ['zh-CN', '先抢后抢，公平吗？', /^平均下来，先抢后抢一样多，都是 ¥10。/]]) {
  browserTest(`a hundred yuan in ten is drawn at once: the same mean, another risk, ${locale}`, { locale, path: PAGE }, async (page) => {
    await drawn(page);
    assert.equal(await page.locator('h1').textContent(), title);
    assert.match(await text(page, 'headline'), even);
    const places = await rows(page);
    assert.equal(places.length, 10);
    for (const [mean, , , fair] of places) for (const each of [mean, fair]) near(each, 10, 0.13);
    const [first, last] = [places[0], places[9]];
    for (const way of [0, 3]) {
      near(first[way + 1], 0.577, 0.006);
      near(last[way + 1], 0.768, 0.01);
      near(first[way + 2], 10.0, 0.5);
      near(last[way + 2], 12.1, 0.5);
    }
    for (const chart of ['mean', 'spread', 'luck']) assert.equal(await page.getByTestId(`chart-${chart}`).locator('.sign').count(), 20);
  });
}

browserTest('in whole fen the textbook is biased and the fair mean is not, and a cap that binds is said', { path: PAGE }, async (page) => {
  await drawn(page);
  await page.getByTestId('preset-1').click();
  await until(async () => (await text(page, 'headline')).startsWith('Place matters: with textbook double mean,'), 'the textbook is biased');
  const places = await rows(page);
  for (const place of places.slice(0, 5)) assert.deepEqual(place.slice(0, 2), [1, 0]);
  near(places[9][0], 2.481, 0.02);
  for (const place of places) near(place[3], 1.5, 0.015);
  assert.match(await text(page, 'seen-double_mean'), /Not even\..*standard errors/);
  assert.match(await text(page, 'seen-fair_mean'), /Even\..*chance/);
  assert.equal(await page.getByTestId('cap-note').count(), 0);
  await page.getByTestId('preset-2').click();
  await page.getByTestId('cap-note').waitFor();
  assert.match(await text(page, 'headline'), /^Place matters: with textbook double mean and fair mean,/);
  near((await rows(page))[4][3], 56 / 27, 0.02);
});

browserTest('what cannot be drawn is refused where it is typed, with its range or its rule', { path: PAGE }, async (page) => {
  await drawn(page);
  const says = async (field, value, what) => {
    await page.getByTestId(`field-${field}`).fill(value);
    assert.match(await text(page, `error-${field}`), what);
    assert.equal(await page.getByTestId(`field-${field}`).getAttribute('aria-invalid'), 'true');
  };
  await says('packets', '999', /from 1,000 to 1,000,000/);
  await page.getByTestId('field-packets').fill('20000');
  await says('total', '0.09', /each of 10 shares.*¥0\.10 to ¥2,000 \(one_fen_each\)/);
  await page.getByTestId('field-total').fill('100');
  await page.getByTestId('field-cap').fill('20');
  await page.getByTestId('way-line_cut').check();
  assert.match(await text(page, 'error-line_cut'), /line_cut_cap/);
  await page.getByTestId('way-fair_mean').uncheck();
  await page.getByTestId('way-double_mean').uncheck();
  await page.getByTestId('way-line_cut').uncheck();
  assert.match(await text(page, 'no-way'), /at least one/);
});

browserTest('a newer drawing takes the place of one that is under way, and the address restores it', { path: PAGE }, async (page) => {
  await drawn(page);
  await page.getByTestId('field-packets').fill('1000000');
  await page.getByTestId('progress').waitFor();
  await until(async () => Number(await page.getByTestId('progress').getAttribute('value')) > 0, 'it tells how far it is');
  await page.getByTestId('field-packets').fill('2000');
  await page.getByTestId('field-seed').fill('7');
  await page.getByTestId('way-line_cut').check();
  await drawn(page, '7');
  assert.equal(await page.getByTestId('headline').getAttribute('data-packets'), '2000');
  const query = new URL(page.url()).searchParams;
  assert.deepEqual(Object.fromEntries(query), { packets: '2000', seed: '7', ways: 'double_mean,fair_mean,line_cut' });
  const before = await rows(page);
  await page.getByTestId('lang').click();
  await drawn(page);
  assert.deepEqual(await rows(page), before, 'another language is no other drawing');
  await visit(page, page.url());
  assert.deepEqual(await rows(page), before);
  await page.getByTestId('another').click();
  await drawn(page, '8');
  assert.notDeepEqual(await rows(page), before);
});

browserTest('all of it can be reached by keyboard', { path: PAGE }, async (page) => {
  await drawn(page);
  const wanted = ['preset-0', 'field-packets', 'field-seed', 'another', 'way-equal', 'way-line_cut'];
  const reached = [];
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement.dataset.testid ?? document.activeElement.className));
  }
  for (const each of [...wanted, 'scroll']) assert.ok(reached.includes(each), `no Tab leads to ${each}: ${reached}`);
  await page.getByTestId('way-equal').focus();
  await page.keyboard.press('Space');
  await page.getByTestId('seen-equal').waitFor();
  assert.match(await text(page, 'seen-equal'), /always gets ¥10\./);
});

// The page as it begins is among those of guide.test.mjs. Here it says all that it can: a cap that binds, a way that
// is refused, more places than have a mark each.
const MUCH = `${PAGE}?packets=1000&shares=24&total=0.50&cap=0.05&ways=equal,double_mean,fair_mean,line_cut`;

for (const [theme, options] of [['light', {}], ['dark', { ...PHONE, colorScheme: 'dark', locale: 'zh-CN' }]]) {
  browserTest(`axe finds nothing and nothing is wider than the window, whatever is said, ${theme}`, { ...options, path: MUCH }, async (page) => {
    await drawn(page);
    assert.match(await text(page, 'error-line_cut'), /line_cut_cap/);
    const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= window, `${wide} > ${window}`);
    await findsNothing(page, theme);
  });
}
