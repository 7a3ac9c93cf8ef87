import { DESKTOP, PHONE, PROJECTOR } from './lib/browser.mjs';
import { raceAndPause, scrub, settle } from './lib/race.mjs';
import { picture, withPages } from './lib/states.mjs';
await withPages(async (open) => {
  for (const [name, device, lang, scheme] of [['d', DESKTOP, 'en', 'light'], ['d2', DESKTOP, 'zh', 'dark'], ['p', PHONE, 'zh', 'light'], ['j', PROJECTOR, 'en', 'dark']]) {
    const page = await open(device, `/?lang=${lang}&lockstep=false&racers=60&shares=20&concurrency=12&jitter_ms=5&xray=true&split=fair_mean`);
    await page.emulateMedia({ colorScheme: scheme });
    await raceAndPause(page);
    await scrub(page, 0.5);
    await picture(page, `/tmp/w/x-${name}.png`, { fullPage: name !== 'j' });
    await page.context().close();
  }
});
