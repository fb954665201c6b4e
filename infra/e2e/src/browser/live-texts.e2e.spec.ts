import { setTimeout as wait } from 'node:timers/promises';
import { betweenLooksMs, Owner } from './live-texts-owner.js';
import { expect, test } from './test.js';
import { hide, openVisitor, visit } from './site.js';
import { stack } from './stack.js';

const key = 'home.hero.where';
let owner: Owner;

test.beforeAll(async () => {
  owner = await Owner.logIn(stack.baseUrl, stack.adminKey);
});
test.afterEach(async () => {
  await owner.save('en', key, '');
  await owner.save('nl', key, '');
  await owner.save('en', 'learn.lead', '');
  const [en, nl] = [await owner.read('en', key), await owner.read('nl', key)];
  await owner.saveBoth(key, { en, nl });
});

/** A text that nobody saved before. */
const mark = (what: string) => `${what} ${Date.now()}`;

// How soon was measured once (infra/decisions/0011): a test on a busy machine could only be wrong about it.
test('a saved text gets into the HTML of both languages, and no read is half of two', async () => {
  let reading = true;
  const faults: string[] = [];
  const reader = async () => {
    while (reading) {
      const html = await owner.readPage('/nl');
      if (!html.startsWith('<!doctype html>') || !html.trimEnd().endsWith('</html>')) faults.push(html);
      await wait(betweenLooksMs);
    }
  };
  const isRead = reader();
  for (let n = 0; n < 3; n += 1) {
    await owner.saveBoth(key, { en: mark('Thirty minutes'), nl: mark('Dertig minuten') });
  }
  reading = false;
  await isRead;
  expect(faults).toEqual([]);
});

for (const path of ['/nl/learn', '/'])
  test(`a visitor of ${path} reads it from the first paint on`, async () => {
    const nl = mark('Dertig minuten');
    await owner.saveBoth(key, { en: mark('Thirty minutes'), nl });
    const { page, faults } = await openVisitor('nl-NL');
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    // By the site's own links from there: the texts came with the first page.
    if (path === '/nl/learn') await page.locator('a[href="/nl"]').first().click();
    await page.getByText(nl).first().waitFor();
    expect(faults).toEqual([]);
  });

test('an open page asks while it is looked at, and shows an edit; not when hidden or left lying', async () => {
  const url = `${stack.baseUrl}/api/admin/translations`;
  const { page, faults } = await visit({ path: '/learn', clock: 'running' });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url() === url) asked += 1;
  });
  const asksOnce = async (action: () => Promise<unknown>) => {
    const answered = page.waitForResponse(url);
    await action();
    await answered;
  };
  const builtIn = page.getByText('Each one takes a job people do by hand');
  await builtIn.waitFor();
  await owner.save('en', 'learn.lead', "It's here, '{'in braces}'");
  await asksOnce(() => page.clock.fastForward(4_000));
  await page.getByText("It's here, {in braces}").waitFor();
  await page.evaluate(hide(true));
  const whileSeen = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(whileSeen);

  await owner.save('en', 'learn.lead', '');
  await asksOnce(() => page.evaluate(hide(false)));
  await builtIn.waitFor();
  // Asked for the last time when three minutes without a sign are over.
  await page.clock.runFor(200_000);
  const whileRead = asked;
  await page.clock.runFor(600_000);
  expect(asked).toBe(whileRead);
  await asksOnce(() => page.mouse.move(100, 100));
  expect(faults).toEqual([]);
});
