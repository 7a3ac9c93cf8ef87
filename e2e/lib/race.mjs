// What the tests do to a race page and read off it.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export const SIDES = ['left', 'right'];
/** Places of the timeline's slider. */
const PLACES = 400;

/** Waits until `holds` does. */
export async function until(holds, what, within_ms = 15_000) {
  const late = Date.now() + within_ms;
  while (!(await holds())) {
    if (Date.now() > late) assert.fail(`not within ${within_ms} ms: ${what}`);
    await sleep(25);
  }
}

/** Waits until the page has drawn, and told its components, whatever was just done to it. */
export const settle = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let left = 4;
        const frame = () => (left-- > 0 ? requestAnimationFrame(frame) : done());
        frame();
      }),
  );

/** Whether a response answers the start of a race. */
export const isStart = (response) =>
  response.request().method() === 'POST' && new URL(response.url()).pathname === '/api/races';

/** Starts a race of both lanes by `act` and waits until both are in and playback begins. */
export async function race(page, act = () => page.keyboard.press('Space')) {
  const answers = [];
  const note = (response) => isStart(response) && answers.push(response.status());
  page.on('response', note);
  await act();
  await until(() => answers.length >= 2 || answers.some((status) => status !== 201), 'both lanes have begun', 12_000);
  assert.deepEqual(answers, [201, 201], 'each lane is one race');
  await until(async () => !(await isRacing(page)), 'both lanes are in', 30_000);
  page.off('response', note);
  await settle(page);
}

const isRacing = async (page) => (await page.getByTestId('start').getAttribute('aria-busy')) === 'true';

/** Starts a race and stops the cursor at its beginning. */
export async function raceAndPause(page, act) {
  await race(page, act);
  await page.keyboard.press('Period');
  await scrub(page, 0);
}

/** Moves the cursor to this share of the timeline, 0 to 1, and leaves the keys to the page. */
export async function scrub(page, share) {
  const timeline = page.getByTestId('timeline');
  await timeline.fill(String(Math.round(share * PLACES)));
  await timeline.blur();
  await settle(page);
}

/** Presses a key and waits for what comes of it. */
export async function press(page, key) {
  await page.keyboard.press(key);
  await settle(page);
}

/** The facts tables of both lanes: `{ left: { 'handed-out': '80', … }, right: { … } }`. */
export const facts = (page) =>
  page.evaluate(
    (sides) =>
      Object.fromEntries(
        sides.map((side) => {
          const cells = document.querySelectorAll(`[data-testid="facts-${side}"] td`);
          return [side, Object.fromEntries([...cells].map((cell) => [cell.dataset.fact, cell.textContent]))];
        }),
      ),
    SIDES,
  );

/** Picks a few facts, as `{ 'handed-out': '80' }`. */
export const some = (lane, ...names) => Object.fromEntries(names.map((name) => [name, lane[name]]));

/** A count as the page writes it, as a number. */
export const number = (text) => Number(text.replaceAll(',', '').replace('−', '-'));

/** The text of the element with this test id. */
export const text = async (page, testid) => (await page.getByTestId(testid).textContent()).trim();

/** How many own each share of a lane, highest number first. */
export const owners = (page, side) =>
  page.getByTestId(`board-${side}`).locator('[data-testid=tile]').evaluateAll((tiles) => tiles.map((tile) => tile.dataset.owners));

/** The verdict of a lane as `{ property: standing }`; empty while none is told. */
export const verdict = (page, side) =>
  page
    .getByTestId(`lane-${side}`)
    .locator('[data-property]')
    .evaluateAll((rows) => Object.fromEntries(rows.map((row) => [row.dataset.property, row.dataset.standing])));

/** Where the cursor is, as the address tells it, in seconds of playback; while it plays, `null`. */
export const cursor = (page) => {
  const at = new URL(page.url()).searchParams.get('at');
  return at === null ? null : Number(at);
};

/**
 * All that the page says in words: text, also out of sight, names and descriptions, and the document's title. Lines of
 * code, names of programs and keys are not words.
 */
export const words = (page, { visible = false, skip = [] } = {}) =>
  page.evaluate(
    ({ visible, skip }) => {
      const apart = ['script', 'style', 'noscript', 'pre', 'kbd', 'option', ...skip].join(',');
      const said = [document.title];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (parent.closest(apart) || (visible && !parent.checkVisibility())) continue;
        said.push(walker.currentNode.textContent.trim());
      }
      for (const name of ['title', 'aria-label', 'aria-valuetext', 'alt', 'placeholder']) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          if (!element.closest(apart)) said.push(element.getAttribute(name));
        }
      }
      return said.filter(Boolean);
    },
    { visible, skip },
  );
