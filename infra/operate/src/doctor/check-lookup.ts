import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { lookupFiles, openNetworkTable, openPlaces, readBotListFile } from '@voordeur/worker';
import { lookupDirOf } from '../local/parts.js';
import { readLocalDir, root } from '../local/settings.js';
import { advice, type Finding, ok } from './finding.js';
import type { Installation } from './installation.js';

/** Networks move: of addresses half a year later, a few percent are somewhere else. */
const oldAfterDays = 183;

/** Whether workers can use the newest places, bots and networks, and how old the places are. */
export async function checkLookup({ environment, now }: Installation): Promise<Finding[]> {
  const fetched = lookupFiles(lookupDirOf(readLocalDir(environment)));
  const own = environment['GEOIP_DB'];
  const places = own === undefined ? existing(fetched.places) : resolve(root, own);
  return [
    await judgePlaces(places, own !== undefined, now),
    ...(await judgeBots(existing(fetched.bots))),
    ...(await judgeNetworks(existing(fetched.ipv4), 4)),
    ...(await judgeNetworks(existing(fetched.ipv6), 6)),
  ];
}

const existing = (file: string) => (existsSync(file) ? file : undefined);

async function judgePlaces(file: string | undefined, isOwn: boolean, now: Date): Promise<Finding> {
  const next = isOwn ? 'put a newer file in the place of GEOIP_DB.' : 'make refresh';
  let builtAt: Date;
  try {
    ({ builtAt } = await openPlaces({ cityDatabase: file }));
  } catch {
    return advice(`The places in ${file} can't be used, so workers have older ones.`, next);
  }
  const days = Math.floor((now.getTime() - builtAt.getTime()) / 86_400_000);
  const what = `The places of addresses were made on ${builtAt.toISOString().slice(0, 10)}`;
  return days > oldAfterDays ? advice(`${what}, ${days} days ago.`, next) : ok(what);
}

async function judgeBots(file: string | undefined): Promise<Finding[]> {
  if (file === undefined) return [];
  try {
    return [ok(`Patterns of bots besides the bundled ones: ${(await readBotListFile(file)).length}`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return [advice(`The list of bots in ${file} can't be used: ${reason}.`, 'make refresh')];
  }
}

async function judgeNetworks(file: string | undefined, family: 4 | 6): Promise<Finding[]> {
  if (file === undefined) return [];
  try {
    const { size } = await openNetworkTable(file, family);
    return [ok(`Networks of hosting providers and crawlers of IPv${family}: ${size}`)];
  } catch {
    return [advice(`The networks in ${file} can't be used, so workers have older ones.`, 'make refresh')];
  }
}
