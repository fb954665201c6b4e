import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchBrowser, newVisitor } from './browser.js';
import { untilScriptsLoaded, untilStill } from './waits.js';
import { giveUp } from '@voordeur/operate/local/advice.js';
import { findRunningStack, visitedSiteOf } from '@voordeur/operate/local/running-stack.js';
import { root } from '@voordeur/operate/local/settings.js';
import { logIn } from '../helpers/clients.js';

/**
 * `make files NAME=pictures`: the site and the admin of the running stack as they are in README. Fill its figures first; what
 * visitors left in it is not shown.
 */
const size = { width: 1440, height: 900 };
const mostBytes = 150_000;
const folder = join(root, 'docs/pictures');

async function takePictures(): Promise<void> {
  const stack = findRunningStack();
  const site = visitedSiteOf(stack);
  const browser = await launchBrowser();
  try {
    const { page } = await newVisitor(browser, site, 'en-GB');
    await page.setViewportSize(size);
    // So that each run takes the same picture.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/en');
    await save(page, 'site.webp');

    const token = await logIn(site, stack.environment['ADMIN_SECRET_KEY']);
    await page.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
    await page.goto('/admin/analytics');
    await page.locator('.recharts-bar-rectangle').first().waitFor();
    await save(page, 'admin.webp');
  } finally {
    await browser.close();
  }
}

/** Throws if it's too large for a README. */
async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilScriptsLoaded(page);
  await untilStill(page);
  const { length } = await page.screenshot({ type: 'webp', quality: 80, path: join(folder, name) });
  if (length > mostBytes) throw new Error(`${name} has ${length} bytes, ${mostBytes} at most`);
  process.stdout.write(`docs/pictures/${name}: ${Math.round(length / 1_000)} KB\n`);
}

await takePictures().catch(giveUp);
