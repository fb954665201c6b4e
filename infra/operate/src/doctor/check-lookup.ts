import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lookupFiles, openNetworkTable, openPlaces, readBotListFile } from '@voordeur/worker';
import { readLocalDir, root } from '../local/settings.js';
import { advice, type Finding, ok } from './finding.js';
import type { Installation } from './installation.js';

/** Networks move: of addresses half a year later, a few percent are somewhere else. */
const oldAfterDays = 183;

/** Whether workers can use the newest places, bots and networks, and how old the places are. */
export async function checkLookup({ environment, now }: Installation): Promise<Finding[]> {
  const fetched = lookupFiles(join(readLocalDir(environment), 'lookup'));
  const own = environment['GEOIP_DB'];
  const places = own === undefined ? existing(fetched.places) : resolve(root, own);
  const next = own === undefined ? 'make refresh' : 'put a newer file in the place of GEOIP_DB.';
  const networks = async (file: string, family: 4 | 6) =>
    `Networks of hosting providers and crawlers of IPv${family}: ${(await openNetworkTable(file, family)).size}`;
  const others: [string, (file: string) => Promise<string>][] = [
    [
      fetched.bots,
      async (file) => `Patterns of bots besides the bundled ones: ${(await readBotListFile(file)).length}`,
    ],
    [fetched.ipv4, (file) => networks(file, 4)],
    [fetched.ipv6, (file) => networks(file, 6)],
  ];
  return Promise.all([
    orUnusable(places, next, async () => {
      const { builtAt } = await openPlaces({ cityDatabase: places });
      const days = Math.floor((now.getTime() - builtAt.getTime()) / 86_400_000);
      const what = `The places of addresses were made on ${builtAt.toISOString().slice(0, 10)}`;
      return days > oldAfterDays ? advice(`${what}, ${days} days ago.`, next) : ok(what);
    }),
    ...others
      .filter(([file]) => existsSync(file))
      .map(([file, describe]) => orUnusable(file, 'make refresh', async () => ok(await describe(file)))),
  ]);
}

const existing = (file: string) => (existsSync(file) ? file : undefined);

async function orUnusable(file: string | undefined, next: string, judge: () => Promise<Finding>) {
  try {
    return await judge();
  } catch (error) {
    const what = `${file} can't be used, so workers have older ones (${(error as Error).message}).`;
    return advice(what, next);
  }
}
