// The player: every step, jump and drag leads to exactly what lies there.

import assert from 'node:assert/strict';

import { cursor, facts, isStart, number, press, race, raceAndPause, scrub, settle, some, text, until } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

const given = (told) => ['left', 'right'].map((side) => number(told[side]['handed-out']));

browserTest('a step forward counts one event, and a step back takes it away again', {}, async (page) => {
  await raceAndPause(page);
  const told = [await facts(page)];
  // Round 1: eight reads and eight writes on the left, eight scripts on the right.
  for (let step = 0; step < 24; step++) {
    await press(page, 'ArrowRight');
    told.push(await facts(page));
    const [before, after] = told.slice(-2).map(given);
    const counted = [after[0] - before[0], after[1] - before[1]];
    assert.ok(counted.every((n) => n === 0 || n === 1), `step ${step + 1} counted ${counted}`);
  }
  assert.deepEqual(given(told[24]), [8, 8]);
  assert.deepEqual(some(told[24].left, 'stock', 'given-twice'), { stock: '9', 'given-twice': '7' });
  assert.deepEqual(some(told[24].right, 'stock', 'given-twice'), { stock: '2', 'given-twice': '0' });
  for (let step = 23; step > 0; step--) {
    await press(page, 'ArrowLeft');
    assert.deepEqual(await facts(page), told[step], `back at step ${step}`);
  }
  await press(page, 'ArrowLeft');
  assert.equal(cursor(page), 0);
  assert.deepEqual(given(await facts(page)), [0, 0]);
});

browserTest('the buttons step as the arrow keys do', {}, async (page) => {
  await raceAndPause(page);
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  const [told, at] = [await facts(page), cursor(page)];
  await scrub(page, 0);
  for (const testid of ['step-forward', 'step-forward', 'step-forward', 'step-back']) {
    await page.getByTestId(testid).click();
    await settle(page);
  }
  assert.deepEqual(await facts(page), told);
  assert.equal(cursor(page), at);
});

browserTest('scrubbing away and back shows the same again', {}, async (page) => {
  await raceAndPause(page);
  const places = [0.1, 0.33, 0.5, 0.62, 0.85, 1];
  const first = [];
  for (const place of places) {
    await scrub(page, place);
    first.push(await facts(page));
  }
  assert.deepEqual(given(first.at(-1)), [80, 10]);
  assert.equal(new Set(first.map((told) => JSON.stringify(told))).size, places.length, 'every place shows something else');
  for (const place of [5, 0, 3, 1, 4, 2]) {
    await scrub(page, places[place]);
    assert.deepEqual(await facts(page), first[place], `at ${places[place]}`);
  }
});

browserTest('PageDown and PageUp turn the chapters: all read, first overwrite, last share', {}, async (page) => {
  await raceAndPause(page);
  await press(page, 'PageDown');
  let { left } = await facts(page);
  const read = { 'handed-out': '0', stock: '10', 'in-flight': '8', stale: '0', waiting: '80' };
  assert.deepEqual(some(left, ...Object.keys(read)), read, 'all eight have read and nobody has written');
  assert.equal(await text(page, 'caption-left'), 'All 8 read 10. Nobody has written yet.');
  const lit = page.getByTestId('code-left').locator('.line.lit');
  assert.equal(await lit.count(), 1);
  assert.match(await lit.textContent(), /'GET'.*×8$/);

  await press(page, 'PageDown');
  ({ left } = await facts(page));
  const overwritten = { 'handed-out': '2', 'given-twice': '1', stock: '9' };
  assert.deepEqual(some(left, ...Object.keys(overwritten)), overwritten, 'the second write puts back the same 9');

  await press(page, 'PageDown');
  const { right } = await facts(page);
  assert.deepEqual(some(right, 'handed-out', 'stock'), { 'handed-out': '10', stock: '0' }, 'the right lane gave its last share');

  await press(page, 'PageDown');
  ({ left } = await facts(page));
  assert.deepEqual(some(left, 'handed-out', 'given-twice', 'stock'), { 'handed-out': '73', 'given-twice': '63', stock: '0' });

  await press(page, 'PageDown');
  assert.equal((await facts(page)).left.refused, '8', 'past the last chapter lies the end');
  for (let turn = 0; turn < 4; turn++) await press(page, 'PageUp');
  assert.equal(await text(page, 'caption-left'), 'All 8 read 10. Nobody has written yet.');
});

browserTest('after the first write seven people hold a stock that is no longer true', {}, async (page) => {
  await raceAndPause(page);
  await press(page, 'PageDown');
  while (number((await facts(page)).left['handed-out']) === 0) await press(page, 'ArrowRight');
  const { left } = await facts(page);
  assert.deepEqual(some(left, 'handed-out', 'stock', 'stale'), { 'handed-out': '1', stock: '9', stale: '7' });
  assert.equal(await text(page, 'caption-left'), 'Seven still hold a 10 that is no longer true.');
});

