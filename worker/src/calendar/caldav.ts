import type { SourceFailure } from '@voordeur/contracts/http';
import { type OutgoingRequest, type RequestOptions, requestWhole } from '../platform/request-once.js';
import { parseMultistatus, type Resource } from './multistatus.js';

/** Why a calendar couldn't be read or written. */
export class SourceFailed extends Error {
  constructor(
    readonly code: SourceFailure | 'stopped',
    readonly statusCode?: number,
  ) {
    super(code);
  }
}

export interface SourceAccess {
  address: string;
  userName: string | null;
  password: string | null;
}

/** How the internet is asked; `isAllowed` as for webhooks. */
export type HowToAsk = Pick<RequestOptions, 'isAllowed' | 'lookUp' | 'stop'> & {
  /** Also plain http, where the operator allows private addresses. */
  allowPlain: boolean;
  /** For each answer. */
  timeoutMs?: number;
};

interface Answer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Its address, after redirects. */
  url: string;
}

interface Question extends Pick<OutgoingRequest, 'method' | 'body'> {
  headers?: Record<string, string>;
  mostBytes?: number;
}

export type Ask = (url: string, question: Question) => Promise<Answer>;

const usualTimeoutMs = 20_000;
const mostRedirects = 5;
const mostCalendars = 30;
/** Descriptions of calendars are short. */
const describedBytes = 1_000_000;
/** Enough for twenty thousand events. */
export const calendarBytes = 10_000_000;

/**
 * Asks with the name and password of a source, and follows redirects. Those go to the host that the owner gave, and to
 * hosts of the same domain, as iCloud does. Throws `SourceFailed` for an answer that isn't one of success or 304.
 */
