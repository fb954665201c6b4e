import type { Page } from 'playwright';
import { launchBrowser, newVisitor } from '@voordeur/e2e/browser/browser.js';
import { prepareNginx } from '@voordeur/operate/local/nginx.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { until } from '@voordeur/operate/local/until.js';
import { benchSettings, startBeside } from './bench-stack.js';

const opens = 10;

/** Milliseconds until all figures and charts are on the page. */
const isComplete = `
  document.querySelectorAll('.skeleton').length === 0
  && document.querySelectorAll('.recharts-bar-rectangle').length > 20`;

/**
 * From the owner's click on "Analytics" until every figure and chart of it is painted, in a browser that has nothing
 * of it in its cache. An nginx of its own is in front of that api: changing requests in the browser would
 * cost it some milliseconds for each.
 */
export async function measureDashboard(
  visits: number,
  { url, token }: { url: string; token: string },
): Promise<Row> {
  const settings = benchSettings('bench-dashboard', 3, {
    WEB_PORT: '28112',
    NGINX_STATUS_PORT: '28213',
    API_PORT: new URL(url).port,
  });
  const siteUrl = addressOf(settings);
  const nginx = { ...prepareNginx(settings), name: 'dashboard-nginx' };
  const endNginx = await startBeside(nginx, `${siteUrl}/api/health/ready`);
  const browser = await launchBrowser();
  const tookMs: number[] = [];
  try {
    for (let open = 0; open < opens; open += 1) {
      const { context, page } = await newVisitor(browser, siteUrl, 'en-GB');
      await context.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`);
      await page.goto('/admin', { waitUntil: 'networkidle' });
      tookMs.push(await openAnalytics(page));
      await context.close();
    }
  } finally {
    await browser.close();
    await endNginx();
  }
  const what = `analytics page at ${visits} visits, from click to complete, p95`;
  return { ...atMost(what, percentile(tookMs, 95), 1_000, 'ms'), more: { 'p50 ms': percentile(tookMs, 50) } };
}

/** Milliseconds by the page's own clock, up to the frame in which it is complete. Throws after 20 s. */
async function openAnalytics(page: Page): Promise<number> {
  await page.getByRole('navigation').getByRole('link', { name: 'Analytics' }).waitFor();
  await page.evaluate(`
    addEventListener('click', () => {
      const startMs = performance.now();
      const look = () => {
        if (${isComplete}) requestAnimationFrame(() => { window.tookMs = performance.now() - startMs; });
        else requestAnimationFrame(look);
      };
      look();
    }, { capture: true, once: true })`);
  await page.getByRole('navigation').getByRole('link', { name: 'Analytics' }).click();
  const isThere = () => page.evaluate<boolean>('window.tookMs !== undefined');
  if (!(await until(isThere, { withinMs: 20_000, everyMs: 20 })))
    throw new Error(
      `the page isn't complete: ${await page.evaluate<string>(`['.skeleton', '.recharts-bar-rectangle']
        .map((part) => document.querySelectorAll(part).length + ' ' + part).join(', ')`)}`,
    );
  return page.evaluate<number>('window.tookMs');
}
