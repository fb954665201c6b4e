import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

/** A site that gained a language since nginx.conf was written. */
const files = {
  'private/languages': 'en nl de',
  'index.html': 'home',
  'index.nl.html': 'thuis',
  'index.de.html': 'zu Hause',
  'learn/index.html': 'learn',
  'de/learn/index.html': 'lernen',
  '404.html': 'not here',
  'nl/404.html': 'niet hier',
  'de/404.html': 'nicht hier',
};
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ files, compressed: true });
});
afterAll(() => edge.close());

const askIn = (language: string | undefined, headers: Record<string, string> = {}) =>
  edge.ask('/', { headers: { ...headers, ...(language !== undefined && { 'Accept-Language': language }) } });

describe('/ is served in the language that the browser asks for', () => {
  it.each([
    ['nl', 'thuis'],
    ['NL', 'thuis'],
    ['nl-NL', 'thuis'],
    ['nl-BE,nl;q=0.9,en;q=0.8', 'thuis'],
    ['en;q=0.3,nl;q=0.9', 'thuis'],
    ['fr-FR , nl ; q=0.001', 'thuis'],
    // The script moves anyone who reads Dutch to the Dutch home, so this must come first.
    ['en-GB,en;q=0.9,nl;q=0.8', 'thuis'],
    ['de', 'zu Hause'],
    ['de-CH,nl;q=0.5', 'zu Hause'],
    ['nl-NL,de;q=0.5', 'thuis'],
    ['nl;q=0,de;q=0.5', 'zu Hause'],
    ['en-GB', 'home'],
    ['fr', 'home'],
    ['*', 'home'],
    ['', 'home'],
    [undefined, 'home'],
    ['nl;q=0', 'home'],
    ['nl;q=0.000', 'home'],
    ['xnl', 'home'],
    // Another language whose code begins alike, as Filipino's (fil) does like Finnish's (fi).
    ['nld', 'home'],
    ['nlx-NL,en;q=0.5', 'home'],
    ['x-nl', 'home'],
    [';;,,q=nl;q', 'home'],
    ['../nl', 'home'],
  ])('%s', async (language, words) => {
    const answer = await askIn(language);
    expect([answer.status, answer.body.toString()]).toEqual([200, words]);
    expect(answer.headers.vary).toBe('Accept-Language, Accept-Encoding');
    expect(answer.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    ['x', 'home'],
    [' ,', 'thuis'],
    ['nl;', 'home'],
    ['fr,', 'thuis'],
  ])('after 7,000 bytes of %j', async (noise, words) => {
    const answer = await askIn(`${noise.repeat(7_000 / noise.length)}nl`);
    expect([answer.status, answer.body.toString()]).toEqual([200, words]);
  });

  it.each(['identity', 'gzip', 'br'])('and unchanged is a 304 that varies alike, as %s', async (encoding) => {
    const tags = new Set<string>();
    for (const language of ['en', 'nl']) {
      const encoded = { 'Accept-Encoding': encoding };
      const { headers } = await askIn(language, encoded);
      tags.add(headers.etag ?? '');
      const again = await askIn(language, { ...encoded, 'If-None-Match': headers.etag ?? '' });
      expect(again).toMatchObject({ status: 304, headers: { vary: headers.vary, etag: headers.etag } });
    }
    expect(tags.size).toBe(2);
  });
});

it.each([
  ['/learn', 200, 'learn'],
  ['/de/learn', 200, 'lernen'],
  ['/nothing', 404, 'not here'],
  ['/de/nichts', 404, 'nicht hier'],
])('%s is in the language of its path, whatever the browser asks for', async (path, status, words) => {
  const answer = await edge.ask(path, { headers: { 'Accept-Language': 'nl' } });
  expect([answer.status, answer.body.toString()]).toEqual([status, words]);
  expect(answer.headers.vary ?? '').not.toContain('Accept-Language');
});
