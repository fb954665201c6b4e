import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type DetectBot, detectBot, makeDetector } from '../bots/detect-bot.js';
import { botListLimits, readBotList } from '../bots/read-bot-list.js';
import { type NetworkTable, openNetworkTable } from '../bots/network-table.js';
import { bundledNetworks, type FindNetwork, makeFindNetwork } from '../bots/networks.js';
import type { Config } from '../platform/config.js';
import { openPlaces, type Places } from '../platform/geoip.js';
import { reportLookupFile, reportPlacesBuilt } from '../platform/metrics.js';
import { WatchedFile } from './watched-file.js';

/** The data that a visit's address and agent are looked up in. */
export interface LookupData {
  places: Places;
  detectBot: DetectBot;
  findNetwork: FindNetwork;
}

/** Optional files of LOOKUP_DIR, which replace the bundled places and networks and add to the bundled bots. */
export const lookupFiles = (lookupDir: string) => ({
  places: join(lookupDir, 'places.mmdb'),
  bots: join(lookupDir, 'bots.json'),
  ipv4: join(lookupDir, 'ipv4.networks'),
  ipv6: join(lookupDir, 'ipv6.networks'),
});

/** The newest lookup data: from files that may be replaced while we run (`make refresh`), else the bundled data. */
@Injectable()
export class Lookup implements BeforeApplicationShutdown {
  private constructor(
    private readonly places: WatchedFile<Places>,
    private readonly bots: WatchedFile<DetectBot>,
    private readonly ipv4: WatchedFile<NetworkTable>,
    private readonly ipv6: WatchedFile<NetworkTable>,
  ) {}

  /** Loads the files that exist. Never throws for an unusable file: the bundled data replaces it. */
  static async open(
    {
      geoipDatabase,
      geoipCacheBytes,
      lookupDir,
    }: Pick<Config, 'geoipDatabase' | 'geoipCacheBytes' | 'lookupDir'>,
    more: { log?: Pick<Logger, 'log' | 'warn'>; everyMs?: number } = {},
  ): Promise<Lookup> {
    const shared = { log: new Logger('lookup'), ...more };
    const files = lookupDir === undefined ? undefined : lookupFiles(lookupDir);
    const places = await WatchedFile.open({
      ...shared,
      what: 'places',
      file: geoipDatabase ?? files?.places,
      isExpected: geoipDatabase !== undefined,
      load: (file) => openPlaces({ cityDatabase: file, cacheBytes: geoipCacheBytes }),
      onState: ({ builtAt }, isRefused) => {
        reportLookupFile('places', isRefused);
        reportPlacesBuilt(builtAt);
      },
    });
    const bots = await WatchedFile.open({
      ...shared,
      what: 'bots',
      file: files?.bots,
      isExpected: false,
      load: async (file) => (file === undefined ? detectBot : makeDetector(await readBotListFile(file))),
      onState: (_detect, isRefused) => {
        reportLookupFile('bots', isRefused);
      },
    });
    const openNetworks = (family: 4 | 6) =>
      WatchedFile.open({
        ...shared,
        what: `networks-ipv${family}`,
        file: files?.[`ipv${family}`],
        isExpected: false,
        load: (file = bundledNetworks(family)) => openNetworkTable(file, family),
        onState: (_table, isRefused) => {
          reportLookupFile(`networks-ipv${family}`, isRefused);
        },
      });
    return new Lookup(places, bots, await openNetworks(4), await openNetworks(6));
  }

  /** A snapshot: a batch takes it once, so that all of its rows are looked up in the same data. */
  current(): LookupData {
    return {
      places: this.places.value,
      detectBot: this.bots.value,
      findNetwork: makeFindNetwork(this.ipv4.value, this.ipv6.value),
    };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.places, this.bots, this.ipv4, this.ipv6].map((file) => file.close()));
  }
}

/** Reads no more of the file than a list may have. Throws where it can't be used. */
export async function readBotListFile(file: string): Promise<ReturnType<typeof readBotList>> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(botListLimits.bytes + 1) });
    return readBotList(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
