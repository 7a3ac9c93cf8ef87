// Everything works from the keyboard alone, and it is always seen where the focus is.

import assert from 'node:assert/strict';

import { cursor, isStart, press, race, raceAndPause, scrub, settle, text } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

/** All that Tab must stop at, in the order of the document; a group of radio buttons is one stop. */
const stops = (page) =>
  page.evaluate(() => {
    const groups = new Set();
    const all = document.querySelectorAll('button, select, input, summary, a[href], [tabindex="0"]');
    const found = [...all].filter((element) => {
      if (element.disabled || !element.checkVisibility({ visibilityProperty: true })) return false;
      if (element.type !== 'radio') return true;
      const group = document.querySelectorAll(`[name="${element.name}"]`);
      const stop = [...group].find((each) => each.checked) ?? group[0];
      return stop === element && !groups.has(element.name) && groups.add(element.name);
    });
    window.stops = found;
    return found.map((element) => element.dataset.testid ?? element.tagName.toLowerCase());
  });

/** Where the focus is: which stop, in which part of the page, and whether that is seen. */
const focused = (page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    let outlined = active;
    for (let up = 0; up < 4 && outlined; up++, outlined = outlined.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(outlined);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) break;
    }
    const box = (outlined ?? active).getBoundingClientRect();
    return {
      stop: window.stops.indexOf(active),
      part: active.closest('header, .load, [data-testid^=lane-], footer')?.className ?? 'none',
      lane: active.closest('[data-lane]')?.dataset.lane ?? '',
      seen: Boolean(outlined) && outlined !== document.body && box.width > 8 && box.bottom > 0 && box.top < innerHeight,
    };
  });

