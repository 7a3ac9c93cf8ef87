// axe finds nothing: in both themes, in every state of the page, on a phone too.

import assert from 'node:assert/strict';

import { findsNothing } from './lib/axe.mjs';
import { PHONE } from './lib/browser.mjs';
import { press, raceAndPause, scrub, settle } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

/** Leads the page through its states. */
async function everywhere(page) {
  await findsNothing(page, 'before a race');
  await raceAndPause(page, () => page.getByTestId('start').click());
  await scrub(page, 0.45);
  await findsNothing(page, 'in mid-race');
  await scrub(page, 1);
  await page.getByTestId('behind-left').click();
  await findsNothing(page, 'at the end, with the verdict open');
  await page.getByTestId('behind-left').click();
  await page.getByTestId('more').click();
  await page.getByTestId('advanced').click();
  await page.getByTestId('field-racers').fill('0');
  await settle(page);
  await findsNothing(page, 'with the form open and an error in it');
  await page.getByTestId('field-racers').fill('88');
  await page.getByTestId('less').click();
  await page.getByTestId('help').click();
  await findsNothing(page, 'with the help open');
  await press(page, 'Escape');
}

for (const colorScheme of ['light', 'dark']) {
  browserTest(`axe finds nothing on a desktop, ${colorScheme}`, { colorScheme }, async (page) => {
    await everywhere(page);
    await press(page, 'KeyP');
    await findsNothing(page, 'in presenter mode');
    await press(page, 'KeyP');
    await page.getByTestId('preset-rush').click();
    await raceAndPause(page, () => page.getByTestId('start').click());
    await scrub(page, 1);
    await page.getByTestId('behind-right').click();
    await findsNothing(page, 'at the end of a free race, with its latencies');
  });

  browserTest(`axe finds nothing on a phone, ${colorScheme}`, { ...PHONE, colorScheme, locale: 'zh-CN' }, everywhere);
}

browserTest('axe does find what is wrong', {}, async (page) => {
  await page.evaluate(() => document.querySelector('[data-testid=theme]').removeAttribute('aria-label'));
  await page.evaluate(() => document.querySelector('[data-testid=theme]').removeAttribute('title'));
  await assert.rejects(findsNothing(page, 'a button without a name'), /button-name/);
});
