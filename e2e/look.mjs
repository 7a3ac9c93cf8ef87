// npm run look -- FOLDER: the page in every state, size, theme and language, for people to look at.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { DESKTOP, PHONE, PROJECTOR } from './lib/browser.mjs';
import { settle } from './lib/race.mjs';
import { picture, throughALargeRace, throughTheFirstMinute, withPages } from './lib/states.mjs';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: npm run look -- FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const DEVICES = [
  ['desktop', DESKTOP, {}],
  ['projector', PROJECTOR, { presenter: '1' }],
  ['phone', PHONE, {}],
];
const LARGE = [
  ['6-rush', { shares: '100', racers: '500', concurrency: '500', jitter_ms: '20', lockstep: 'false' }],
  ['7-crowd', { shares: '10000', racers: '50000', concurrency: '500', lockstep: 'false' }],
];

const GUIDE = [
  ['8-strategies', '/strategies'],
  ['9-strategy', '/strategies/get_set'],
  ['10-broken', '/strategies/get_set/client/no_oversell'],
  ['11-holds', '/strategies/atomic/server/no_oversell'],
  ['12-fairness', '/fairness'],
  ['13-whole-fen', '/fairness?total=0.15'],
];

let taken = 0;
await withPages(async (open) => {
  for (const [device, options, query] of DEVICES) {
    for (const lang of ['en', 'zh']) {
      const path = (more) => `/?${new URLSearchParams({ lang, ...query, ...more })}`;
      const show = (page) => async (state) => {
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme });
          await settle(page);
          const file = join(folder, `${device}-${lang}-${state}-${colorScheme}`);
          await picture(page, `${file}.png`);
          if (device === 'phone') await picture(page, `${file}-whole.png`, { fullPage: true });
          taken++;
        }
      };
      const page = await open(options, path({}));
      await throughTheFirstMinute(page, show(page));
      await page.context().close();
      for (const [name, race] of LARGE) {
        const page = await open(options, path(race));
        await throughALargeRace(page, name, show(page));
        await page.context().close();
      }
      for (const [name, path] of GUIDE) {
        const page = await open(options, `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
        await page.waitForLoadState('networkidle');
        await show(page)(name);
        await page.context().close();
      }
    }
  }
});
console.log(`${taken} states are in ${folder}`);
