// The page on a phone, on a laptop and on a projector.

import assert from 'node:assert/strict';

import { PHONE, PROJECTOR } from './lib/browser.mjs';
import { press, raceAndPause, scrub, settle, text } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

/** How large the page is. A phone zooms out of a page that is too wide, so the screen's size is ours, not the window's. */
const size = async (page) => {
  const { wide, high } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { wide: scrollWidth, high: scrollHeight };
  });
  return { wide, high, ...page.viewportSize() };
};

/** That nothing can be scrolled sideways, and that nothing is cut off at an edge, except in a box with a bar of its own. */
async function fitsSideways(page, when) {
  const { wide, width } = await size(page);
  const outside = await page.evaluate((width) => {
    const isApart = (element) => {
      for (let up = element; up && up !== document.body; up = up.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(up);
        if (['auto', 'scroll'].includes(overflowX) || clipPath !== 'none') return true;
      }
      return false;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && !isApart(element))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && (box.right > width + 0.5 || box.left < -0.5);
      })
      .map((element) => element.outerHTML.slice(0, 100));
  }, width);
  assert.deepEqual(outside, [], when);
  assert.ok(wide <= width, `${when}: ${wide} px wide on a screen of ${width}`);
}

/** Whether a whole element is on the screen. */
async function isOnScreen(page, locator, what) {
  const box = await locator.boundingBox();
  assert.ok(box, `${what} is not there`);
  const { width, height } = page.viewportSize();
  const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5;
  assert.ok(inside, `${what} at ${JSON.stringify(box)} is not on a screen of ${width} × ${height}`);
  return box;
}

for (const [name, locale] of [['English', 'en-US'], ['Chinese', 'zh-CN']]) {
  browserTest(`on a phone nothing scrolls sideways, in ${name}`, { ...PHONE, locale }, async (page) => {
    await fitsSideways(page, 'before');
    await raceAndPause(page, () => page.getByTestId('start').tap());
    await fitsSideways(page, 'at the start');
    await scrub(page, 0.6);
    await fitsSideways(page, 'in the middle');
    await scrub(page, 1);
    await page.getByTestId('behind-left').tap();
    await fitsSideways(page, 'at the end, with the verdict open');
    await page.getByTestId('more').tap();
    await page.getByTestId('advanced').tap();
    await page.getByTestId('field-racers').fill('0');
    await fitsSideways(page, 'with the form open');
    await page.getByTestId('less').tap();
    await page.getByTestId('help').tap();
    await fitsSideways(page, 'with the help open');
    await page.getByTestId('help-close').tap();
    await page.getByTestId('preset-crowd').tap();
    await raceAndPause(page, () => page.getByTestId('start').tap());
    await scrub(page, 1);
    await fitsSideways(page, '10,000 shares');
  });
}

browserTest('on a phone both scores and the player stay in sight, and a tap switches the lane', PHONE, async (page) => {
  await isOnScreen(page, page.getByTestId('start'), 'the start');
  await raceAndPause(page, () => page.getByTestId('start').tap());
  await scrub(page, 1);
  for (const y of [0, 300, 10_000]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await settle(page);
    for (const side of ['left', 'right']) await isOnScreen(page, page.getByTestId(`show-${side}`), `the ${side} score, scrolled by ${y}`);
    const player = await isOnScreen(page, page.locator('footer'), 'the player');
    assert.ok(Math.abs(player.y + player.height - 740) <= 1, 'the player lies at the bottom');
  }
  assert.match(await text(page, 'show-left'), /80\s*of 10/);
  assert.match(await text(page, 'show-right'), /10\s*of 10/);

  assert.equal(await page.getByTestId('lane-left').isVisible(), true);
  assert.equal(await page.getByTestId('lane-right').isVisible(), false);
  await page.getByTestId('show-right').tap();
  assert.equal(await page.getByTestId('lane-left').isVisible(), false);
  assert.equal(await page.getByTestId('lane-right').isVisible(), true);
  assert.equal(await page.getByTestId('show-right').getAttribute('aria-pressed'), 'true');
  assert.match(await text(page, 'caption-right'), /^10 shares, 10 winners/);
});

