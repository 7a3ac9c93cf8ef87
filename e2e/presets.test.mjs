// The larger races: the numbers stay exact, whatever is drawn.

import assert from 'node:assert/strict';

import { facts, number, owners, press, race, raceAndPause, scrub, some, text, until, words } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

browserTest('100 shares and 500 people at once: more than 100 win on the left, exactly 100 on the right', {}, async (page, t) => {
  await page.getByTestId('preset-rush').click();
  assert.equal(await text(page, 'headline'), '100 shares, 500 people');
  await raceAndPause(page, () => page.getByTestId('start').click());
  await scrub(page, 1);
  const { left, right } = await facts(page);
  const won = number(left.won);
  t.diagnostic(`left: ${won} won`);
  assert.ok(won > 100 && won <= 500, `${won} won on the left`);
  assert.equal(number(left['handed-out']), won);
  assert.equal(number(left.oversold), won - 100);
  assert.equal(number(left.refused), 500 - won);
  assert.deepEqual(some(right, 'won', 'refused', 'oversold', 'stock'), { won: '100', refused: '400', oversold: '0', stock: '0' });

  assert.deepEqual(await owners(page, 'right'), Array(100).fill('1'));
  const piles = (await owners(page, 'left')).map(number);
  assert.equal(piles.length, 100);
  const given = piles.reduce((sum, pile) => sum + pile);
  assert.equal(given, won, 'every win lies under its share');
  assert.equal(number(left['given-twice']), won - piles.filter((pile) => pile > 0).length);

  const said = await text(page, 'caption-left');
  assert.ok(said.includes(`${won} people won 100 shares this time.`), said);
  await page.getByTestId('behind-left').click();
  const latencies = page.getByTestId('lane-left').getByTestId('latency');
  const told = await latencies.textContent();
  assert.match(told, new RegExp(`winners.*half within [\\d.]+ (µs|ms).*longest [\\d.]+ (µs|ms) · from ${won} grabs`, 's'));
  assert.match(told, won < 500 ? new RegExp(`refused.*· from ${500 - won} grabs?`, 's') : /refused.*nobody yet/s);
  assert.ok((await latencies.locator('rect').count()) > 2, 'a histogram is drawn where time is real');
});

browserTest('where only a sample is drawn, the page says how many a mark stands for', {}, async (page) => {
  const said = async () => (await words(page, { visible: true })).filter((each) => /1 mark = /.test(each)).join();
  await page.getByTestId('preset-crowd').click();
  await raceAndPause(page, () => page.getByTestId('start').click());
  await scrub(page, 0.2);
  assert.match(await said(), /1 mark = 10 people/);
});

browserTest('10,000 shares and 50,000 grabs: exactly 10,000 on the right', {}, async (page, t) => {
  await page.getByTestId('preset-crowd').click();
  await raceAndPause(page, () => page.getByTestId('start').click());
  assert.equal(await page.getByTestId('mosaic').count(), 2);
  const before = { left: 0, right: 0 };
  for (const share of [0.05, 0.3, 0.6]) {
    await scrub(page, share);
    const told = await facts(page);
    for (const side of ['left', 'right']) {
      const now = number(told[side]['handed-out']);
      const climbs = side === 'left' ? now > before[side] : now >= before[side] && now <= 10_000;
      assert.ok(climbs, `${side} at ${share}: ${now} after ${before[side]}`);
      before[side] = now;
      const { won, refused, failed, waiting } = told[side];
      const inFlight = number(told[side]['in-flight']);
      const all = number(won) + number(refused) + number(failed) + number(waiting) + inFlight;
      assert.equal(all, 50_000, `${side} at ${share}: everybody is somewhere`);
    }
  }
  await scrub(page, 1);
  const { left, right } = await facts(page);
  assert.deepEqual(some(right, 'handed-out', 'won', 'refused', 'given-twice', 'oversold', 'stock'), {
    'handed-out': '10,000',
    won: '10,000',
    refused: '40,000',
    'given-twice': '0',
    oversold: '0',
    stock: '0',
  });
  assert.equal(await text(page, 'hero-right'), '10,000');
  const won = number(left.won);
  t.diagnostic(`left: ${won} won`);
  assert.ok(won > 10_000 && won <= 50_000, `${won} won on the left`);
  assert.equal(number(left.oversold), won - 10_000);
  assert.equal(number(left.refused), 50_000 - won);
});

browserTest('a preset sets the form, and is no longer pressed once the form differs', {}, async (page) => {
  const pressed = () =>
    page.locator('[data-testid^=preset-]').evaluateAll((chips) => chips.map((chip) => chip.getAttribute('aria-pressed')));
  assert.deepEqual(await pressed(), ['true', 'false', 'false']);
  await page.getByTestId('preset-crowd').click();
  assert.deepEqual(await pressed(), ['false', 'false', 'true']);
  await page.getByTestId('more').click();
  assert.equal(await page.getByTestId('field-shares').inputValue(), '10000');
  assert.equal(await page.getByTestId('field-racers').inputValue(), '50000');
  await page.getByTestId('field-racers').fill('40000');
  assert.deepEqual(await pressed(), ['false', 'false', 'false']);
});

/** Keeps what was drawn on each canvas since it was last cleared. */
function watchCanvases() {
  window.drawn = {};
  const prototype = CanvasRenderingContext2D.prototype;
  for (const name of ['clearRect', 'fillRect', 'roundRect', 'moveTo', 'lineTo', 'arc', 'fillText']) {
    const draw = prototype[name];
    prototype[name] = function (...args) {
      const id = this.canvas.dataset.testid;
      if (name === 'clearRect') window.drawn[id] = [];
      else window.drawn[id]?.push(`${name} ${args.map((arg) => (typeof arg === 'number' ? Math.round(arg) : arg))}`);
      return draw.apply(this, args);
    };
  }
}

for (const [reducedMotion, claim] of [
  ['no-preference', 'between two events the people fly'],
  ['reduce', 'who asks for less motion gets the same numbers, and nothing flies'],
]) {
  browserTest(claim, { reducedMotion, init: watchCanvases }, async (page) => {
    const still = reducedMotion === 'reduce';
    await raceAndPause(page);
    const drawn = async (share) => {
      await scrub(page, share);
      return page.evaluate(() => ({ ...window.drawn }));
    };
    // 0.1 s and 0.3 s: the first command of everybody is on its way.
    const [early, later] = [await drawn(5 / 400), await drawn(15 / 400)];
    for (const stage of ['stage-left', 'stage-right']) {
      assert.ok(early[stage].length > 20, `${stage} is drawn`);
      assert[still ? 'deepEqual' : 'notDeepEqual'](later[stage], early[stage], stage);
    }
    await scrub(page, 1);
    const running = await page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').length);
    assert.equal(running > 0, !still, `${running} animations`);
    assert.deepEqual([await text(page, 'hero-left'), await text(page, 'hero-right')], ['80', '10']);
  });
}

browserTest('less motion still plays: the counters run to the end', { reducedMotion: 'reduce' }, async (page) => {
  await race(page);
  await page.getByTestId('speed').fill('100');
  await until(async () => (await text(page, 'hero-left')) === '80', 'it plays to the end');
  await press(page, 'Space');
});
