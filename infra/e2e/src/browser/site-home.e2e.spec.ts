import type { Page } from 'playwright';
import { expect, test } from './test.js';
import {
  answerCall,
  hide,
  pathOf,
  runUntil,
  runUntilShown,
  scrolledTo,
  visit,
  oneOfEachPair,
} from './site.js';
import { drawnFrame, untilDialogListens, untilStill } from './waits.js';

for (const [path, first, second, third] of oneOfEachPair([
  ['/en', 'Forms that fill themselves in', 'Email that files itself', 'A Monday report that writes itself'],
  [
    '/nl',
    'Formulieren die zichzelf invullen',
    'Mail die zichzelf sorteert',
    'Een maandagrapport dat zichzelf schrijft',
  ],
]))
  test.describe(`the moving words on ${path}`, () => {
    test('are typed at 80 ms a letter, held 3 s, cleared, and after 800 ms the next', async () => {
      const { page } = await visit({ path, clock: 'stopped', motion: true });
      const typed = page.locator('.typed > span:last-child');
      await runUntil(page, 2_999);
      await expect(typed).toHaveText(first);
      await page.clock.runFor(1);
      await expect(typed).toHaveText('');
      // Nobody touches the page meanwhile: it goes on for as long as it can be seen.
      for (const sentence of [second, third, first]) {
        await page.clock.runFor(799);
        await expect(typed).toHaveText('');
        await page.clock.runFor(1);
        await expect(typed).toHaveText(sentence.slice(0, 1));
        await page.clock.runFor(79);
        await expect(typed).toHaveText(sentence.slice(0, 1));
        await page.clock.runFor(1);
        for (let letters = 2; letters <= sentence.length; letters += 1) {
          if (letters > 2) await page.clock.runFor(80);
          await expect.poll(() => typed.textContent(), { intervals: [5] }).toBe(sentence.slice(0, letters));
        }
        await page.clock.runFor(2_999);
        await expect(typed).toHaveText(sentence);
        await page.clock.runFor(1);
        await expect(typed).toHaveText('');
      }
      await page.evaluate(hide(true));
      await page.clock.runFor(30_000);
      await expect(typed).toHaveText('');
      await page.evaluate(hide(false));
      await page.clock.runFor(800);
      await expect(typed).toHaveText(second.slice(0, 1));
    });

    test('count up from 1 every 3 s, and stop on the pause button', async () => {
      const { page } = await visit({ path, clock: 'stopped', motion: true });
      const row = page.locator('.row-number');
      await runUntil(page, 2_999);
      await expect(row).toHaveText('1');
      await page.clock.runFor(1);
      await expect(row).toHaveText('2');
      await page.clock.runFor(9_000);
      await expect(row).toHaveText('5');
      await page.getByRole('button', { name: /^(Pause motion|Beweging stilzetten)$/ }).click();
      await page.clock.runFor(30_000);
      await expect(row).toHaveText('5');
      await expect(page.locator('.typed > span:last-child')).toHaveText(first);
    });
  });

test('nothing moves by itself where the system asks for less motion', async () => {
  const { page } = await visit({ path: '/en', clock: 'stopped', motion: false });
  await page.clock.runFor(30_000);
  await expect(page.locator('.row-number')).toHaveText('1');
  await expect(page.locator('.typed > span:last-child')).toHaveText('Forms that fill themselves in');
  await expect(page.locator('.clip')).toHaveCount(0);
});

test('the footer carries the current year, whenever the page was built', async () => {
  const { page, faults } = await visit({
    path: '/en',
    before: (opening) => opening.clock.setFixedTime('2031-03-01T12:00:00Z'),
  });
  await page.getByText('© 2031 Voordeur').waitFor();
  expect(faults).toEqual([]);
});

