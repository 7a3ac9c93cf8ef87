// A file of browser tests: one server and one browser for all of them, a fresh profile for each.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch, open } from './browser.mjs';
import { ROOT, serve } from './server.mjs';

const FAILURES = join(ROOT, 'e2e/failures');

/**
 * The file's `server` and `browser`, and `browserTest(claim, options, body)`. Options are those of a browser context
 * and: `path`, opened first unless it is `null`; `allow`, patterns of complaints that the test provokes; `init`, a
 * script that runs before the page's own.
 */
export function suite() {
  const shared = { server: null, browser: null };
  before(async () => {
    [shared.server, shared.browser] = await Promise.all([serve(), launch()]);
  });
  after(async () => {
    await Promise.all([shared.browser?.close(), shared.server?.end()]);
  });
  shared.open = (options) => open(shared.browser, { baseURL: shared.server.url, ...options });
  shared.browserTest = (claim, options, body) => {
    const { path = '/', allow = [], ...context } = options;
    test(claim, { timeout: 60_000 }, async (t) => {
      const page = await shared.open(context);
      try {
        if (path !== null) await ready(page, path);
        await body(page, t);
        const complaints = page.complaints.filter((each) => !allow.some((pattern) => pattern.test(each)));
        assert.deepEqual(complaints, [], 'the page complained');
      } catch (error) {
        await picture(page, claim);
        throw error;
      } finally {
        await page.context().close();
      }
    });
  };
  return shared;
}

/** Opens the page and waits until it is there. */
export async function ready(page, path = '/') {
  await page.goto(path);
  await page.locator('.page').waitFor();
}

async function picture(page, claim) {
  mkdirSync(FAILURES, { recursive: true });
  const path = join(FAILURES, `${claim.replace(/[^\w]+/g, '-').slice(0, 80)}.png`);
  await page.screenshot({ path }).catch(() => {});
}
