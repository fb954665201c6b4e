import { expect, test } from './test.js';
import { answerCall, newContext, oneOfEachPair, readToast, runUntilShown, visit } from './site.js';
import { stack } from './stack.js';
import { untilDialogListens } from './waits.js';

for (const [path, title, email, phone, submit, watched, close, success, missing] of oneOfEachPair([
  [
    '/learn',
    'Enjoying this?',
    'Email address',
    'Phone number',
    'Keep watching',
    (time: string) => `Watched ${time}`,
    'Close',
    ['Success!', 'Thank you for signing up!'],
    ['Please fill in at least email or phone number'],
  ],
  [
    '/nl/learn',
    'Smaakt dit naar meer?',
    'E-mailadres',
    'Telefoonnummer',
    'Kijk verder',
    (time: string) => `${time} bekeken`,
    'Sluiten',
    ['Gelukt!', 'Bedankt voor je aanmelding!'],
    ['Vul ten minste een e-mailadres of telefoonnummer in'],
  ],
]))
  test.describe(path, () => {
    test('sends a view from 5 s on with each second, and asks for a name at 120 s, once', async () => {
      const { page } = await visit({ path, clock: 'stopped' });
      const views = await answerCall(page, '/api/video-view', 202, { id: '1' });
      const signups = await answerCall(page, '/api/video-signup', 202, { id: '1' });
      const card = page.getByRole('button', { name: /Video 2/ });
      const gate = page.getByRole('heading', { name: title });

      // The first opening loads the dialog, and with it a moment of the clock goes by.
      await card.click();
      await runUntilShown(page, page.getByRole('dialog'));
      await untilDialogListens(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await card.click();
      await page.getByText(watched('0:00')).waitFor();
      await page.clock.runFor(4_999);
      expect(views).toEqual([]);
      await page.clock.runFor(3_001);
      await expect.poll(() => views.map(({ watchDuration }) => watchDuration)).toEqual([5, 6, 7, 8]);
      await page.clock.runFor(111_000);
      await expect.poll(() => views.at(-1)?.['watchDuration']).toBe(119);
      await expect(gate).toHaveCount(0);
      await page.clock.runFor(1_000);
      await gate.waitFor();
      await expect.poll(() => views.length).toBe(116);
      expect(views[0]).toMatchObject({ videoId: 'video-2', videoTitle: 'Video 2' });
      expect(new Set(views.map(({ viewId }) => viewId)).size).toBe(1);

      const send = page.getByRole('button', { name: submit });
      await expect(send).toBeDisabled();
      await page.getByLabel(phone).press('Enter');
      await expect.poll(() => readToast(page)).toEqual(missing);
      // Either is enough, and neither is checked for its form.
      await page.getByLabel(phone).fill('12');
      await expect(send).toBeEnabled();
      await page.getByLabel(phone).fill('');
      await page.getByLabel(email).fill('anything');
      await send.click();
      await gate.waitFor({ state: 'detached' });
      await expect.poll(() => readToast(page)).toEqual(success);
      expect(signups).toHaveLength(1);
      expect(signups[0]).toMatchObject({ email: 'anything', phone: '', videoId: 'video-2', watchTime: 120 });
      expect(Date.parse(String(signups[0]?.['timestamp']))).not.toBeNaN();
      await expect(page.getByRole('dialog')).toHaveCount(1);

      // Closed and opened again: the counter starts over, under another id, and the gate stays away.
      await page.getByRole('button', { name: close, exact: true }).click();
      await card.click();
      await page.getByText(watched('0:00')).waitFor();
      await page.clock.runFor(125_000);
      await expect.poll(() => views.at(-1)?.['watchDuration']).toBe(125);
      await expect(gate).toHaveCount(0);
      expect(new Set(views.map(({ viewId }) => viewId)).size).toBe(2);
    });
  });

test('a thumbnail falls back to the smaller one, and what fails altogether is only logged', async () => {
  const logged: string[] = [];
  // On a dense screen the browser asks for the larger of the two.
  const context = await newContext({ deviceScaleFactor: 2 });
  const page = await context.newPage();
  page.on('console', (message) => logged.push(message.text()));
  for (const gone of ['video-1-1280.webp', 'video-2-1280.webp', 'video-2-640.webp', 'video-1.mp4'])
    await page.route(`**/${gone}`, (route) => route.abort());
  await page.goto('/learn');
  const card = page.getByRole('button', { name: /Video 1/ });
  await expect
    .poll(() => card.locator('img').evaluate((image: { currentSrc: string }) => image.currentSrc))
    .toContain('video-1-640.webp');
  await expect.poll(() => logged).toContain('The thumbnail of video-2 could not be loaded.');
  await card.click();
  await expect.poll(() => logged).toContain('The video /media/video-1.mp4 could not be loaded.');
  await page.getByRole('dialog').getByText('Watched').waitFor();
});

for (const [width, density] of [
  [1_440, 1],
  [1_440, 1.5],
  [768, 2],
  [375, 3],
] as const)
  test(`at ${width} px and a density of ${density} a thumbnail is the largest file there is`, async () => {
    const context = await newContext({
      baseURL: stack.baseUrl,
      deviceScaleFactor: density,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await page.goto('/learn');
    const picture = page.getByRole('button', { name: /Video 1/ }).locator('img');
    await expect
      .poll(() => picture.evaluate((image: { currentSrc: string }) => image.currentSrc))
      .toContain('video-1-1280.webp');
  });

for (const [path, headline, begins, ends] of oneOfEachPair([
  ['/learn', 'Six short videos, each about 12 seconds long.', 'Play Video 1: ', ', 12 seconds'],
  ['/nl/learn', 'Zes korte video’s van elk ongeveer 12 seconden.', 'Speel Video 1 af: ', ', 12 seconden'],
]))
  test(`${path} says how long the videos are, on each card too`, async () => {
    const { page, faults } = await visit({ path });
    await page.getByRole('heading', { level: 1, name: headline }).waitFor();
    const card = page.getByRole('button', { name: /Video 1/ });
    await card.getByText('Video 1 · 0:12', { exact: true }).waitFor();
    const name = await card.getAttribute('aria-label');
    expect([name?.startsWith(begins), name?.endsWith(ends)]).toEqual([true, true]);
    expect(faults).toEqual([]);
    await page.goto(path === '/learn' ? '/en' : '/nl');
    await page.getByRole('main').getByRole('link', { name: headline }).waitFor();
  });

test.describe('the carousel', () => {
  for (const [width, cards, pages] of [
    [639, 1, 6],
    [640, 2, 3],
    [1_023, 2, 3],
    [1_024, 3, 2],
  ] as const)
    test(`at ${width} px shows ${cards} on each of ${pages} pages, and stops at its ends`, async () => {
      const { page } = await visit({ path: '/learn', width });
      const shown = page.getByRole('button', { name: /^Play/ });
      const previous = page.getByRole('button', { name: 'Previous videos' });
      const next = page.getByRole('button', { name: 'Next videos' });
      await expect(shown).toHaveCount(cards);
      await expect(page.getByRole('button', { name: /^Page/ })).toHaveCount(pages);
      await expect(previous).toBeDisabled();
      for (let step = 1; step < pages; step += 1) await next.click();
      await expect(next).toBeDisabled();
      await expect.poll(() => shown.last().getAttribute('aria-label')).toContain('Video 6');
      await previous.click();
      await expect(next).toBeEnabled();
    });

  test('jumps by its dots, and begins again after a resize', async () => {
    const { page } = await visit({ path: '/nl/learn', width: 800 });
    const dot = page.getByRole('button', { name: 'Pagina 3 van 3' });
    await dot.click();
    await expect(dot).toHaveAttribute('aria-current', 'page');
    await page.getByRole('button', { name: /Video 5/ }).waitFor();
    await page.setViewportSize({ width: 1_200, height: 900 });
    await page.getByRole('button', { name: /Video 3/ }).waitFor();
    await page.getByRole('button', { name: 'Pagina 1 van 2', exact: true }).waitFor();
    await expect(page.getByRole('button', { name: /Video 1/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Abonneer je op YouTube/ })).toHaveAttribute(
      'target',
      '_blank',
    );
  });
});
