import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { headlessOptions, newVisitor } from '@voordeur/e2e/browser/browser.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { until } from '@voordeur/operate/local/until.js';

/** A program with a person's agent that opens pages of the site in a real browser. */
interface ScriptedKind {
  /** `hosting`: of Hetzner. `home`: of a provider of lines to homes. */
  network: 'hosting' | 'home';
  /** How it hides that it is driven, if it does: by a switch of Chromium, or by a script in each page. */
  hides: 'not' | 'by switch' | 'by script';
  /** Between two pages; a reader takes 20 s. */
  pauseMs: number;
}

const kinds: ScriptedKind[] = [
  { network: 'home', hides: 'not', pauseMs: 0 },
  { network: 'home', hides: 'not', pauseMs: 4_000 },
  { network: 'hosting', hides: 'not', pauseMs: 4_000 },
  { network: 'hosting', hides: 'by switch', pauseMs: 0 },
  { network: 'hosting', hides: 'by script', pauseMs: 4_000 },
  { network: 'home', hides: 'by script', pauseMs: 0 },
  // Nothing that is measured tells this one from a reader.
  { network: 'home', hides: 'by switch', pauseMs: 4_000 },
];
const sessionsOfKind = 3;
const pages = ['', '/learn', '/booking']
  .flatMap((page) => [`/en${page}`, `/nl${page}`])
  .concat('/en/legal', '/en/privacy');

const inWords = ({ network, hides, pauseMs }: ScriptedKind) =>
  `hides ${hides}, ${pauseMs === 0 ? 'as fast as it can' : 'paced'}, from a network for ${network}`;

/** A session as it was stored. */
export interface StoredSession {
  kind: string;
  views: { at: number; page: string; suspicion: string | null }[];
}

/** Has each kind visit a stack of its own, and reads what became rows. Throws where page views are missing. */
export async function visitByScript(): Promise<StoredSession[]> {
  const settings = ownSettings('accuracy', 8, { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: 'off' });
  return withStack(settings, async (baseUrl) => {
    const sessions = kinds.flatMap((kind, k) =>
      Array.from({ length: sessionsOfKind }, (_, n) => ({
        kind,
        // Each in a network of its own: what is stored of an address is its /24.
        network: `${kind.network === 'hosting' ? '95.216' : '84.80'}.${100 + k * sessionsOfKind + n}`,
      })),
    );
    // One after the other, so that as fast as it can means just that; those that wait do it side by side.
    for (const one of sessions.filter(({ kind }) => kind.pauseMs === 0)) await visit(baseUrl, one);
    await Promise.all(sessions.filter(({ kind }) => kind.pauseMs > 0).map((one) => visit(baseUrl, one)));
    return withPostgres(settings.databaseUrl, async (db) => {
      const read = async () =>
        (
          await db.query<{ network: string; at: number; page: string; suspicion: string | null }>(
            `select host(network(set_masklen(ip, 24))) as network, page, suspicion,
              extract(epoch from occurred_at)::float8 * 1000 as at
            from visits where bot_reason is null order by id`,
          )
        ).rows;
      const expected = sessions.length * pages.length;
      if (!(await until(async () => (await read()).length >= expected, { withinMs: 20_000, everyMs: 200 })))
        throw new Error(`${(await read()).length} page views of ${expected} were stored`);
      const rows = await read();
      return sessions.map(({ kind, network }) => ({
        kind: inWords(kind),
        views: rows.filter((row) => row.network === `${network}.0`),
      }));
    });
  });
}

async function visit(
  baseUrl: string,
  { kind, network }: { kind: ScriptedKind; network: string },
): Promise<void> {
  const options = headlessOptions();
  const args = [...(options.args ?? [])];
  if (kind.hides === 'by switch') args.push('--disable-blink-features=AutomationControlled');
  const browser = await chromium.launch({ ...options, args });
  try {
    const { context, page } = await newVisitor(browser, baseUrl, 'en-GB', 'reduce');
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': `${network}.7` });
    if (kind.hides === 'by script')
      await context.addInitScript(
        `Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => undefined })`,
      );
    for (const path of pages) {
      const counted = page.waitForResponse((response) => response.url().endsWith('/api/visit'));
      await page.goto(path, { waitUntil: 'commit' });
      await counted;
      await wait(kind.pauseMs);
    }
  } finally {
    await browser.close();
  }
}