browserTest('Home and End lead to the start and to the end, as the help says', {}, async (page) => {
  await raceAndPause(page);
  await press(page, 'End');
  assert.equal(await text(page, 'hero-left'), '80');
  await press(page, 'Home');
  assert.equal(cursor(page), 0);
  assert.equal(await text(page, 'hero-left'), '0');
});

browserTest('the timeline follows the pointer, also when it is dragged past its edge', {}, async (page) => {
  await raceAndPause(page);
  await scrub(page, 1);
  const length = cursor(page);
  await scrub(page, 0);
  const box = await page.locator('.timeline').boundingBox();
  const at = (share) => box.x + box.width * share;
  const middle = box.y + box.height / 2;
  await page.mouse.move(at(0.25), middle);
  await page.mouse.down();
  await settle(page);
  assert.ok(Math.abs(cursor(page) - length / 4) < 0.05, `a click at a quarter leads to ${cursor(page)} s`);
  await page.mouse.move(at(0.75), middle - 300, { steps: 4 });
  await settle(page);
  assert.ok(Math.abs(cursor(page) - (length * 3) / 4) < 0.05, `dragged to three quarters: ${cursor(page)} s`);
  await page.mouse.move(box.x + box.width + 100, middle, { steps: 4 });
  await page.mouse.up();
  await settle(page);
  assert.equal(await text(page, 'hero-left'), '80');
  await page.mouse.move(at(0.1), middle);
  await settle(page);
  assert.equal(await text(page, 'hero-left'), '80', 'a pointer that is up moves nothing');
});

browserTest('the speed slider is logarithmic, says its speed in words and is obeyed', {}, async (page) => {
  await raceAndPause(page);
  const slider = page.getByTestId('speed');
  const said = [];
  for (const place of ['0', '50', '100']) {
    await slider.fill(place);
    await settle(page);
    said.push(await text(page, 'speed-words'));
    assert.equal(await slider.getAttribute('aria-valuetext'), said.at(-1));
  }
  assert.deepEqual(said, ['speed 0.1×', 'speed 1×', 'speed 10×']);
  await scrub(page, 0);
  const began = Date.now();
  await page.getByTestId('play').click();
  await until(async () => (await text(page, 'hero-left')) === '80', 'at ten times the speed it ends soon', 4_000);
  assert.ok(Date.now() - began < 3_000, `8 s at ten times the speed took ${Date.now() - began} ms`);
});

browserTest('Space plays and pauses, and the full stop pauses', {}, async (page) => {
  const isPlaying = async () => (await page.getByTestId('play').getAttribute('aria-label')) === 'Pause';
  await race(page);
  assert.equal(await isPlaying(), true);
  await press(page, 'Space');
  assert.equal(await isPlaying(), false);
  const at = cursor(page);
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(cursor(page), at, 'paused, it stands');
  await press(page, 'Space');
  assert.equal(await isPlaying(), true);
  // A Chinese keyboard types another character with the same key.
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { code: 'Period', key: '。', bubbles: true })));
  await settle(page);
  assert.equal(await isPlaying(), false);
});

browserTest('Space on a button presses it once, and nothing else', {}, async (page) => {
  let starts = 0;
  page.on('response', (response) => isStart(response) && starts++);
  await page.getByTestId('start').focus();
  await race(page);
  assert.equal(starts, 2, 'one race of two lanes');
  const play = page.getByTestId('play');
  assert.equal(await play.getAttribute('aria-label'), 'Pause', 'the same key did not pause it again');
  await play.focus();
  await press(page, 'Space');
  assert.equal(await play.getAttribute('aria-label'), 'Play');
  await press(page, 'Space');
  assert.equal(await play.getAttribute('aria-label'), 'Pause');
  assert.equal(starts, 2);
});

browserTest('a button that was clicked gives Space back to the player', {}, async (page) => {
  await race(page, () => page.getByTestId('start').click());
  const play = page.getByTestId('play');
  assert.equal(await play.getAttribute('aria-label'), 'Pause');
  await press(page, 'Space');
  assert.equal(await play.getAttribute('aria-label'), 'Play');
});

browserTest('R races again from the start', {}, async (page) => {
  await raceAndPause(page);
  await scrub(page, 1);
  assert.equal(await text(page, 'hero-left'), '80');
  await race(page, () => page.keyboard.press('KeyR'));
  assert.equal(await page.getByTestId('play').getAttribute('aria-label'), 'Pause');
  assert.notEqual(await text(page, 'hero-left'), '80');
});

browserTest('a card under the pointer says who it is and what it holds', {}, async (page) => {
  await raceAndPause(page);
  await press(page, 'PageDown');
  const box = await page.getByTestId('stage-left').boundingBox();
  const said = new Set();
  for (let x = 0.2; x < 0.85; x += 0.05) {
    for (let y = 0.1; y < 0.85; y += 0.06) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
      const tip = await text(page, 'tip-left');
      if (tip) said.add(tip);
    }
  }
  const people = [1, 2, 3, 4, 5, 6, 7, 8].map((racer) => `Person ${racer} holds 10 as the stock; at GET.`);
  assert.deepEqual([...said].sort(), people);
});
