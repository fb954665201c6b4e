import { mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDatabase } from '../testing/make-database.js';
import { writeNetworkTable } from '../bots/network-table.js';
import { Lookup } from './lookup.js';

const folder = mkdtempSync(join(tmpdir(), 'voordeur-lookup-'));
const places = join(folder, 'places.mmdb');
const bots = join(folder, 'bots.json');
const ipv4 = join(folder, 'ipv4.networks');
const log = { log: vi.fn(), warn: vi.fn() };
let lookup: Lookup;

/** Addresses from 128.0.0.0 on are in this country. */
const makePlaces = (file: string, country: string) =>
  makeDatabase(file, 4, [{ country_code: 'ZZ' }, { country_code: country }]);
const replace = (file: string, write: (file: string) => unknown) => {
  write(`${file}.new`);
  renameSync(`${file}.new`, file);
};
const writeBots = (entries: unknown) => (file: string) => {
  writeFileSync(file, JSON.stringify(entries));
};
const start = async (geoipDatabase?: string) => {
  lookup = await Lookup.open(
    { geoipDatabase, geoipCacheBytes: 1e6, lookupDir: folder },
    { log, everyMs: 20 },
  );
};
const country = () => lookup.current().places.locate('145.97.31.20').country;
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const judge = (agent: string) => lookup.current().detectBot({ userAgent: `${browser} ${agent}`, page: '/' });

beforeEach(() => {
  vi.clearAllMocks();
  for (const file of [places, bots, ipv4]) rmSync(file, { force: true });
});
afterEach(() => lookup.beforeApplicationShutdown());
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('places', () => {
  it('are those of the newest file, whichever was there at the start', async () => {
    await start();
    expect(country()).toBe('NL');
    makePlaces(places, 'BE');
    await expect.poll(country).toBe('BE');
    replace(places, (file) => makePlaces(file, 'FR'));
    await expect.poll(country).toBe('FR');
    expect(log.log).toHaveBeenCalledTimes(2);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('stay as they are while the newest file cannot be used, with one line in the log', async () => {
    makePlaces(places, 'BE');
    await start();
    replace(places, (file) => {
      writeFileSync(file, 'half a fi');
    });
    await expect.poll(() => log.warn.mock.calls).toHaveLength(1);
    expect(country()).toBe('BE');
    replace(places, (file) => makePlaces(file, 'FR'));
    await expect.poll(country).toBe('FR');
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it('stay as they are while there is no file', async () => {
    makePlaces(places, 'BE');
    await start();
    unlinkSync(places);
    replace(bots, writeBots([{ pattern: 'ExampleOne\\/' }]));
    await expect.poll(() => log.log.mock.calls).toHaveLength(1);
    expect(country()).toBe('BE');
  });

  it('are the bundled ones where the file cannot be used at the start', async () => {
    writeFileSync(places, 'no database');
    await start();
    expect(country()).toBe('NL');
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it("are in the owner's file where GEOIP_DB names one, whatever make refresh has fetched", async () => {
    makePlaces(places, 'BE');
    const own = makePlaces(join(folder, 'own.mmdb'), 'DE');
    await start(own);
    expect(country()).toBe('DE');
    await lookup.beforeApplicationShutdown();
    await start('/nowhere.mmdb');
    expect(country()).toBe('NL');
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it('are the same for all of a batch', async () => {
    makePlaces(places, 'BE');
    await start();
    const batch = lookup.current();
    replace(places, (file) => makePlaces(file, 'FR'));
    await expect.poll(country).toBe('FR');
    expect(batch.places.locate('145.97.31.20').country).toBe('BE');
  });
});

describe('bots', () => {
  it('are those of the newest list and of the bundled one', async () => {
    await start();
    expect(judge('ExampleOne/1')).toBeNull();
    replace(bots, writeBots([{ pattern: 'ExampleOne\\/', tags: ['monitoring'] }]));
    await expect
      .poll(() => judge('ExampleOne/1'))
      .toMatchObject({ reason: 'user-agent', name: 'ExampleOne', botClass: 'monitor' });
    expect(judge('Googlebot/2.1')).toMatchObject({ name: 'Googlebot' });
    replace(bots, writeBots([{ pattern: 'ExampleTwo' }]));
    await expect.poll(() => judge('ExampleTwo/1')).toMatchObject({ name: 'ExampleTwo', botClass: 'other' });
    expect(judge('ExampleOne/1')).toBeNull();
  });

  it('stay as they are where one entry of a newer list is wrong', async () => {
    writeBots([{ pattern: 'ExampleOne\\/' }])(bots);
    await start();
    replace(bots, writeBots([{ pattern: 'ExampleTwo' }, { pattern: 'Firefox' }]));
    await expect.poll(() => log.warn.mock.calls).toHaveLength(1);
    expect(judge('ExampleOne/1')).not.toBeNull();
    expect(judge('ExampleTwo')).toBeNull();
  });
});

describe('networks', () => {
  const write = (operator: string) => (file: string) => {
    const ranges = [{ first: 0x91_61_00_00n, last: 0x91_61_ff_ffn, operator: 0 }];
    writeFileSync(file, writeNetworkTable(4, [{ operator, isHosting: true }], ranges));
  };
  const operator = () => lookup.current().findNetwork('145.97.31.20')?.operator;

  it('are those of the newest file, and the bundled ones until there is one', async () => {
    await start();
    expect(operator()).toBeUndefined();
    expect(lookup.current().findNetwork('95.216.1.1')?.operator).toBe('Hetzner');
    replace(ipv4, write('One'));
    await expect.poll(operator).toBe('One');
    replace(ipv4, write('Two'));
    await expect.poll(operator).toBe('Two');
    // The other family has a file of its own.
    expect(lookup.current().findNetwork('2a01:4f8::1')?.operator).toBe('Hetzner');
  });

  it('stay as they are while the newest file cannot be used, and are the bundled ones at a start', async () => {
    write('One')(ipv4);
    await start();
    expect(operator()).toBe('One');
    replace(ipv4, (file) => {
      writeFileSync(file, 'half a fi');
    });
    await expect.poll(() => log.warn.mock.calls).toHaveLength(1);
    expect(operator()).toBe('One');
    await lookup.beforeApplicationShutdown();
    await start();
    expect(operator()).toBeUndefined();
    expect(lookup.current().findNetwork('95.216.1.1')?.operator).toBe('Hetzner');
  });
});
