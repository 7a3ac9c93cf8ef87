// The browser that the tests drive, and pages in it that keep a record of whatever they complain about.

import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

const PROGRAM = process.env.CHROMIUM || '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PROJECTOR = { viewport: { width: 1920, height: 1080 } };
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** A Chromium; a machine without one fails. */
export async function launch() {
  if (!existsSync(PROGRAM)) throw new Error(`there is no browser at ${PROGRAM}: set CHROMIUM`);
  return chromium.launch({ executablePath: PROGRAM, args: FLAGS });
}

/**
 * A page in a profile of its own. `page.complaints` gathers the console's errors and warnings, uncaught errors and
 * violations of the content security policy.
 */
export async function open(browser, { init, ...options } = {}) {
  const context = await browser.newContext({
    ...DESKTOP,
    locale: 'en-US',
    colorScheme: 'light',
    reducedMotion: 'no-preference',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => page.complaints.push(`uncaught: ${error.message}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  if (init) await page.addInitScript(init);
  return page;
}