browserTest('on a phone nothing lies behind the player at the end of the page', PHONE, async (page) => {
  await raceAndPause(page, () => page.getByTestId('start').tap());
  await scrub(page, 1);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await settle(page);
  const player = await page.locator('footer').boundingBox();
  const lane = await page.getByTestId('lane-left').boundingBox();
  assert.ok(lane.y + lane.height <= player.y + 1, `the lane ends at ${lane.y + lane.height}, the player begins at ${player.y}`);
});

/** Everything that can be tapped and is in sight, with its size: of a tick box or radio button, its label counts. */
const targets = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, a[href], input, [role=button]')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const target = ['radio', 'checkbox'].includes(element.type) ? (element.closest('label') ?? element) : element;
        const { width, height } = target.getBoundingClientRect();
        return { name: element.dataset.testid ?? element.outerHTML.slice(0, 60), width, height };
      })
      .filter(({ width, height }) => width > 1 && height > 1),
  );

browserTest('on a phone every target is at least 44 px high and wide', PHONE, async (page) => {
  const small = async () => (await targets(page)).filter(({ width, height }) => width < 43.9 || height < 43.9);
  assert.ok((await targets(page)).length > 20);
  assert.deepEqual(await small(), [], 'before');
  await raceAndPause(page, () => page.getByTestId('start').tap());
  await scrub(page, 1);
  assert.deepEqual(await small(), [], 'at the end');
  await page.getByTestId('more').tap();
  await page.getByTestId('advanced').tap();
  assert.deepEqual(await small(), [], 'with the form open');
  await page.getByTestId('less').tap();
  await page.getByTestId('help').tap();
  assert.deepEqual(await small(), [], 'with the help open');
});

/** That one screen answers the question: lanes with their sentences, and the player. */
async function isOneScreen(page) {
  let said;
  const fits = async () => {
    const { wide, high, width, height } = await size(page);
    said = `${wide} × ${high} px on a screen of ${width} × ${height}`;
    return high <= height && wide <= width;
  };
  // On a busy machine the first frames may not have their fonts yet.
  for (let look = 0; look < 20 && !(await fits()); look++) await page.waitForTimeout(100);
  assert.ok(await fits(), said);
  for (const side of ['left', 'right']) {
    for (const part of ['hero', 'stage', 'board', 'caption', 'code']) {
      await isOnScreen(page, page.getByTestId(`${part}-${side}`), `${part}-${side}`);
    }
  }
  await isOnScreen(page, page.locator('footer'), 'the player');
}

for (const [name, viewport, least] of [['1440 × 900', {}, 88], ['1920 × 1080', PROJECTOR, 88]]) {
  browserTest(`at ${name} both lanes and the player are on one screen`, viewport, async (page) => {
    await isOneScreen(page);
    await raceAndPause(page);
    await press(page, 'PageDown');
    await isOneScreen(page);
    await scrub(page, 1);
    await isOneScreen(page);
    const hero = await page.getByTestId('hero-left').evaluate((hero) => parseFloat(getComputedStyle(hero).fontSize));
    assert.ok(hero >= least, `the score is ${hero} px`);
  });
}

browserTest('presenter mode leaves big numbers on one screen', PROJECTOR, async (page) => {
  await raceAndPause(page);
  await press(page, 'KeyP');
  for (const share of [0.3, 1]) {
    await scrub(page, share);
    await isOneScreen(page);
  }
  const font = (testid) => page.getByTestId(testid).evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  assert.ok((await font('hero-left')) >= 140, `the score is ${await font('hero-left')} px`);
  const code = await page.getByTestId('code-left').locator('pre').evaluate((pre) => parseFloat(getComputedStyle(pre).fontSize));
  assert.ok(code >= 24, `the code is ${code} px`);
  assert.equal(await page.getByTestId('start').isVisible(), false);
});

browserTest('what moves in a race moves no layout', {}, async (page) => {
  const places = () =>
    page.evaluate(() =>
      ['hero-left', 'stage-left', 'board-left', 'code-left', 'caption-left', 'behind-left', 'caption-right', 'timeline'].map((testid) => {
        const { x, y, height } = document.querySelector(`[data-testid=${testid}]`).getBoundingClientRect();
        return [testid, Math.round(x), Math.round(y), Math.round(height)].join(' ');
      }),
    );
  const before = await places();
  await raceAndPause(page);
  for (const share of [0, 0.2, 0.45, 0.7, 1]) {
    await scrub(page, share);
    assert.deepEqual(await places(), before, `at ${share}`);
  }
});