export function askWith(source: SourceAccess, how: HowToAsk): Ask {
  const { timeoutMs = usualTimeoutMs, allowPlain, ...options } = how;
  const authorization = authorizationOf(source);
  return async (first, { headers = {}, mostBytes = describedBytes, ...request }) => {
    let url = first;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      if (!isTrusted(url, source.address, allowPlain)) throw new SourceFailed('address-not-allowed');
      const { body = '' } = request;
      const result = await requestWhole(
        {
          ...request,
          url,
          headers: {
            'user-agent': 'Voordeur-Calendar/1',
            'accept-encoding': 'identity',
            ...(authorization !== undefined && { authorization }),
            ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        { ...options, timeoutMs, mostBytes },
      );
      if ('error' in result) throw new SourceFailed(failureOf(result.error));
      const { statusCode } = result;
      const { location } = result.headers;
      if (statusCode >= 300 && statusCode !== 304 && statusCode < 400 && location !== undefined) {
        if (!URL.canParse(location, url)) throw new SourceFailed('server-failed', statusCode);
        url = new URL(location, url).href;
        continue;
      }
      if (statusCode === 304 || (statusCode >= 200 && statusCode < 300)) return { ...result, url };
      throw new SourceFailed(failureOfStatus(statusCode), statusCode);
    }
    throw new SourceFailed('server-failed');
  };
}

function authorizationOf({ userName, password }: SourceAccess): string | undefined {
  if (userName === null && password === null) return undefined;
  return `Basic ${Buffer.from(`${userName ?? ''}:${password ?? ''}`).toString('base64')}`;
}

/** A server may lead to another of its machines, and nobody else gets her password. */
function isTrusted(to: string, given: string, allowPlain: boolean): boolean {
  const [next, first] = [new URL(to), new URL(given)];
  if (next.protocol !== 'https:' && !(next.protocol === 'http:' && allowPlain)) return false;
  const domain = first.hostname.split('.').slice(1).join('.');
  return (
    next.host === first.host ||
    (domain.includes('.') && next.hostname.endsWith(`.${domain}`) && next.port === '')
  );
}

function failureOf(error: string): SourceFailed['code'] {
  if (error === 'stopped' || error === 'address-not-allowed' || error === 'too-large') return error;
  return 'not-reached';
}

function failureOfStatus(status: number): SourceFailure {
  if (status === 401 || status === 403) return 'login-refused';
  if (status === 404 || status === 410) return 'not-found';
  return 'server-failed';
}

export interface FoundCalendar {
  url: string;
  name: string;
  isFree: boolean;
  tag: string | null;
}

const described = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"><D:prop>
<D:resourcetype/><D:displayname/><D:current-user-principal/><D:sync-token/><S:getctag/>
<C:calendar-home-set/><C:supported-calendar-component-set/><C:schedule-calendar-transp/>
</D:prop></D:propfind>`;

/**
 * The calendars behind an address: of a calendar, an account, or a server that knows the account by its login (RFC 4791
 * and 6764). Throws `SourceFailed`.
 */
export async function findCalendars(ask: Ask, address: string): Promise<FoundCalendar[]> {
  const { url, resources } = await startOf(ask, address);
  const [self] = resources;
  if (self?.isCalendar) return calendarsIn(url, resources);
  const principal = self?.principal ?? null;
  const homes =
    self && self.homes.length > 0
      ? self.homes
      : principal === null
        ? []
        : ((await describe(ask, new URL(principal, url).href, 0)).resources[0]?.homes ?? []);
  const places = homes.length > 0 ? homes.map((home) => new URL(home, url).href) : [url];
  const found: FoundCalendar[] = [];
  for (const place of places) {
    const inside = await describe(ask, place, 1);
    found.push(...calendarsIn(inside.url, inside.resources));
  }
  if (found.length === 0) throw new SourceFailed('no-calendar');
  return found.slice(0, mostCalendars);
}

/** The address itself; a host without a path may say elsewhere where its calendars are. */
async function startOf(ask: Ask, address: string): ReturnType<typeof describe> {
  try {
    return await describe(ask, address, 0);
  } catch (error) {
    const isHost = new URL(address).pathname === '/';
    const isElsewhere =
      error instanceof SourceFailed && !['login-refused', 'not-reached', 'stopped'].includes(error.code);
    if (!isHost || !isElsewhere) throw error;
    return describe(ask, new URL('/.well-known/caldav', address).href, 0);
  }
}

async function describe(
  ask: Ask,
  address: string,
  depth: 0 | 1,
): Promise<{ url: string; resources: Resource[] }> {
  const { statusCode, body, url } = await ask(address, {
    method: 'PROPFIND',
    headers: { depth: String(depth), 'content-type': 'application/xml; charset=utf-8' },
    body: described,
  });
  if (statusCode !== 207) throw new SourceFailed('no-calendar');
  try {
    return { url, resources: parseMultistatus(body) };
  } catch {
    throw new SourceFailed('no-calendar');
  }
}

function calendarsIn(url: string, resources: Resource[]): FoundCalendar[] {
  return resources
    .filter(({ isCalendar, hasEvents }) => isCalendar && hasEvents)
    .filter(({ href }) => URL.canParse(href, url))
    .map(({ href, name, isFree, tag }) => ({
      url: new URL(href, url).href,
      name: (name ?? lastPart(href)).slice(0, 200),
      isFree,
      tag,
    }));
}

function lastPart(href: string): string {
  return href.split('/').filter(Boolean).at(-1) ?? '';
}

/** The answer that has the events of a calendar between two instants, recurring ones as their rules. */
export async function queryEvents(
  ask: Ask,
  url: string,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<string> {
  const [start, end] = [fromMs, untilMs].map((ms) =>
    new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, ''),
  );
  const { statusCode, body } = await ask(url, {
    method: 'REPORT',
    headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="utf-8"?>
<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${start}" end="${end}"/></C:comp-filter></C:comp-filter></C:filter>
</C:calendar-query>`,
    mostBytes: calendarBytes,
  });
  if (statusCode !== 207) throw new SourceFailed('no-calendar');
  return body;
}
