import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { detectBot, openPlaces } from '@voordeur/worker';
import { isMet } from '../measuring/figures.js';
import { measureBehaviour, readPeople } from './behaviour.js';
import { type Corpus, measure, readCorpus } from './measure.js';

// The rows are under licences of their own and not in the repository.
const folder = process.env['SHARED_DATA'] ?? resolve(import.meta.dirname, '../../../../shared/data');
const places = await openPlaces({});
const judges = { detectBot, locate: (address: string) => places.locate(address) };

const missed = (corpus: Corpus) =>
  measure(corpus, judges)
    .targets.filter((target) => !isMet(target))
    .map(({ what }) => what);

it.skipIf(!existsSync(folder))(
  'meets every target on the labelled rows (skipped without SHARED_DATA)',
  () => {
    expect(missed(readCorpus(folder))).toEqual([]);
  },
  60_000,
);

describe('on rows of our own', () => {
  const row = (ua: string, kind: string, source: string) => ({ ua, class: kind, sources: [source] });
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
  const good: Corpus = {
    bots: [row('curl/8.5.0', 'http-library', 'ours')],
    people: [row(firefox, 'browser-desktop', 'user-agents-npm')],
    addresses: [
      { ip: '8.8.8.8', family: 4, country: 'US', dbip_agrees: true },
      { ip: '2001:240::1', family: 6, country: 'JP', dbip_agrees: true },
      { ip: '8.8.4.4', family: 4, country: 'NL', dbip_agrees: false },
    ],
  };

  it('meets every target when every verdict is right', () => {
    expect(missed(good)).toEqual([]);
  });

  it.each([
    ['a missed bot', { bots: [row(firefox, 'crawler', 'ours')] }, ['bots detected']],
    [
      'a browser taken for a bot',
      { people: [...good.people, row('curl/8.5.0', 'browser', 'ours')] },
      ['browsers taken for bots'],
    ],
    [
      'a wrong country',
      { addresses: [good.addresses[1], { ip: '8.8.8.8', family: 4, country: 'NL', dbip_agrees: true }] },
      ['IPv4 in its country'],
    ],
    ['no rows', { bots: [] }, ['bots detected']],
  ])('misses one by %s', (_, change, names) => {
    expect(missed({ ...good, ...change } as Corpus)).toEqual(names);
  });
});

describe('suspicions', () => {
  const findNetwork = (address: string) =>
    address.startsWith('95.') ? { operator: 'Hetzner', isHosting: true } : null;
  const views = (count: number, everyMs: number, suspicion: string | null = null) =>
    Array.from({ length: count }, (_, index) => ({ at: index * everyMs, page: `/${index}`, suspicion }));
  const valueOf = (rows: ReturnType<typeof measureBehaviour>, what: RegExp) =>
    rows.find((row) => what.test(row.what))?.value;

  it('are worth what they say of programs and of people who drew the pages', () => {
    const scripted = [
      { kind: 'marked', views: views(3, 9_000, 'webdriver') },
      { kind: 'fast', views: views(9, 500) },
      { kind: 'like a reader', views: views(3, 9_000) },
      { kind: 'like a reader', views: views(3, 9_000) },
    ];
    const logged = [
      { address: '84.80.1.1', views: views(3, 9_000), drewPages: true },
      { address: '95.216.1.1', views: views(1, 0), drewPages: true },
      { address: '95.216.1.1', views: views(1, 0), drewPages: false },
      ...Array.from({ length: 2 }, () => ({
        address: '84.80.1.2',
        views: views(2, 20_000),
        drewPages: true,
      })),
    ];
    const rows = measureBehaviour(scripted, logged, findNetwork);
    expect(valueOf(rows, /^recall/)).toBe(50);
    expect(valueOf(rows, /^precision/)).toBeCloseTo(100 * (50 / 75));
    expect(valueOf(rows, /^others/)).toBe(100);
    expect(rows.slice(0, 3).map(({ what, value, more }) => [what, value, more?.['suspected']])).toEqual([
      ['marked', 1, 'webdriver'],
      ['fast', 1, 'pace'],
      ['like a reader', 0, undefined],
    ]);
  });

  it('are of the people in the log, hour by hour', () => {
    const dir = mkdtempSync(join(tmpdir(), 'voordeur-log-'));
    const line = (hour: string, request: string, agent: string) =>
      `84.80.1.1 - - [17/May/2015:${hour}:05:03 +0000] "GET ${request} HTTP/1.1" 200 1 "-" "${agent}"`;
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/43.0.0.0 Safari/537.36';
    const log = [
      ...[line('10', '/', chrome), line('10', '/style.css', chrome), line('10', '/blog', chrome)],
      ...[line('12', '/', chrome), line('10', '/', 'curl/8.5.0'), 'no line'],
      line('10', '/', chrome.replace('Windows NT 10.0', 'X11; Linux x86_64')),
    ];
    try {
      expect(readPeople(dir)).toEqual([]);
      writeFileSync(join(dir, 'access-log-open.log.gz'), gzipSync(log.join('\n')));
      const sessions = readPeople(dir).map(({ views: seen, drewPages }) => [
        seen.map(({ page }) => page),
        drewPages,
      ]);
      expect(sessions).toEqual([
        [['/', '/blog'], true],
        [['/'], true],
        [['/'], false],
      ]);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
