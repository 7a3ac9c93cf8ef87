// npm run pictures: the README's pictures, from the running page.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { DESKTOP, PHONE } from './lib/browser.mjs';
import { press, raceAndPause, scrub } from './lib/race.mjs';
import { ROOT } from './lib/server.mjs';
import { picture, withPages } from './lib/states.mjs';

const DOCS = join(ROOT, 'docs');
mkdirSync(DOCS, { recursive: true });

await withPages(async (open) => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ ...DESKTOP, colorScheme });
    await raceAndPause(page);
    await press(page, 'PageDown');
    await press(page, 'PageDown');
    await picture(page, join(DOCS, `race-${colorScheme}.png`));
    await scrub(page, 1);
    await picture(page, join(DOCS, `race-${colorScheme}-end.png`));
    await page.context().close();
  }
  const page = await open(PHONE);
  await raceAndPause(page);
  await scrub(page, 1);
  // Both scores stay in sight while the board is.
  await page.evaluate(() => scrollTo(0, 400));
  await picture(page, join(DOCS, 'race-phone.png'));
});
console.log(`pictures are in ${DOCS}`);
