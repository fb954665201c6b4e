import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { newVisitor, patienceMs, thorough } from './browser.js';
import { stack } from './stack.js';
import { atEnd, expect, sharedBrowser } from './test.js';
import { drawnFrame, isAlive, untilScriptsLoaded, untilStill } from './waits.js';

export const widths = [375, 768, 1440] as const;

/**
 * Picks one of each pair of cases that run the same code, mostly English and Dutch; first and second take turns. With
 * THOROUGH=1 all of them.
 */
export function oneOfEachPair<const Case>(cases: readonly Case[]): Case[] {
  return cases.filter((_, index) => thorough || index % 4 === 0 || index % 4 === 3);
}

/** An empty profile of the shared browser, closed when the test is over. */
export async function newContext(options: BrowserContextOptions = {}) {
  const context = await sharedBrowser().newContext({ baseURL: stack.baseUrl, ...options });
  context.setDefaultTimeout(patienceMs);
  atEnd(() => context.close());
  return context;
}

interface Surroundings {
  /** For another build than the one that the stack serves. */
  baseUrl?: string;
  /** In place of the shared one. */
  browser?: Browser;
}

/** A visitor with an empty browser, gone when the test is over; the site's policy must not have blocked anything. */
export async function openVisitor(locale: string, given: Surroundings = {}) {
  const { baseUrl = stack.baseUrl, browser = sharedBrowser() } = given;
  // Animations are half of a page's cost here.
  const visitor = await newVisitor(browser, baseUrl, locale, thorough ? 'no-preference' : 'reduce');
  atEnd(async () => {
    // A request that a route of the test still holds is nobody's by now, and its end no error.
    for (const page of visitor.context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await visitor.context.close();
    expect(visitor.faults.filter((fault) => /Content Security Policy|Trusted/.test(fault))).toEqual([]);
  });
  return visitor;
}

interface Visit extends Surroundings {
  path: string;
  width?: number;
  locale?: string;
  /** `running`: a clock that the test may push on; `stopped`: from the first line of the page on only the test moves it. */
  clock?: 'running' | 'stopped';
  /** Set up before the page is requested: routes, an init script. */
  before?: (page: Page) => Promise<unknown>;
}

/** Opens a page and waits until it has come alive: the toaster's region is mounted last of all. */
export async function visit({ path, width = 1440, locale, ...how }: Visit) {
  const visitor = await openVisitor(locale ?? (isDutch(path) ? 'nl-NL' : 'en-GB'), how);
  const { page } = visitor;
  await page.setViewportSize({ width, height: heightOf(width) });
  if (how.clock) await page.clock.install({ time: 0 });
  if (how.clock === 'stopped') await page.clock.pauseAt(1_000);
  await how.before?.(page);
  // Sent by an effect of the outermost component: the whole page has come alive by then.
  const counted = how.clock === 'stopped' ? page.waitForRequest('**/api/visit') : undefined;
  await page.goto(path);
  await counted;
  // The toaster waits for a moment of idleness, which a stopped clock never brings by itself.
  if (counted) await runUntilShown(page, toaster(page), 'attached');
  await untilAlive(page);
  return visitor;
}

/**
 * Moves a stopped clock until it is there: React briefly delays newly loaded content. The clock moves only when the
 * page has nothing left to load or draw, so how far it moves doesn't depend on how busy the machine is.
 */
export async function runUntilShown(
  page: Page,
  wanted: Locator,
  state: 'visible' | 'attached' = 'visible',
): Promise<void> {
  const isThere = async () => (state === 'visible' ? wanted.isVisible() : (await wanted.count()) > 0);
  for (let step = 0; step < 40; step += 1) {
    await untilScriptsLoaded(page);
    await drawnFrame(page);
    if (await isThere()) break;
    await page.clock.runFor(50);
  }
  await wanted.waitFor({ state });
}

/** Waits for the toaster, and until React has taken over every control that the HTML came with. */
export async function untilAlive(page: Page): Promise<void> {
  await untilFrameAlive(page);
  // Not by waitForFunction, which evaluates text in the page: its policy allows no such thing.
  await expect.poll(() => page.evaluate<boolean>(isAlive), { intervals: [10] }).toBe(true);
}

/** Waits for the frame of the page; a screen or a form whose own file is late may still be asleep. */
export async function untilFrameAlive(page: Page): Promise<void> {
  await toaster(page).waitFor({ state: 'attached' });
}

/** Hidden from the accessibility tree under an open dialog; its text is announced all the same. */
function toaster(page: Page): Locator {
  return page.getByRole('region', { name: /^(Notifications|Meldingen)/, includeHidden: true });
}

export function heightOf(width: number): number {
  return width < 640 ? 812 : 900;
}

/** The title and the text of the toast at this moment: empty without one; a second one would show as more lines. */
export async function toastNow(page: Page): Promise<string[]> {
  const texts = await toastIn(page).allInnerTexts();
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
}

export function toastIn(page: Page): Locator {
  return toaster(page).getByRole('listitem', { includeHidden: true });
}

/** Answers a call of the page in the api's place; gives the bodies that it was sent. */
export async function answerCall(page: Page, path: string, status: number, body: object = {}) {
  const sent: Record<string, unknown>[] = [];
  await page.route(`**${path}`, (route) => {
    sent.push(route.request().postDataJSON() as Record<string, unknown>);
    return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  });
  return sent;
}

/** A calendar that lets the page around it know that it lives, as Calendly's does. */
export function answerCalendar(page: Page) {
  return page.route('https://calendly.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>A calendar</title><script>parent.postMessage({}, "*")</script>',
    }),
  );
}

/** Accessibility violations that axe finds once the page is idle, one line per rule; in the part that is given. */
export async function accessibilityFaults(page: Page, part = 'html'): Promise<string[]> {
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    // In the page itself: passing every result to a second, blank page takes four times as long, and is for frames.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // A PDF viewer is the browser's own.
    .exclude('iframe')
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

export async function isFocused(element: Locator): Promise<boolean> {
  return (await element.and(element.page().locator(':focus')).count()) === 1;
}

export async function sidewaysScroll(page: Page): Promise<number> {
  await untilStill(page);
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** The widths at which the page scrolls sideways. */
export async function sidewaysScrolls(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if ((await sidewaysScroll(page)) > 0) found.push(width);
  }
  return found;
}

export function scrolledTo(page: Page): Promise<number> {
  return page.evaluate<number>('scrollY');
}

export function pathOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

function isDutch(path: string): boolean {
  return /^\/(nl(?![a-z])|afmelden)/.test(path);
}

/** In the page: as if its tab were sent to the back, or brought to the front again. */
export function hide(hidden: boolean): string {
  const state = hidden ? 'hidden' : 'visible';
  return `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${String(hidden)} });
    document.dispatchEvent(new Event('visibilitychange'));`;
}

/** Layout shifts, except just after a click or a key. */
export const countShifts = (page: Page) =>
  page.addInitScript(`
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifts += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);

/** Layout shift; words move by a pixel when their font arrives (0.002), a card that grows counts for 0.1 and more. */
export const shiftsOf = (page: Page) => page.evaluate<number>('window.shifts');
