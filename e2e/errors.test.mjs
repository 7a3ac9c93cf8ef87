// What goes wrong is said in a plain sentence, and the page goes on.

import assert from 'node:assert/strict';

import { facts, isStart, number, press, race, raceAndPause, scrub, settle, text, until } from './lib/race.mjs';
import { serve } from './lib/server.mjs';
import { ready, suite } from './lib/suite.mjs';

const shared = suite();
const { browserTest } = shared;

browserTest('a value out of range is refused beside its field, with the range', {}, async (page) => {
  let starts = 0;
  page.on('request', (request) => (starts += request.method() === 'POST'));
  await page.getByTestId('more').click();
  const field = page.getByTestId('field-racers');
  for (const wrong of ['0', '200001', '1.5', 'many', '']) {
    await field.fill(wrong);
    await settle(page);
    const said = await text(page, 'error-racers');
    assert.match(said, /from 1 to 200,?000/, `racers=${wrong} says ${said}`);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
  }
  const described = (await field.getAttribute('aria-describedby')).split(' ');
  assert.ok(described.includes(await page.getByTestId('error-racers').getAttribute('id')));
  assert.ok(await page.getByTestId('error-racers').isVisible());

  await page.getByTestId('less').click();
  await page.keyboard.press('Space');
  await settle(page);
  assert.equal(starts, 0, 'nothing is posted');
  assert.ok(await page.getByTestId('error-racers').isVisible(), 'the form opens where it can be mended');

  await field.fill('88');
  await settle(page);
  assert.equal(await text(page, 'error-racers'), '');
  assert.equal(await field.getAttribute('aria-invalid'), 'false');
  await page.getByTestId('less').click();
  await race(page);
});

browserTest('what only the server refuses is shown beside its field too', { allow: [/status of 422/] }, async (page) => {
  const error = { code: 'invalid_field', message: 'shares: must be a whole number from 1 to 7', field: 'shares', why: { whole: { min: 1, max: 7 } } };
  await page.route('**/api/races', (route) => route.fulfill({ status: 422, json: { error } }));
  await page.getByTestId('start').click();
  await page.getByTestId('error-shares').filter({ hasText: 'from 1 to 7' }).waitFor();
  assert.equal(await page.getByTestId('field-shares').getAttribute('aria-invalid'), 'true');
  await page.getByTestId('lang').click();
  await page.getByTestId('error-shares').filter({ hasText: '请填 1 到 7 之间的整数' }).waitFor();
  await page.unroute('**/api/races');
  await page.getByTestId('field-shares').fill('11');
  await settle(page);
  assert.equal(await text(page, 'error-shares'), '');
});

browserTest(
  'a server that is gone is named in a sentence, and trying again works once it is back',
  { path: null, allow: [/ERR_CONNECTION_REFUSED/] },
  async (page) => {
    let server = await serve();
    try {
      await ready(page, server.url);
      await raceAndPause(page);
      await scrub(page, 1);
      await server.kill();
      await page.getByTestId('start').click();
      const problem = page.getByTestId('problem');
      await problem.filter({ hasText: 'The server cannot be reached. Is it still running?' }).waitFor();
      assert.equal(await problem.getAttribute('role'), 'alert');
      await until(async () => (await page.getByTestId('start').getAttribute('aria-busy')) === 'false', 'the start is free again');
      assert.equal(await text(page, 'hero-left'), '80', 'the last race is still there');
      server = await serve(new URL(server.url).host);
      await race(page, () => page.getByTestId('retry').click());
      assert.equal(await text(page, 'problem'), '');
    } finally {
      await server.kill();
    }
  },
);

for (const [lang, locale, sentence] of [
  ['English', 'en-US', 'Another race is running on this server. Wait for its end, then start again.'],
  ['Chinese', 'zh-CN', '服务器上正跑着另一场，等它结束再开抢。'],
]) {
  browserTest(`a server that is busy is waited for, which the page says in ${lang}`, { locale, allow: [/status of 409/] }, async (page) => {
    const slow = { strategy: 'get_set', venue: 'client', lockstep: true, gap_ms: 5_000 };
    const begun = await shared.server.api('POST', '/api/races', slow);
    assert.equal(begun.status, 201);
    try {
      await page.getByTestId('start').click();
      await page.getByTestId('retry').waitFor();
      assert.ok((await text(page, 'problem')).includes(sentence), await text(page, 'problem'));
    } finally {
      await shared.server.api('DELETE', `/api/races/${begun.body.id}`);
    }
    await race(page, () => page.getByTestId('retry').click());
    assert.equal(await text(page, 'problem'), '');
  });
}

browserTest('a line that breaks in mid-race is made anew, which the page says, and nothing is lost', { path: null }, async (page) => {
  let lines = 0;
  await page.routeWebSocket(/\/events$/, (line) => {
    const server = line.connectToServer();
    if (++lines === 1) {
      setTimeout(() => {
        line.close({ code: 1011 });
        server.close();
      }, 1_200);
    }
  });
  await ready(page, '/?racers=24&gap_ms=800');
  const notices = await page.evaluateHandle(() => {
    const said = [];
    const place = document.querySelector('[data-testid=connection]');
    new MutationObserver(() => said.push(place.textContent)).observe(place, { childList: true, subtree: true, characterData: true });
    return said;
  });
  await race(page);
  const said = await notices.jsonValue();
  const lost = said.findIndex((each) => /The line to the server broke\. Connecting again…/.test(each));
  const restored = said.findIndex((each) => /The line to the server is back\./.test(each));
  assert.ok(lost >= 0 && restored > lost, `said: ${JSON.stringify(said)}`);
  await press(page, 'Period');
  await scrub(page, 1);
  const { left, right } = await facts(page);
  assert.deepEqual([left['handed-out'], right['handed-out']], ['24', '10'], 'three rounds of eight, every one counted once');
  assert.equal(lines, 3, 'left, left again, right');
});

browserTest('a race that takes longer is shown live, and the cursor sticks to its edge until it is moved', { path: '/?racers=24&gap_ms=600' }, async (page) => {
  await page.keyboard.press('Space');
  await page.getByTestId('live').waitFor();
  await until(async () => number(await text(page, 'hero-left')) >= 8, 'the first winners are counted while it runs');
  assert.equal(await page.getByTestId('start').getAttribute('aria-busy'), 'true');
  assert.equal(await page.getByTestId('caption-left').textContent().then((said) => /won 10 shares/.test(said)), false);
  await page.keyboard.press('Period');
  await scrub(page, 0);
  assert.equal(await text(page, 'hero-left'), '0');
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(await text(page, 'hero-left'), '0', 'moved back, the cursor stays');
});

browserTest('starting again in mid-race stops the race that nobody wants any more', { path: '/?racers=88&gap_ms=2000' }, async (page) => {
  const started = page.waitForResponse(isStart);
  await page.keyboard.press('Space');
  const { id } = await (await started).json();
  await page.getByTestId('live').waitFor();
  await page.getByTestId('more').click();
  await page.getByTestId('advanced').click();
  await page.getByTestId('field-gap_ms').fill('0');
  await page.getByTestId('less').click();
  await raceAndPause(page, () => page.keyboard.press('KeyR'));
  await scrub(page, 1);
  assert.deepEqual([await text(page, 'hero-left'), await text(page, 'hero-right')], ['80', '10']);
  const old = await shared.server.api('GET', `/api/races/${id}`);
  assert.equal(old.body.status, 'cancelled');
});
