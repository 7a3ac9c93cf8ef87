// Two languages and two themes, each complete.

import assert from 'node:assert/strict';

import { raceAndPause, scrub, press, settle, text, words } from './lib/race.mjs';
import { suite } from './lib/suite.mjs';

const { browserTest } = suite();

const HAN = /\p{Script=Han}/u;
/** Names and units that are the same in both languages. */
const NAMES = new Set(
  `Redis Lua Java Go GET SET DECR SADD SISMEMBER EVALSHA redis call get_set atomic loaded absent x t r PageUp PageDown Space
   Home End Esc ms s R P N`.split(/\s+/),
);

/** What is left of a text when names that belong to both languages are taken out. */
const latin = (said) => (said.match(/[A-Za-z][A-Za-z_]*/g) ?? []).filter((word) => !NAMES.has(word));

const assertChinese = async (page, when) => {
  const said = await words(page, { skip: ['[data-testid=lang]'] });
  assert.ok(said.filter((each) => HAN.test(each)).length > 30, `${when}: hardly anything is said`);
  assert.deepEqual(said.filter((each) => latin(each).length > 0), [], `${when}: English on the Chinese page`);
};

const assertEnglish = async (page, when) => {
  const said = await words(page, { skip: ['[data-testid=lang]'] });
  assert.ok(said.filter((each) => latin(each).length > 0).length > 30, `${when}: hardly anything is said`);
  assert.deepEqual(said.filter((each) => HAN.test(each)), [], `${when}: Chinese on the English page`);
};

/** Leads the page through its states and calls `check` in each. */
async function everywhere(page, check) {
  await check(page, 'before the first race');
  await page.getByTestId('guess-more').check();
  await raceAndPause(page);
  await press(page, 'PageDown');
  await check(page, 'when all have read');
  await scrub(page, 0.7);
  await check(page, 'in the middle');
  await scrub(page, 1);
  await page.getByTestId('behind-left').click();
  await check(page, 'at the end');
  await page.getByTestId('behind-left').click();
  await page.getByTestId('more').click();
  await page.getByTestId('advanced').click();
  await page.getByTestId('field-racers').fill('0');
  await page.getByTestId('field-gap_ms').fill('x');
  await settle(page);
  await check(page, 'with the form open and wrong');
  await page.getByTestId('preset-rush').click();
  await page.getByTestId('less').click();
  await raceAndPause(page, () => page.getByTestId('start').click());
  await scrub(page, 0.5);
  await check(page, 'in the middle of a free race');
  await scrub(page, 1);
  await page.getByTestId('behind-left').click();
  await check(page, 'at the end of a free race');
  await page.getByTestId('help').click();
  await check(page, 'with the help open');
}

browserTest('a Chinese browser gets a page that is Chinese to the last word', { locale: 'zh-CN' }, async (page) => {
  assert.match(await page.locator('html').getAttribute('lang'), /^zh/);
  assert.match(await text(page, 'headline'), /^10 份红包，88 人/);
  await everywhere(page, assertChinese);
});

browserTest('any other browser gets a page that is English to the last word', { locale: 'fr-FR' }, async (page) => {
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await everywhere(page, assertEnglish);
});

browserTest('the language can be switched at any moment, and the race stays', {}, async (page) => {
  await raceAndPause(page);
  await scrub(page, 1);
  await page.getByTestId('lang').click();
  await settle(page);
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
  assert.equal(await text(page, 'hero-left'), '80');
  assert.equal(
    await text(page, 'caption-left'),
    '10 份红包，80 人抢到，超卖 70。每轮 8 人读到同一个库存，各自减 1 写回：发了 8 份，库存只少 1。',
  );
  assert.equal(
    await text(page, 'caption-right'),
    '10 份，10 人抢到，78 人手慢了。代码一行没改，只是读和写一口气执行完，中间谁也插不进来。',
  );
  assert.match(page.url(), /lang=zh/);
  await page.getByTestId('lang').click();
  await settle(page);
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.match(await text(page, 'caption-left'), /^80 people won 10 shares\./);
  assert.doesNotMatch(page.url(), /lang=/);
});

browserTest('Chinese text is never set with negative letter-spacing', { locale: 'zh-CN' }, async (page) => {
  const tight = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => parseFloat(getComputedStyle(element).letterSpacing) < 0)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(tight, []);
});

const theme = (page) => page.locator('html').getAttribute('data-theme');
const ground = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

browserTest('the theme follows the browser until it is chosen', { colorScheme: 'dark' }, async (page) => {
  assert.equal(await theme(page), 'dark');
  const dark = await ground(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await settle(page);
  assert.equal(await theme(page), 'light');
  const light = await ground(page);
  assert.notEqual(light, dark);
  await page.getByTestId('theme').click();
  assert.equal(await theme(page), 'dark');
  assert.equal(await ground(page), dark);
  assert.match(page.url(), /theme=dark/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByTestId('theme').click();
  await settle(page);
  assert.equal(await theme(page), 'light', 'a choice outlasts what the browser says');
});

browserTest('no text is smaller than 14 px', {}, async (page) => {
  const small = async () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode;
        const size = parseFloat(getComputedStyle(parentElement).fontSize);
        if (textContent.trim() && size < 14 && parentElement.checkVisibility()) found.push(`${size} px: ${textContent}`);
      }
      return found;
    });
  await page.getByTestId('more').click();
  assert.deepEqual(await small(), []);
  await page.getByTestId('less').click();
  await raceAndPause(page);
  await scrub(page, 1);
  await page.getByTestId('behind-left').click();
  assert.deepEqual(await small(), []);
});
