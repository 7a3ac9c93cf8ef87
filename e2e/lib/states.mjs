// The page in the states that people are shown, for pictures.

import { launch, open } from './browser.mjs';
import { press, raceAndPause, scrub, settle } from './race.mjs';
import { serve } from './server.mjs';
import { ready } from './suite.mjs';

/** Runs `body` with a server and a browser; `body` opens pages with `page(options, path)`. */
export async function withPages(body) {
  const server = await serve();
  try {
    const browser = await launch();
    try {
      await body(async (options, path = '/') => {
        const page = await open(browser, { baseURL: server.url, ...options });
        await ready(page, path);
        return page;
      });
    } finally {
      await browser.close();
    }
  } finally {
    await server.end();
  }
}

/** Calls `show(name)` in each state of the default race. */
export async function throughTheFirstMinute(page, show) {
  await show('1-before');
  await raceAndPause(page);
  await press(page, 'PageDown');
  await show('2-all-read');
  await press(page, 'PageDown');
  await show('3-first-overwrite');
  await scrub(page, 0.62);
  await show('4-middle');
  await scrub(page, 1);
  await show('5-end');
}

/** Calls `show(name)` in the middle and at the end of a larger race. */
export async function throughALargeRace(page, name, show) {
  await raceAndPause(page);
  await scrub(page, 0.4);
  await show(`${name}-middle`);
  await scrub(page, 1);
  await show(`${name}-end`);
}

/** Takes a picture once nothing moves any more. */
export async function picture(page, path, options = {}) {
  await settle(page);
  await page.screenshot({ path, animations: 'disabled', ...options });
}
