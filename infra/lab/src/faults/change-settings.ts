import { setTimeout as wait } from 'node:timers/promises';
import type { SiteSettingsAnswer, SiteSettingsBody } from '@voordeur/contracts/http';
import { until } from '@voordeur/operate/local/until.js';
import { lookWhile } from '../measuring/load.js';
import { ownConnection } from './load.js';
import { type Ask, insist } from './owner-calls.js';

/** The name and the price of change `n`: both are on every home page, and in its data. */
const valuesOf = (n: number) => ({
  product: `Name ${n}`,
  price: { en: `Price ${n}`, nl: `Prijs ${n}` },
});
const marks = /\b(Name|Price|Prijs) (\d+)\b/g;

/**
 * Makes changes until `wanted` of them were accepted, and reads the home pages all the while. `wrong` takes a page that has
 * values of two changes, or of an older one than a page that was read before, and a refused change that holds in half.
 */
export async function changeSettings(baseUrl: string, ask: Ask, wanted: number, wrong: string[]) {
  let newest = 0;
  let pages = 0;
  let refused = 0;
  const versions = new Set<number>();

  const read = async () => {
    for (const path of ['/en', '/nl']) {
      const before = newest;
      const answer = await fetch(baseUrl + path, { headers: ownConnection });
      const html = await answer.text();
      const found = [...html.matchAll(marks)];
      const names = new Set(found.map(([, name]) => name));
      const [number = 0, ...others] = new Set(found.map(([, , n]) => Number(n)));
      const isWhole = html.trimEnd().endsWith('</html>') && (number === 0 || names.size === 3);
      if (!answer.ok || !isWhole || others.length > 0 || number < before)
        wrong.push(
          `${path} (${answer.status}) has ${found.map(([mark]) => mark).join(', ')} after ${before}`,
        );
      newest = Math.max(newest, number);
      versions.add(number);
      pages += 1;
    }
  };

  const change = async () => {
    let last = 0;
    for (let n = 1, accepted = 0; accepted < wanted; n += 1) {
      const { settings } = await insist(() => ask<SiteSettingsAnswer>('site'));
      const changes: SiteSettingsBody['changes'] = Object.entries(valuesOf(n)).map(([name, value]) => {
        const setting = settings.find(({ key }) => key === name);
        if (!setting) throw new Error(`there is no setting ${name}`);
        return { key: setting.key, value, writtenOver: setting.value };
      });
      const written = JSON.stringify(changes.map(({ writtenOver }) => writtenOver));
      const holds = Array.from({ length: n - last }, (_, index) => last + index);
      // The file's own values come before the first change.
      if (last > 0 && !holds.some((one) => JSON.stringify(Object.values(valuesOf(one))) === written))
        wrong.push(`after change ${last} was accepted, and others refused up to ${n - 1}: ${written}`);
      if (await ask('site', 'PUT', { changes })) {
        accepted += 1;
        last = n;
      } else refused += 1;
      await wait(Math.random() * 600);
    }
    if (!(await until(() => newest >= last, { withinMs: 60_000 })))
      wrong.push(`the pages have change ${newest} a minute after ${last} was accepted`);
  };

  // Rendering has the lowest priority: a reader that takes a core would hold it up.
  await lookWhile(change(), read, 250);
  return { accepted: wanted, refused, pages, versions: versions.size };
}
