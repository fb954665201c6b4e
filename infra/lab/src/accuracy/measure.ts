import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectBot, openPlaces } from '@voordeur/worker';
import { atLeast, atMost, type Row } from '../measuring/figures.js';

/** A user agent and what its sources say of it. */
interface AgentRow {
  ua: string;
  class: string;
  sources: string[];
}

/** An address, the country its source gives, and whether that answer is still true. */
interface AddressRow {
  ip: string;
  family: 4 | 6;
  country: string;
  dbip_agrees: boolean;
}

/** Throws where the folder has no such file, or one that is no JSON lines. */
function readRows<Row>(folder: string, kind: string): Row[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(kind) && name.endsWith('.jsonl'));
  if (files.length === 0) throw new Error(`no ${kind}*.jsonl in ${folder}`);
  return files
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}

/**
 * Runs the worker's own judges over the folder's `bots*.jsonl`, `humans*.jsonl` and `geo-known*.jsonl`: to what the product
 * promises (where a group without rows keeps no promise), and to the rows that were judged wrongly.
 */
export async function measure(folder: string) {
  const bots = readRows<AgentRow>(folder, 'bots');
  const people = readRows<AgentRow>(folder, 'humans');
  const addresses = readRows<AddressRow>(folder, 'geo-known');
  const places = await openPlaces({});
  const judge = ({ ua }: AgentRow) => [ua, detectBot({ userAgent: ua, page: '/' }) !== null] as const;
  const verdicts = new Map([...bots, ...people].map(judge));
  const isBot = ({ ua }: AgentRow) => verdicts.get(ua) === true;
  const browsers = people.filter((row) => row.class.startsWith('browser'));
  const todays = people.filter((row) => row.sources.includes('user-agents-npm'));
  const current = addresses.filter((row) => row.dbip_agrees);
  const isPlaced = (row: AddressRow) => places.locate(row.ip).country === row.country;
  const ofFamily = (family: 4 | 6) => current.filter((row) => row.family === family);
  const inWords = ({ ua, class: kind, sources }: AgentRow) => `${ua} (${kind}, ${sources.join(', ')})`;

  const targets: Row[] = [
    atLeast('bots detected', share(bots, isBot), 99.3, '%'),
    atMost('browsers taken for bots', share(browsers, isBot), 0.5, '%'),
    atMost("today's browsers taken for bots", share(todays, isBot), 0, '%'),
    atLeast('IPv4 in its country', share(ofFamily(4), isPlaced), 100, '%'),
    atLeast('IPv6 in its country', share(ofFamily(6), isPlaced), 90, '%'),
  ];
  const misses = {
    'Not detected': bots.filter((row) => !isBot(row)).map(inWords),
    'Taken for a bot': browsers.filter(isBot).map(inWords),
    Misplaced: current
      .filter((row) => !isPlaced(row))
      .map(({ ip, country }) => `${ip} (${country}): ${places.locate(ip).country}`),
  };
  return { targets, misses };
}

/** Percent of the rows. */
export function share<Row>(rows: Row[], test: (row: Row) => boolean): number {
  return (100 * rows.filter(test).length) / rows.length;
}
