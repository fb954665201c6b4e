import type { Locator, Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { thorough } from './browser.js';
import { expect, test } from './test.js';
import {
  answerCall,
  heightOf,
  openVisitor,
  pathOf,
  toastIn,
  untilAlive,
  untilFrameAlive,
  visit,
} from './site.js';

const { en, nl } = messages;

/** The part that comes late: the app with all that it needs, or one file, the app being alive by then. */
type Late = 'app' | 'home-popups' | 'newsletter-form' | 'video-dialog' | `${string}.route`;

/** Opens a page where one file isn't let through until `release` is called. */
async function openWithout(late: Late, path: string, width = 1440) {
  const { context, page } = await openVisitor(path.startsWith('/nl') ? 'nl-NL' : 'en-GB');
  let release!: () => void;
  const released = new Promise<void>((done) => (release = done));
  await page.route(new RegExp(`/assets/${late}-[^/]+\\.js$`), async (route) => {
    await released;
    await route.continue();
  });
  await page.setViewportSize({ width, height: heightOf(width) });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  if (late !== 'app') await untilFrameAlive(page);
  await slowDown(page);
  return { context, page, release };
}

/** A file that is held back is late on any machine; on a slow one much else is too. */
async function slowDown(page: Page): Promise<void> {
  if (!thorough) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
}

/** The position of each control below #root, so that it's found before and after the page comes alive. */
const listControls = `
  [...document.querySelectorAll('#root :is(button, a[href], input:not([tabindex="-1"]), select, textarea)')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(":disabled, [aria-selected=true], [aria-current]"))
    .map((control) => {
      const steps = [];
      for (let at = control; at.id !== 'root'; at = at.parentElement)
        steps.unshift(':nth-child(' + (1 + [...at.parentElement.children].indexOf(at)) + ')');
      return {
        selector: '#root > ' + steps.join(' > '),
        name: (control.ariaLabel ?? control.textContent.trim() ?? '') + (control.name ?? ''),
        kind: control.matches('input, textarea, select') ? 'field' : control.matches('a') ? 'link' : 'button',
        leaves: control.target === '_blank' || (control.origin ?? location.origin) !== location.origin,
        region: control.closest('main') ? 'main' : 'frame',
      };
    })`;

interface Control {
  selector: string;
  name: string;
  kind: 'field' | 'link' | 'button';
  /** Leads to another site or window, which is the browser's own doing. */
  leaves: boolean;
  region: 'main' | 'frame';
}

/** All that a press can change. */
const readOutcome = `JSON.stringify({
  // Loaded, the home page has the address of its language.
  path: location.pathname.replace(/^\\/en$/, '/') + location.search,
  chosen: localStorage.getItem('user_language_choice'),
  still: document.documentElement.hasAttribute('data-still'),
  dialog: document.querySelector('[role=dialog] h2')?.textContent,
  states: [...document.querySelectorAll('[aria-pressed=true], [aria-expanded=true], [aria-selected=true], [aria-invalid=true]')]
    .map((control) => control.ariaLabel ?? control.textContent),
  frames: document.querySelectorAll('iframe').length,
  videos: [...document.querySelectorAll('.video-card')].filter((card) => card.checkVisibility()).map((card) => card.ariaLabel),
  fields: [...document.querySelectorAll('input:not([tabindex="-1"]), textarea')].map(({ name, value }) => [name, value]),
})`;

async function press(page: Page, { selector, kind }: Control): Promise<void> {
  const control: Locator = page.locator(selector);
  if (kind === 'button') return control.click({ force: true });
  // By the keyboard: the first link of a page is out of sight.
  // oxlint-disable-next-line typescript/no-deprecated -- it would wait for the page that is held back here
  if (kind === 'link') return control.press('Enter', { noWaitAfter: true });
  await control.pressSequentially('you@example.org');
  await page.keyboard.press('Enter');
}

test.describe('whatever is pressed or typed before its screen is alive', () => {
  const walked: [late: Late, path: string, region: Control['region'] | 'all', width?: number][] = [
    // In a wider window the façade's tiles change their order as they wake, and a control its place.
    ['app', '/en', 'all', 1_024],
    ['app', '/nl', 'frame', 375],
    ['app', '/legal', 'main'],
    ['learn.route', '/learn', 'main'],
    ['learn.route', '/nl/learn', 'main', 375],
    ['booking.route', '/booking', 'main'],
    ['booking.route', '/nl/booking', 'main'],
    ['legal.route', '/legal', 'main'],
    ['legal.route', '/nl/legal', 'main'],
    ['guide.route', '/aanmelding-prompt', 'main'],
    ['privacy.route', '/privacy', 'main'],
    ['unsubscribe.route', '/unsubscribe?email=you@example.org', 'frame'],
    ['home-popups', '/en', 'main'],
    ['home-popups', '/nl', 'main'],
    ['newsletter-form', '/nl', 'main'],
    ['video-dialog', '/learn', 'main'],
  ];

  // In make test one of them with three controls, which cost seconds: all screens share the one keeper of presses.
  const inMakeTest = ['app /legal'];

  for (const [late, path, region, width = 1440] of walked.filter(
    ([late, path]) => thorough || inMakeTest.includes(`${late} ${path}`),
  ))
    test(`${late} late: each control of ${path} (${region}, ${width} px) does what it does later`, async () => {
      // As a visitor who waited sees it, which also shows the controls.
      const alive = await visit({ path, width });
      const controls = (await alive.page.evaluate<Control[]>(listControls)).filter(
        (control) => !control.leaves && (region === 'all' || control.region === region),
      );
      expect(controls.length).toBeGreaterThan(0);
      await alive.context.close();

      const apart = thorough ? 1 : Math.ceil(controls.length / 3);
      for (const control of controls.filter((_, index) => index % apart === 0)) {
        const early = await openWithout(late, path, width);
        // The buttons of a carousel's pages come with its script.
        if ((await early.page.locator(control.selector).count()) === 0) {
          await early.context.close();
          continue;
        }
        const { context, page } = await visit({ path, width });
        for (const open of [page, early.page]) await answerCall(open, '/api/*-signup', 202, { documentUrl });
        const before = await page.evaluate<string>(readOutcome);
        await press(page, control);
        if (control.kind === 'button') {
          await expect
            .poll(() => page.evaluate(readOutcome), { message: `${control.name} does something` })
            .not.toBe(before);
        } else await untilAlive(page);

        await press(early.page, control);
        early.release();
        await expect
          .poll(
            async () => {
              const both = [early.page, page];
              await Promise.all(both.map(untilAlive));
              const [is, wanted] = await Promise.all(both.map((open) => open.evaluate<string>(readOutcome)));
              return is === wanted ? 'the same' : { is, wanted };
            },
            { message: control.name },
          )
          .toBe('the same');
        await Promise.all([context.close(), early.context.close()]);
      }
    });
  const documentUrl = '/terms-en.pdf?expires=1&sig=x';
});

test.describe('before the page is alive', () => {
  test('a toggle that is pressed until something happens is pressed once', async () => {
    const { page, release } = await openWithout('app', '/en', 375);
    const open = page.getByRole('button', { name: en.bar.openMenu });
    await open.click();
    await open.click();
    release();
    await page.getByRole('button', { name: en.bar.closeMenu }).waitFor();
    await untilAlive(page);
    await expect(page.getByRole('button', { name: en.bar.closeMenu })).toHaveCount(1);
  });

  test("with a popup late, keys stay the browser's own", async () => {
    const { page, release } = await openWithout('home-popups', '/en');
    await page.evaluate(
      `addEventListener('keydown', (event) => (window.prevented ??= []).push(event.defaultPrevented))`,
    );
    await page.getByRole('button', { name: en.home.contact.ask, exact: true }).click();
    for (const key of ['Tab', 'PageDown', 'Escape', 'a']) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate('window.prevented')).toEqual([false, false, false, false]);
    release();
    await page.getByRole('dialog').waitFor();
  });

  for (const [late, path, submit, call] of [
    ['app', '/en', en.newsletter.submit, '/api/newsletter-signup'],
    ['newsletter-form', '/en', en.newsletter.submit, '/api/newsletter-signup'],
    ['guide.route', '/aanmelding-prompt', en.guide.submit, '/api/prompt-signup'],
  ] as const)
    test(`with ${late} late, the form of ${path} is sent as it was filled in`, async () => {
      const { page, release } = await openWithout(late, path);
      const sent = await answerCall(page, call, 202, { documentUrl: '/terms-en.pdf?expires=1&sig=x' });
      await page.getByLabel(en.newsletter.email).fill('you@example.org');
      await page.getByRole('button', { name: submit }).click();
      expect(pathOf(page)).toBe(path);
      release();
      await expect(toastIn(page)).toHaveText(/./);
      expect(sent).toMatchObject([{ email: 'you@example.org', language: 'ENG' }]);
      // The whole age of the page: being early makes nobody a program.
      expect(sent[0]?.['elapsedMs']).toBeGreaterThan(0);
      expect(pathOf(page)).toBe(path);
    });

  test('a visitor of / who once chose the other language gets its page, which waits for no press on the first', async () => {
    const { page, release } = await openWithout('app', '/');
    await page.evaluate("localStorage.setItem('user_language_choice', 'nl')");
    await page.getByRole('button', { name: en.home.contact.ask, exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-waiting');
    release();
    await page.getByRole('main').getByRole('button', { name: nl.home.contact.ask, exact: true }).click();
    await page.getByRole('dialog').getByLabel(nl.question.question).waitFor();
    await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
  });

  test('a popup that is opened while another screen is on its way stays open', async () => {
    const { page, release } = await openWithout('learn.route', '/en');
    await page.getByRole('link', { name: en.home.tiles.learn, exact: true }).last().click();
    await expect(page).toHaveURL(/\/learn$/);
    await page.getByRole('button', { name: en.bar.openMenu }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: en.home.contact.ask, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: en.question.title });
    await dialog.waitFor();
    const arrived = page.waitForResponse(/\/assets\/learn\.route-/);
    release();
    await (await arrived).finished();
    await expect(page).toHaveURL(/\/en\?open=question$/);
    await expect(dialog).toBeVisible();
  });
});

test.describe('a file that never comes', () => {
  async function openCutOff(file: Late, path: string) {
    const { context, page } = await openVisitor('en-GB');
    await page.route(new RegExp(`/assets/${file}-[^/]+\\.js$`), (route) => route.abort('connectionreset'));
    await page.goto(path);
    return { context, page };
  }

  for (const [file, path] of [
    ['app', '/en'],
    ['learn.route', '/learn'],
    ['newsletter-form', '/en'],
  ] as const)
    test(`${file} of ${path}: the page says so, with an address and a way on`, async () => {
      const { page } = await openCutOff(file, path);
      const alert = page.getByRole('alert');
      await alert.getByText(en.load.failedTitle).waitFor();
      await alert.getByRole('link', { name: 'hello@voordeur.example' }).waitFor();
      await page.unroute(new RegExp(`/assets/${file}-[^/]+\\.js$`));
      // A new document: the old one is alive too, until it goes.
      await Promise.all([page.waitForEvent('load'), alert.getByText(en.load.retry, { exact: true }).click()]);
      await untilAlive(page);
      await alert.waitFor({ state: 'hidden' });
      expect(pathOf(page)).toBe(path);
    });
});
