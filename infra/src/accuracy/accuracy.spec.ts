import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectBot, openPlaces } from '@voordeur/worker';
import { isMet } from '../measuring/figures.js';
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