/** Presses Tab until the focus is on this test id. */
async function tabTo(page, testid, key = 'Tab') {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((id) => document.activeElement?.dataset.testid === id, testid)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} never reached ${testid}`);
}

async function tabsThrough(page, when) {
  const expected = await stops(page);
  assert.ok(expected.length > 15, `${when}: only ${expected.length} stops`);
  const parts = [];
  for (let stop = 0; stop < expected.length; stop++) {
    await page.keyboard.press('Tab');
    const focus = await focused(page);
    assert.equal(focus.stop, stop, `${when}: after ${stop} stops comes ${expected[stop]}`);
    assert.ok(focus.seen, `${when}: the focus on ${expected[stop]} cannot be seen`);
    const part = `${focus.part} ${focus.lane}`.trim();
    if (parts.at(-1) !== part) parts.push(part);
  }
  assert.equal(new Set(parts).size, parts.length, `${when}: each part of the page is gone through once: ${parts}`);
}

browserTest('Tab reaches everything there is, in order, and the focus is always seen', {}, async (page) => {
  await tabsThrough(page, 'before');
  await page.evaluate(() => document.activeElement.blur());
  await page.reload();
  await page.getByTestId('start').waitFor();
  await raceAndPause(page);
  await scrub(page, 1);
  await page.evaluate(() => (document.activeElement.blur(), getSelection().removeAllRanges()));
  // Chromium goes on from where the focus was; from the body's beginning, the first stop comes next.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  await tabsThrough(page, 'at the end');
});

browserTest('a race is set up, run, watched and left with the keyboard alone', {}, async (page) => {
  await tabTo(page, 'preset-rush');
  await press(page, 'Enter');
  assert.equal(await text(page, 'headline'), '100 shares, 500 people');
  assert.equal(await page.getByTestId('preset-rush').getAttribute('aria-pressed'), 'true');
  await tabTo(page, 'preset-step8', 'Shift+Tab');
  await press(page, 'Space');
  assert.equal(await text(page, 'headline'), '10 shares, 88 people');

  await tabTo(page, 'guess-exactly');
  await press(page, 'ArrowRight');
  assert.equal(await page.getByTestId('guess-more').isChecked(), true);

  await tabTo(page, 'dial-8');
  await press(page, 'ArrowLeft');
  assert.equal(await page.getByTestId('dial-4').isChecked(), true);

  await tabTo(page, 'start');
  await race(page, () => page.keyboard.press('Enter'));
  await press(page, 'Period');

  await tabTo(page, 'timeline');
  await press(page, 'End');
  assert.equal(await text(page, 'hero-left'), '40');
  const length = cursor(page);
  await press(page, 'ArrowLeft');
  assert.ok(Math.abs(cursor(page) - length * (399 / 400)) < 0.011, `one arrow moves the slider by one place, to ${cursor(page)}`);
  await press(page, 'Home');
  assert.equal(cursor(page), 0);
  await tabTo(page, 'speed');
  await press(page, 'End');
  assert.equal(await text(page, 'speed-words'), 'speed 10×');

  await tabTo(page, 'venue-client-left', 'Shift+Tab');
  await press(page, 'ArrowRight');
  assert.equal(await page.getByTestId('venue-server-left').isChecked(), true);
  await press(page, 'KeyR');
});

browserTest('the form opens, takes values and closes from the keyboard', {}, async (page) => {
  let starts = 0;
  page.on('request', (request) => (starts += request.method() === 'POST'));
  await tabTo(page, 'more');
  await press(page, 'Enter');
  assert.equal(await page.getByTestId('more').getAttribute('aria-expanded'), 'true');
  await tabTo(page, 'field-shares');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('15');
  assert.equal(await text(page, 'headline'), '15 shares, 88 people');
  // Keys of the player are letters here.
  await page.keyboard.type(' r.p?');
  assert.equal(await page.getByTestId('field-shares').inputValue(), '15 r.p?');
  assert.equal(await page.getByTestId('help-dialog').isVisible(), false);
  assert.equal(await page.getByTestId('start').isVisible(), true, 'no presenter mode either');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('15');
  await tabTo(page, 'field-lockstep');
  await press(page, 'Space');
  assert.equal(await page.getByTestId('field-lockstep').isChecked(), false);
  assert.equal(starts, 0, 'Space on a tick box starts no race');
  await press(page, 'Space');
  await tabTo(page, 'advanced');
  await press(page, 'Enter');
  await tabTo(page, 'field-seed');
  await press(page, 'Escape');
  assert.equal(await page.getByTestId('form').isVisible(), false);
  await press(page, 'Space');
  assert.equal(starts > 0 || (await page.getByTestId('start').getAttribute('aria-busy')) === 'true', true, 'Space starts again');
});

browserTest('Enter in a field starts the race', {}, async (page) => {
  await page.getByTestId('more').click();
  await page.getByTestId('field-shares').fill('5');
  await page.getByTestId('field-shares').focus();
  await race(page, () => page.keyboard.press('Enter'));
});

browserTest('? opens the help, which takes the keys until Esc closes it', {}, async (page) => {
  let starts = 0;
  page.on('request', (request) => (starts += request.method() === 'POST'));
  await tabTo(page, 'theme');
  await press(page, 'Shift+Slash');
  const dialog = page.getByTestId('help-dialog');
  assert.equal(await dialog.isVisible(), true);
  assert.equal(await page.evaluate(() => document.activeElement.closest('dialog') !== null), true, 'the focus is in it');
  for (const key of ['Space', 'R', '← →', 'PageUp', 'P', '?', 'Esc']) {
    assert.ok((await dialog.textContent()).includes(key.split(' ')[0]), `the help names ${key}`);
  }
  await press(page, 'KeyR');
  await press(page, 'KeyP');
  assert.equal(starts, 0);
  assert.equal(await page.locator('.page.presenter').count(), 0);
  await press(page, 'Escape');
  assert.equal(await dialog.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'theme', 'the focus is back where it was');
  // A Chinese keyboard types ？ with the same key.
  await page.evaluate(() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { code: 'Slash', key: '？', shiftKey: true, bubbles: true })));
  await settle(page);
  assert.equal(await dialog.isVisible(), true);
});

browserTest('P turns presenter mode on, in which the remote works, and Esc turns it off', {}, async (page) => {
  await raceAndPause(page);
  await press(page, 'KeyP');
  assert.equal(await page.locator('.page.presenter').count(), 1);
  assert.equal(await page.getByTestId('start').isVisible(), false);
  assert.match(page.url(), /presenter=1/);
  await press(page, 'PageDown');
  assert.equal(await text(page, 'caption-left'), 'All 8 read 10. Nobody has written yet.');
  await press(page, 'Escape');
  assert.equal(await page.locator('.page.presenter').count(), 0);
  await press(page, 'KeyP');
  await press(page, 'KeyP');
  assert.equal(await page.locator('.page.presenter').count(), 0, 'P turns it off as well');
});

browserTest('a link into presenter mode works where the browser gives no full screen', { path: '/?presenter=1' }, async (page) => {
  assert.equal(await page.locator('.page.presenter').count(), 1);
  await raceAndPause(page);
  await press(page, 'Escape');
  assert.equal(await page.locator('.page.presenter').count(), 0);
});

browserTest('what stands behind a sentence opens with Enter and closes with Esc', {}, async (page) => {
  await raceAndPause(page);
  await tabTo(page, 'behind-right');
  await press(page, 'Enter');
  assert.equal(await page.getByTestId('behind-right').getAttribute('aria-expanded'), 'true');
  assert.equal(await page.getByTestId('facts-right').isVisible(), true);
  await press(page, 'Escape');
  assert.equal(await page.getByTestId('behind-right').getAttribute('aria-expanded'), 'false');
});

browserTest('the browser keeps its own keys', {}, async (page) => {
  let starts = 0;
  page.on('request', (request) => (starts += request.method() === 'POST'));
  const taken = await page.evaluate(() =>
    ['KeyR', 'KeyP', 'Space', 'ArrowLeft'].flatMap((code) =>
      ['ctrlKey', 'altKey', 'metaKey'].filter((with_) => {
        const event = new KeyboardEvent('keydown', { code, key: code, [with_]: true, bubbles: true, cancelable: true });
        return !document.body.dispatchEvent(event);
      }),
    ),
  );
  await settle(page);
  assert.deepEqual([taken, starts], [[], 0]);
});

browserTest('a key that is held down starts one race, not many', {}, async (page) => {
  let starts = 0;
  page.on('response', (response) => isStart(response) && starts++);
  await race(page, async () => {
    await page.keyboard.down('KeyR');
    for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('KeyR');
    await page.keyboard.up('KeyR');
  });
  assert.equal(starts, 2);
});
