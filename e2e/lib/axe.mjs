// What axe finds on a page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of axe, also those that it calls best practice. */
export async function findsNothing(page, when) {
  // The rules measure colours: what fades in must be there.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity).map((each) => each.finished)));
  // Handed over by the debugger: the page's own policy would refuse a script of somebody else.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE}; 0`);
  const { violations, passes } = await page.evaluate(() => window.axe.run());
  assert.ok(passes.length > 12, `${when}: axe passed only ${passes.length} rules`);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary.replace(/\s+/g, ' ')}`),
  );
  assert.deepEqual(found, [], when);
}
