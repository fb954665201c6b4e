import { join } from 'node:path';
import type { Page } from 'playwright';
import { root } from '@voordeur/operate/local/settings.js';
import { thorough } from './browser.js';
import { untilStill } from './waits.js';

/** Where the pictures of every screen and state lie after a run. */
export const screenshots = join(root, '.local/screenshots');

/** With THOROUGH=1, keeps a picture for anyone who reviews the run; `name` says path, state and width. */
export async function keepScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (!thorough) return;
  await untilStill(page);
  await untilPicturesShown(page);
  const file = `${name.replace(/^\//, '').replaceAll(/[^a-z0-9-]+/gi, '_')}.jpg`;
  // A PNG costs twice as much to write.
  const quality = { type: 'jpeg', quality: 80 } as const;
  await page.screenshot({ path: join(screenshots, file), fullPage, animations: 'disabled', ...quality });
}

/** Also those that the browser would only ask for once somebody scrolls near. */
async function untilPicturesShown(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled([...document.images].map((image) => {
    image.loading = 'eager';
    return image.decode();
  }))`);
}
