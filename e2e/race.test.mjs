// The first minute: the default race from Start to verdict, and what the dial does to it.

import assert from 'node:assert/strict';

import { facts, owners, press, race, raceAndPause, scrub, settle, some, text, until, verdict, words } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

const LEFT_AT_END = {
  'handed-out': '80',
  'given-twice': '70',
  oversold: '70',
  overpaid: '¥700',
  stock: '0',
  won: '80',
  refused: '8',
  failed: '0',
  waiting: '0',
  'in-flight': '0',
};
const RIGHT_AT_END = {
  'handed-out': '10',
  'given-twice': '0',
  oversold: '0',
  overpaid: '¥0',
  stock: '0',
  won: '10',
  refused: '78',
  failed: '0',
  waiting: '0',
  'in-flight': '0',
};

browserTest('Space runs both lanes to their end, 80 of 10 on the left and 10 of 10 on the right', {}, async (page) => {
  assert.equal(await text(page, 'headline'), '10 shares, 88 people');
  assert.equal(await text(page, 'badge-left'), 'real Redis · 8 move together');
  for (const side of ['left', 'right']) {
    assert.equal(await text(page, `hero-${side}`), '0');
    assert.equal(await text(page, `caption-${side}`), 'No race yet');
    assert.deepEqual(await owners(page, side), Array(10).fill('0'));
  }
  await page.getByTestId('guess-more').check();

  await race(page);
  assert.deepEqual(await verdict(page, 'left'), {}, 'no verdict before the cursor is at the end');
  assert.equal(await text(page, 'guess-answer'), '');
  const play = page.getByTestId('play');
  assert.equal(await play.getAttribute('aria-label'), 'Pause', 'it plays by itself');
  await until(async () => (await play.getAttribute('aria-label')) === 'Play', 'playback reaches the end by itself', 12_000);
  await settle(page);

  const { left, right } = await facts(page);
  assert.deepEqual(some(left, ...Object.keys(LEFT_AT_END)), LEFT_AT_END);
  assert.deepEqual(some(right, ...Object.keys(RIGHT_AT_END)), RIGHT_AT_END);
  const shown = { 'hero-left': '80', 'hero-right': '10', 'oversold-left': '70', 'oversold-right': '0', 'overpaid-left': '¥700', 'overpaid-right': '¥0' };
  for (const [testid, told] of Object.entries(shown)) assert.equal(await text(page, testid), told, testid);

  assert.deepEqual(await owners(page, 'left'), Array(10).fill('8'));
  assert.deepEqual(await owners(page, 'right'), Array(10).fill('1'));
  const tiles = page.getByTestId('board-left').getByTestId('tile');
  assert.equal(await tiles.first().locator('b').textContent(), '×8');
  assert.equal(await tiles.first().getAttribute('title'), 'Share 10 · ¥10: 8 owners');

  assert.equal(
    await text(page, 'caption-left'),
    '80 people won 10 shares. Each round, 8 read the same stock and wrote back the same one less: 8 given, stock down 1.',
  );
  assert.equal(
    await text(page, 'caption-right'),
    '10 shares, 10 winners, 78 refused. Not a line changed; each read-and-write took one turn.',
  );
  assert.equal(await text(page, 'guess-answer'), 'You said more, and 80 won.');
  assert.match(await page.title(), /80.*10/);

  await page.getByTestId('behind-left').click();
  const held = { no_duplicate: 'not_judged', no_negative: 'held', no_undersell: 'held', progress: 'not_judged', no_failure: 'held' };
  assert.deepEqual(await verdict(page, 'left'), { no_oversell: 'broken', no_phantom: 'broken', conserved: 'broken', ...held });
  assert.deepEqual(await verdict(page, 'right'), { no_oversell: 'held', no_phantom: 'held', conserved: 'held', ...held });
  assert.ok(await page.getByTestId('lane-left').locator('[data-property=no_oversell]').isVisible());

  const before = await facts(page);
  await new Promise((done) => setTimeout(done, 600));
  assert.deepEqual(await facts(page), before, 'at the end it holds still');
});

