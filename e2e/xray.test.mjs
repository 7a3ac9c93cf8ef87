// X-ray and money: what Redis itself ran, in its own order, and what was paid too much.

import assert from 'node:assert/strict';

import { PHONE } from './lib/browser.mjs';
import { raceAndPause, scrub, settle } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

const FREE = '/?lang=en&lockstep=false&racers=60&shares=20&concurrency=12&jitter_ms=5&xray=true';

const log = (page, side) =>
  page.getByTestId(`xray-${side}`).locator('li').evaluateAll((items) =>
    items.map((item) => ({ text: item.querySelector('code').textContent, kind: item.className })),
  );

const isCommand = (line) => /^(GET stock|SET stock \d+)$/.test(line.text);

browserTest('the log tells what Redis ran up to the cursor, and marks reads of one value', { path: FREE }, async (page) => {
  await raceAndPause(page);
  assert.deepEqual(await log(page, 'left'), []);
  // Where the reads lie on the timeline is a matter of luck.
  const marks = [];
  for (let at = 0.05; at < 1 && marks.length === 0; at += 0.05) {
    await scrub(page, at);
    await settle(page);
    marks.push(...(await page.getByTestId('xray-left').locator('.together .mark').allTextContents()));
  }
  assert.ok(marks.length > 0 && marks.every((mark) => /^×\d+$/.test(mark)), marks.join());
  await scrub(page, 1);
  await settle(page);
  const [left, right] = [await log(page, 'left'), await log(page, 'right')];
  assert.ok(left.length > 0 && left.every(isCommand), JSON.stringify(left));
  const inside = right.filter((line) => line.kind === 'inside');
  assert.ok(inside.length > 0 && inside.every(isCommand), JSON.stringify(right));
});

browserTest(
  'the form offers the X-ray, and refuses it where a race is too large',
  { path: '/?lockstep=false&racers=6000&xray=true&lang=zh' },
  async (page) => {
    await page.getByTestId('more').click();
    await page.getByTestId('advanced').click();
    assert.equal(await page.getByTestId('field-xray').isChecked(), true);
    assert.match(await page.getByTestId('error-xray').textContent(), /超过 5,000 次抢时不能打开/);
  },
);

browserTest(
  'the share for which most was paid is told with its amount',
  { path: '/?split=fair_mean&lang=en' },
  async (page) => {
    await raceAndPause(page);
    await scrub(page, 1);
    await settle(page);
    const told = await page.getByTestId('lane-left').getByTestId('paid-most').textContent();
    const parts = told.match(/^Share (\d+), ¥([\d.]+), was paid (\d+) times: ¥([\d.]+)$/);
    assert.ok(parts, told);
    const [share, amount, times, paid] = parts.slice(1).map(Number);
    assert.ok(share >= 1 && share <= 10 && times > 1, told);
    assert.ok(Math.abs(amount * times - paid) < 0.005, told);
    assert.equal(await page.getByTestId('lane-right').getByTestId('paid-most').textContent(), '');
  },
);

browserTest('a phone shows the log without a scroll to the side', { ...PHONE, path: FREE }, async (page) => {
  await raceAndPause(page);
  await scrub(page, 0.5);
  const root = () => [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  const [wide, room] = await page.evaluate(root);
  assert.ok(wide <= room, `${wide} of ${room}`);
});
