import type { Page, Request } from 'playwright';

/* Waits for checks of a page. None uses a timer of the page, so they work with a stopped clock too. */

/**
 * Waits until nothing that ends by itself still moves: the last change is drawn, the fonts are here, and every
 * animation and transition that has an end is over. Half faded in, a text has too little contrast for axe.
 */
export async function untilStill(page: Page): Promise<void> {
  await drawnFrame(page);
  await page.evaluate(`(async () => {
    const moving = () => document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    await document.fonts.ready;
    // One that ends may start the next.
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  })()`);
}

/**
 * Waits for two frames: in the first, listeners and observers learn what changed (a window's width), the second shows
 * the result. A resize observer always reports once, in the next frame.
 */
export async function drawnFrame(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const frame of [1, 2]) await new Promise((drawn) => {
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        drawn(frame);
      });
      observer.observe(document.documentElement);
    });
  })()`);
}

/**
 * Waits until the last dialog listens to keys and to clicks outside it. It does so moments after it is shown: it takes
 * the focus when its keys work, and the listener for clicks is set by a timer of the same moment, which comes before
 * the next frames.
 */
export async function untilDialogListens(page: Page): Promise<void> {
  await page.locator('[role=dialog]').last().and(page.locator(':focus, :has(:focus)')).waitFor();
  await drawnFrame(page);
}

interface Scripts {
  onTheirWay: Set<Request>;
  /** Called when the last of them has arrived or failed. */
  whenNone: (() => void)[];
}
const scriptsOf = new WeakMap<Page, Scripts>();

/** Keeps track of the scripts that the page asks for from now on. */
export function watchScripts(page: Page): void {
  const scripts: Scripts = { onTheirWay: new Set(), whenNone: [] };
  scriptsOf.set(page, scripts);
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.onTheirWay.add(request);
  });
  const hasEnded = (request: Request) => {
    scripts.onTheirWay.delete(request);
    if (scripts.onTheirWay.size === 0) for (const go of scripts.whenNone.splice(0)) go();
  };
  page.on('requestfinished', hasEnded);
  page.on('requestfailed', hasEnded);
}

/** Waits until none is on its way. */
export async function untilScriptsLoaded(page: Page): Promise<void> {
  const scripts = scriptsOf.get(page);
  if (scripts && scripts.onTheirWay.size > 0) await new Promise<void>((done) => scripts.whenNone.push(done));
}

/** In the page: whether React has taken over every control that the HTML came with. */
export const isAlive = `(() => {
  const controls = [...document.querySelectorAll('#root :is(a, button, input, select, textarea)')];
  const isAlive = (control) => Object.keys(control).some((key) => key.startsWith('__reactProps$'));
  return controls.length > 0 && controls.every(isAlive);
})()`;