browserTest('at the end nobody is in the air any more', { init: watchTexts }, async (page) => {
  await raceAndPause(page);
  const inTheAir = () => page.evaluate(() => window.written.filter((text) => /^(won \d+|✕)$/.test(text)));
  await scrub(page, 0.65);
  assert.ok((await inTheAir()).length > 0, 'in the middle some are');
  await scrub(page, 1);
  assert.deepEqual(await inTheAir(), []);
});

/** Keeps what is written on the left canvas since it was last cleared. */
function watchTexts() {
  window.written = [];
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...args) {
    if (this.canvas.dataset.testid === 'stage-left') window.written = [];
    return clearRect.apply(this, args);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, ...args) {
    if (this.canvas.dataset.testid === 'stage-left') window.written.push(text);
    return fillText.call(this, text, ...args);
  };
}

browserTest('nothing tells the end before the cursor is there', { path: '/?racers=93' }, async (page) => {
  await page.getByTestId('guess-more').check();
  // Numbers that only the end knows: 80 and 70 on the left, 83 on the right.
  const spoilers = /(?<![\d,.¥])(80|70|83)(?![\d,.])|¥[78]00/;
  const isSilent = async (when) => {
    for (const said of await words(page)) assert.doesNotMatch(said, spoilers, when);
    for (const side of ['left', 'right']) assert.deepEqual(await verdict(page, side), {}, when);
    assert.equal(await text(page, 'guess-answer'), '', when);
    const pulses = await page.getByTestId('venue-left').evaluate((venue) => venue.matches('.pulses'));
    assert.equal(pulses, false, when);
  };
  await raceAndPause(page);
  await page.getByTestId('behind-left').click();
  await isSilent('at the start');
  await press(page, 'PageDown');
  await isSilent('when all have read');
  await scrub(page, 0.5);
  await isSilent('after the first round');

  await scrub(page, 1);
  assert.ok((await words(page)).some((said) => spoilers.test(said)), 'at the end it is told');
  assert.ok(await page.getByTestId('venue-left').evaluate((venue) => venue.matches('.pulses')));
  await scrub(page, 0.1);
  // What is read aloud lags behind by two seconds.
  await new Promise((done) => setTimeout(done, 2_300));
  await isSilent('back at the start');
});

browserTest('the dial decides: 1, 2, 4, 8 and 9 at once make 10, 20, 40, 80 and 88 winners', {}, async (page) => {
  const seen = {};
  for (const stop of [1, 2, 4, 8, 9]) {
    await page.getByTestId(`dial-${stop}`).check();
    await raceAndPause(page, () => page.getByTestId('start').click());
    await scrub(page, 1);
    seen[stop] = [await text(page, 'hero-left'), await text(page, 'hero-right')];
    if (stop === 1) assert.match(await text(page, 'caption-left'), /With one user your test passes\.$/);
  }
  assert.deepEqual(seen, { 1: ['10', '10'], 2: ['20', '10'], 4: ['40', '10'], 8: ['80', '10'], 9: ['88', '10'] });
});

browserTest('the lanes can be swapped and each lane can run another program', {}, async (page) => {
  await page.getByTestId('more').click();
  await page.getByTestId('swap').click();
  await page.getByTestId('strategy-left').selectOption('atomic');
  await page.getByTestId('less').click();
  await raceAndPause(page);
  await scrub(page, 1);
  assert.deepEqual([await text(page, 'hero-left'), await text(page, 'hero-right')], ['10', '80']);
  assert.match(await page.getByTestId('code-left').textContent(), /SADD/);
});

browserTest('a whole default race leaves the console empty and breaks no content security policy', { path: null }, async (page) => {
  const response = await page.goto('/');
  assert.match(response.headers()['content-security-policy'], /'wasm-unsafe-eval'/);
  await page.getByTestId('start').waitFor();
  await race(page);
  await scrub(page, 1);
  await page.getByTestId('behind-left').click();
  await page.getByTestId('theme').click();
  await page.getByTestId('lang').click();
  await settle(page);
  assert.deepEqual(page.complaints, []);
});
