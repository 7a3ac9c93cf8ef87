// A link restores the page: settings, programs, moment, look.

import assert from 'node:assert/strict';

import { cursor, facts, press, race, raceAndPause, scrub, text } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const shared = suite();
const { browserTest } = shared;

const FIELDS = ['shares', 'racers', 'concurrency', 'gap_ms', 'seed'];

/** What a link must restore. */
const state = async (page) => ({
  address: new URL(page.url()).search,
  cursor: cursor(page),
  facts: await facts(page),
  fields: await page.evaluate(
    (names) => names.map((name) => document.querySelector(`[data-testid=field-${name}]`)?.value),
    FIELDS,
  ),
  programs: await page.evaluate(() =>
    ['left', 'right'].map((side) => [
      document.querySelector(`[data-testid=strategy-${side}]`).value,
      document.querySelector(`[name=venue-${side}]:checked`).dataset.testid,
    ]),
  ),
  captions: [await text(page, 'caption-left'), await text(page, 'caption-right')],
  theme: await page.locator('html').getAttribute('data-theme'),
  lang: await page.locator('html').getAttribute('lang'),
});

/** Opens the page's address in a fresh profile and compares. */
async function isRestored(page, claim) {
  const here = await state(page);
  const other = await shared.open();
  try {
    await race(other, () => other.goto(page.url()));
    assert.deepEqual(await state(other), here, claim);
    assert.deepEqual(other.complaints, []);
  } finally {
    await other.context().close();
  }
}

browserTest('a link to a moment restores settings, programs, moment and look in a fresh profile', {}, async (page) => {
  await page.getByTestId('more').click();
  await page.getByTestId('field-shares').fill('12');
  await page.getByTestId('field-racers').fill('40');
  await page.getByTestId('field-concurrency').fill('5');
  await page.getByTestId('less').click();
  await page.getByTestId('strategy-right').selectOption('atomic');
  await page.getByTestId('theme').click();
  await raceAndPause(page, () => page.getByTestId('start').click());
  await scrub(page, 0.4);
  const query = new URL(page.url()).searchParams;
  const asked = { shares: '12', racers: '40', concurrency: '5', right: 'atomic.server', theme: 'dark' };
  for (const [name, value] of Object.entries(asked)) assert.equal(query.get(name), value, name);
  assert.equal(query.get('seed'), null, 'only what differs from the defaults is in the address');
  await isRestored(page, 'at 0.4');
});

browserTest('a link to a chapter and a link to a single event restore exactly that', {}, async (page) => {
  await raceAndPause(page);
  await press(page, 'PageDown');
  await isRestored(page, 'when all have read');
  await press(page, 'PageDown');
  await isRestored(page, 'at the first overwrite');
  for (let step = 0; step < 3; step++) await press(page, 'ArrowRight');
  await isRestored(page, 'three events later');
  await scrub(page, 1);
  await isRestored(page, 'at the end');
});

browserTest('the copy button copies the address as it stands', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  await raceAndPause(page);
  await scrub(page, 0.25);
  await page.getByTestId('copy-link').click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  assert.match(await text(page, 'connection'), /Link copied/);
});

const WRONG =
  '/?racers=0&concurrency=lots&left=nobody.client&right=get_set.moon&at=NaN&speed=-1&theme=blue&lang=fr&colour=red&stock=%FF&=&shares=20';

browserTest('parameters that are wrong or unknown are left out, one by one', { path: WRONG }, async (page) => {
  assert.equal(await text(page, 'headline'), '20 shares, 88 people');
  assert.equal(await page.getByTestId('dial-8').isChecked(), true);
  assert.equal(await page.getByTestId('strategy-left').inputValue(), 'get_set');
  assert.equal(await page.getByTestId('venue-server-right').isChecked(), true);
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'light');
  assert.equal(new URL(page.url()).search, '?shares=20');
  await raceAndPause(page);
  await scrub(page, 1);
  assert.deepEqual([await text(page, 'hero-left'), await text(page, 'hero-right')], ['88', '20']);
});