test('the round window turns on hover and on a tap', async () => {
  const { page } = await visit({ path: '/en', motion: true });
  const turned = () =>
    page.evaluate<string>("getComputedStyle(document.querySelector('.turning-both')).transform");
  const flat = await turned();
  await page.getByRole('button', { name: 'Turn the window' }).hover();
  await expect.poll(turned).not.toBe(flat);
  await page.mouse.move(0, 0);
  await expect.poll(turned).toBe(flat);
  await page.getByRole('button', { name: 'Turn the window' }).click();
  await page.mouse.move(0, 0);
  await expect(page.getByRole('button', { name: 'Turn the window' })).toHaveAttribute('aria-pressed', 'true');
});

test.describe('the hero’s clip', () => {
  test('is shown once it is loaded', async () => {
    const { page, faults } = await visit({ path: '/en', motion: true });
    await page.locator('video.clip-shown').waitFor();
    await expect(page.locator('img.clip')).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('gives way to the gif where it does not load, which is only logged', async () => {
    const logged: string[] = [];
    const { page } = await visit({
      path: '/en',
      motion: true,
      before: (opening) => {
        opening.on('console', (message) => logged.push(message.text()));
        return opening.route('**/hero-loop.mp4', (route) => route.abort());
      },
    });
    const gif = page.locator('img.clip-shown');
    await gif.waitFor();
    await expect(gif).toHaveAttribute('src', '/media/hero-loop.gif');
    await expect(page.locator('video.clip')).toHaveCount(0);
    await expect.poll(() => logged).toContain('The hero clip could not be loaded; the gif stands in for it.');
  });
});

test.describe('the lit door', () => {
  for (const width of [320, 375, 641, 768, 1024, 1239])
    test(`is in the first screen at ${width} px, in both languages`, async () => {
      for (const path of ['/en', '/nl']) {
        const { page, context } = await visit({ path, width });
        // Small screens of that width, smaller than those the other tests look at.
        const height = width < 641 ? 667 : width < 1024 ? 800 : 830;
        await page.setViewportSize({ width, height });
        await drawnFrame(page);
        const door = await page.locator('.tile-door .opening').boundingBox();
        const headline = await page.locator('#home-headline').boundingBox();
        if (!door || !headline) throw new Error('no door or no headline');
        expect(door.y).toBeGreaterThan(0);
        expect(door.y + door.height).toBeLessThanOrEqual(height);
        expect(door.x).toBeGreaterThanOrEqual(headline.x + headline.width);
        await context.close();
      }
    });

  for (const width of [375, 768])
    test(`comes first for Tab, and the dark window last (${width} px)`, async () => {
      const { page } = await visit({ path: '/en', width });
      await page.getByRole('button', { name: 'Ask a question first' }).focus();
      for (const tile of ['.tile-door', '.tile-learn', '.tile-agents']) {
        await page.keyboard.press('Tab');
        await expect(page.locator(tile)).toBeFocused();
      }
    });
});

test('the owner’s own facts about themselves and their work are shown, and nothing else is claimed', async () => {
  const { page } = await visit({ path: '/nl' });
  await page.getByText('Your name here, Voorbeeldstad').last().waitFor();
  await page.getByRole('heading', { name: 'Tijd teruggewonnen' }).waitFor();
  await expect(page.locator('.street')).toHaveCount(3);
  await page.getByRole('contentinfo').getByText('KvK 00000000 (voorbeeld)').waitFor();
});

test.describe('a popup over the landing page', () => {
  test('the dark window takes an address, and says what comes next', async () => {
    const { page } = await visit({ path: '/en' });
    const sent = await answerCall(page, '/api/newsletter-signup', 202, { id: '1', needsConfirmation: true });
    const goal = page.waitForRequest('**/api/goal');
    await page.locator('.tile-agents').click();
    const dialog = page.getByRole('dialog', { name: 'Lights on soon' });
    await dialog.getByLabel('Your email').fill('you@example.org');
    expect((await goal).postDataJSON()).toEqual({ goal: 'form-opened' });
    await dialog.getByRole('button', { name: 'Tell me when it opens' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('One more click').first().waitFor();
    expect(sent).toMatchObject([{ email: 'you@example.org', kind: 'agents', language: 'ENG' }]);
    await page.getByRole('button', { name: 'Rather talk? Book a free call' }).click();
    await page.getByRole('dialog', { name: 'Pick a time' }).waitFor();
    await expect(page.getByText('One more click').filter({ visible: true })).toHaveCount(0);
  });

  for (const [path, tile, title, ...words] of oneOfEachPair([
    ['/en', /^Agents/, 'Lights on soon', 'Okay', 'Close', 'within 24 hours'],
    ['/nl', /^Agents/, 'Het licht gaat binnenkort aan', 'Oké', 'Sluiten', 'binnen 24 uur'],
  ]))
    test(`on ${path} closes by Okay, its cross, a click outside it and Escape`, async () => {
      const [okay, cross, promise] = words;
      const { page } = await visit({ path });
      const dialog = page.getByRole('dialog', { name: title });
      const ways = [
        () => dialog.getByRole('button', { name: okay }).click(),
        () => dialog.getByRole('button', { name: cross }).click(),
        () => page.mouse.click(5, 5),
        () => page.keyboard.press('Escape'),
      ];
      for (const close of ways) {
        const opener = page.getByRole('main').getByRole('button', { name: tile }).first();
        await opener.click();
        await dialog.getByText(promise).waitFor();
        await untilDialogListens(page);
        await close();
        await dialog.waitFor({ state: 'detached' });
        await expect(page.locator('.tile-agents')).toBeFocused();
      }
    });

  test('comes from the tiles and from the three bell-pushes next to the window', async () => {
    const { page } = await visit({ path: '/en' });
    const main = page.getByRole('main');
    for (const [name, title] of [
      ['Agents', 'Lights on soon'],
      ['Custom setups', 'What should run by itself?'],
    ] as const) {
      await main.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog', { name: title }).waitFor();
      await untilDialogListens(page);
      await page.keyboard.press('Escape');
    }
    await expect(main.getByRole('link', { name: /^Learn/ })).toHaveCount(2);
    await main.getByRole('link', { name: 'Learn', exact: true }).click();
    await expect.poll(() => pathOf(page)).toBe('/learn');
  });

  for (const [path, watch, ...words] of oneOfEachPair([
    ['/en', 'Watch the intro', 'eng-intro-main', 'ENG Intro Video', 'Watched 0:0#', 'Close', 'intro-en.mp4'],
    ['/nl', 'Bekijk de intro', 'nl-intro-main', 'NL Intro Video', '0:0# bekeken', 'Sluiten', 'intro-nl.mp4'],
  ]))
    test(`on ${path} counts the intro’s seconds, and sends a view from 5 on`, async () => {
      const [videoId, videoTitle, watched, close, file] = words;
      const { page } = await visit({ path, clock: 'stopped' });
      const shown = (seconds: number) => page.getByText(watched.replace('#', String(seconds)));
      const views = await answerCall(page, '/api/video-view', 202, { id: '1' });
      // The first opening loads the dialog, and with it a moment of the clock goes by.
      await page.getByRole('button', { name: watch }).click();
      await runUntilShown(page, page.getByRole('dialog'));
      await expect.poll(() => page.getByRole('dialog').locator('video').getAttribute('src')).toContain(file);
      await untilDialogListens(page);
      await page.keyboard.press('Escape');
      for (const seconds of [4, 5]) {
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: watch }).click();
        await shown(0).waitFor();
        await page.clock.runFor(seconds * 1_000);
        await shown(seconds).waitFor();
        await page.getByRole('dialog').getByRole('button', { name: close }).click();
      }
      await expect.poll(() => views.length).toBe(1);
      expect(views[0]).toMatchObject({ videoId, videoTitle, watchDuration: 5 });
      await page.clock.runFor(10_000);
      expect(views).toHaveLength(1);
    });
});

for (const [path, instagram] of oneOfEachPair([
  ['/en', 'https://www.instagram.com/voordeur.example'],
  ['/nl', 'https://www.instagram.com/voordeur.example.nl'],
]))
  test(`${path} links to four social places of its own language`, async () => {
    const { page } = await visit({ path });
    const links = page
      .getByRole('list', { name: /^(Find me elsewhere|Ook hier te vinden)$/ })
      .getByRole('link');
    await expect(links).toHaveCount(4);
    await expect(links.first()).toHaveAttribute('href', instagram);
  });

test('a tooltip opens after 700 ms, the next at once within 300 ms, 4 px below its control', async () => {
  const { page } = await visit({ path: '/en', clock: 'stopped' });
  const tooltip = page.locator('.tooltip');
  const links = page.getByRole('list', { name: 'Find me elsewhere' }).getByRole('link');
  await links.nth(0).hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await tooltip.waitFor();
  await expect(tooltip).toHaveText('Instagram');
  await untilStill(page);
  const [below, control] = [await tooltip.boundingBox(), await links.nth(0).boundingBox()];
  expect((below?.y ?? 0) - (control?.y ?? 0) - (control?.height ?? 0)).toBeCloseTo(4, 0);

  await page.mouse.move(5, 300);
  await tooltip.waitFor({ state: 'detached' });
  await page.clock.runFor(299);
  await links.nth(1).hover();
  await page.clock.runFor(1);
  await tooltip.waitFor();
  await expect(tooltip).toHaveText('LinkedIn');

  await page.mouse.move(5, 300);
  await tooltip.waitFor({ state: 'detached' });
  await page.clock.runFor(301);
  await links.nth(2).hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
});

test.describe('the bar’s items', () => {
  test('scroll straight to a section of the landing page', async () => {
    const { page } = await visit({ path: '/nl' });
    const bar = page.getByRole('banner');
    await bar.getByRole('link', { name: 'Over mij', exact: true }).click();
    await expect.poll(() => topOf(page, 'about')).toBeLessThan(200);
    expect(pathOf(page)).toBe('/nl');
    await bar.getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(() => scrolledTo(page)).toBe(0);
  });

  for (const [path, item, home] of oneOfEachPair([
    ['/nl/learn', 'Contact', '/nl'],
    ['/learn', 'Contact', '/'],
  ]))
    test(`lead from ${path} to the title of ${item}, centred, on ${home} after 300 ms`, async () => {
      const { page } = await visit({ path, clock: 'stopped' });
      await page.getByRole('banner').getByRole('link', { name: item, exact: true }).click();
      await page.locator('#contact-headline').waitFor();
      await page.clock.runFor(299);
      await expect.poll(() => scrolledTo(page)).toBe(0);
      await page.clock.runFor(1);
      await expect
        .poll(async () => Math.abs((await middleOf(page, 'contact-headline')) - 450))
        .toBeLessThan(20);
      expect(pathOf(page)).toBe(home);
    });

  test('lead to the booking page’s top', async () => {
    const { page } = await visit({ path: '/nl' });
    await page.evaluate('scrollTo(0, 900)');
    await page.getByRole('banner').getByRole('link', { name: 'Boek Consult' }).click();
    await expect.poll(() => pathOf(page)).toBe('/nl/booking');
    await page.getByRole('heading', { level: 1, name: 'Een half uur' }).waitFor();
    await expect.poll(() => scrolledTo(page)).toBe(0);
    // Once there, the item leads back to the top.
    await page.evaluate('scrollTo(0, 600)');
    await page.getByRole('banner').getByRole('link', { name: 'Boek Consult' }).click();
    await expect.poll(() => scrolledTo(page)).toBe(0);
  });
});

function topOf(page: Page, id: string): Promise<number> {
  return page.evaluate<number>(`document.getElementById('${id}').getBoundingClientRect().top`);
}

function middleOf(page: Page, id: string): Promise<number> {
  return page.evaluate<number>(
    `(({ top, bottom }) => (top + bottom) / 2)(document.getElementById('${id}').getBoundingClientRect())`,
  );
}
