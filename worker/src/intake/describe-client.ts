import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** A person's device, browser and system, from the agent; the agent itself isn't kept. */
export interface VisitClient {
  /** `desktop`, `mobile`, `tablet` or another class of bowser's. */
  device: string | null;
  browser: string | null;
  system: string | null;
}

/** Parsing takes 30 µs, and a visitor's pages all come with one agent. */
const known = new LRUCache<string, VisitClient>({ max: 2_000 });

export const unknownClient: VisitClient = { device: null, browser: null, system: null };

/** For an unknown agent bowser gives the first word, which can be anything. */
const oneOf = (names: Record<string, string>) => {
  const known = new Set(Object.values(names));
  return (name: string | undefined) => (name !== undefined && known.has(name) ? name : null);
};
const device = oneOf(Bowser.PLATFORMS_MAP);
const browser = oneOf(Bowser.BROWSER_MAP);
const system = oneOf(Bowser.OS_MAP);

/** An agent longer than any browser's is read no further: the browser's name is at its beginning. */
const readAtMost = 512;

/** Apps whose names hold another's for bowser: `GSA`, Google's app, and PhantomJS. */
const mistaken = /\b(?:BingSapphire|Phantom(?=\/(?:ios|android)))\/\S+/g;

/** Names without versions: `desktop`, `Firefox`, `Linux`. */
export function describeClient(userAgent: string): VisitClient {
  if (userAgent === '') return unknownClient;
  const start = userAgent.slice(0, readAtMost);
  let client = known.get(start);
  if (!client) {
    const said = Bowser.parse(start.replace(mistaken, ''));
    client = {
      device: device(said.platform.type),
      browser: browser(said.browser.name),
      system: system(said.os.name),
    };
    known.set(start, client);
  }
  return client;
}
