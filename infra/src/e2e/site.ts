import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { newVisitor } from './browser.js';
import { stack } from './stack.js';

export const widths = [375, 768, 1440] as const;

interface Visit {
  path: string;
  width?: number;
  locale?: string;
  /** A clock that the test turns. */
  clock?: boolean;
}

/** Opens a page and waits until it has come alive: the toaster's region is mounted last of all. */
export async function visit(browser: Browser, { path, width = 1440, locale, clock = false }: Visit) {
  const visitor = await newVisitor(browser, stack.baseUrl, locale ?? (isDutch(path) ? 'nl-NL' : 'en-GB'));
  await visitor.page.setViewportSize({ width, height: width < 640 ? 812 : 900 });
  if (clock) await visitor.page.clock.install();
  await visitor.page.goto(path);
  await untilAlive(visitor.page);
  return visitor;
}

async function untilAlive(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^(Notifications|Meldingen)/ }).waitFor({ state: 'attached' });
}

/** What axe holds against the page as it stands, one line for each rule. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // A PDF viewer is the browser's own.
    .exclude('iframe')
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

function isDutch(path: string): boolean {
  return path.startsWith('/nl') || path === '/afmelden';
}
