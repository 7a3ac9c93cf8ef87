// An order that is given: what `race check` found, seen on the page.

import assert from 'node:assert/strict';

import { facts, raceAndPause, scrub, some, text, verdict } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const shared = suite();
const { browserTest } = shared;

browserTest('two who read before either writes oversell, and the same order is harmless as one script', {}, async (page) => {
  await page.getByTestId('more').click();
  await page.getByTestId('advanced').click();
  await page.getByTestId('field-shares').fill('1');
  await page.getByTestId('field-owners').fill('0,1');
  await page.getByTestId('field-schedule').fill('0.1.0.1');
  await page.getByTestId('less').click();
  await raceAndPause(page, () => page.getByTestId('start').click());
  await scrub(page, 1);
  const { left, right } = await facts(page);
  assert.deepEqual(some(left, 'handed-out'), { 'handed-out': '2' });
  assert.deepEqual(some(right, 'handed-out'), { 'handed-out': '1' });
  assert.equal((await verdict(page, 'left')).no_oversell, 'broken');
  assert.equal((await verdict(page, 'right')).no_oversell, 'held');
  const query = new URL(page.url()).searchParams;
  assert.equal(query.get('schedule'), '0.1.0.1');
});

browserTest('a wrong order is refused beside its field, in words', {}, async (page) => {
  await page.getByTestId('more').click();
  await page.getByTestId('advanced').click();
  await page.getByTestId('field-schedule').fill('0.x');
  assert.match(await text(page, 'error-schedule'), /0\.1/);
});
