import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { CalendarSourceRow } from '@voordeur/contracts/db';
import { type SourceFailure, sourceReading } from '@voordeur/contracts/http';
import { calendarSeal, describeError } from '@voordeur/server';
import { DataSource } from 'typeorm';
import { systemLookup } from '../platform/checked-addresses.js';
import { Config } from '../platform/config.js';
import { isPublicAddress } from '../platform/public-address.js';
import { type HowToAsk, type SourceAccess, SourceFailed } from './caldav.js';
import { type Reading, readSource, type Site } from './read-source.js';

const lookEveryMs = 1_000;
/** One that hangs doesn't keep the others waiting. */
const readingsAtOnce = 3;
/** Longer than a reading may take: then the process that began it is dead. */
const claimedForSeconds = 180;
const wholeTimeoutMs = 120_000;

/** Reads the owner's other calendars every five minutes, and at once when she adds or changes one. */
@Injectable()
export class CalendarReader implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('calendars');
  private readonly stop = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { jwtSecret } = this.config;
    if (jwtSecret === undefined) return;
    this.timer = setInterval(() => {
      if (this.running.size >= readingsAtOnce) return;
      const reading = this.readNext(jwtSecret).finally(() => this.running.delete(reading));
      this.running.add(reading);
    }, lookEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await Promise.all(this.running);
  }

  private async readNext(jwtSecret: string): Promise<void> {
    const { timeZone, ownHost, webhooks } = this.config;
    try {
      await readNextSource(this.db, {
        jwtSecret,
        // Ids of meetings have the host without its port.
        site: { timeZone, ownHost: ownHost.replace(/:\d+$/, '') },
        how: {
          isAllowed: webhooks.allowPrivate ? () => true : isPublicAddress,
          lookUp: systemLookup,
          allowPlain: webhooks.allowPrivate,
          stop: this.stop.signal,
        },
      });
    } catch (error) {
      if (!this.stop.signal.aborted)
        this.log.warn(describeError(error, { messages: false }), 'a calendar waits to be read');
    }
  }
}

interface Surroundings {
  jwtSecret: string;
  site: Site;
  how: HowToAsk;
}

type Claimed = Pick<
  CalendarSourceRow,
  'id' | 'kind' | 'userName' | 'allDayBlocks' | 'version' | 'sealedAddress' | 'sealedPassword'
>;

/** Reads the calendar that has been due the longest. Resolves to whether there was one; rejects if another try may do it. */
export async function readNextSource(
  db: DataSource,
  { jwtSecret, site, how }: Surroundings,
): Promise<boolean> {
  const reading = randomUUID();
  const [[source]]: [Claimed[]] = await db.query(
    `update calendar_sources set reading = $1, reading_until = now() + make_interval(secs => $2)
    where id = (select id from calendar_sources
      where due_at <= now() and (reading_until is null or reading_until < now())
      order by due_at limit 1 for update skip locked)
    returning id, kind, user_name as "userName", all_day_blocks as "allDayBlocks", version,
      sealed_address as "sealedAddress", sealed_password as "sealedPassword"`,
    [reading, claimedForSeconds],
  );
  if (!source) return false;
  try {
    await storeReading(db, { id: source.id, reading }, await read(source, jwtSecret, site, how));
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    if (error.code === 'stopped') await release(db, reading);
    else await storeFailure(db, reading, error.code);
  }
  return true;
}

async function read(source: Claimed, jwtSecret: string, site: Site, how: HowToAsk): Promise<Reading> {
  const { kind, allDayBlocks, version } = source;
  const access = openAccess(source, jwtSecret);
  if (!access) throw new SourceFailed('password-needed');
  const timer = new AbortController();
  const end = () => {
    timer.abort();
  };
  how.stop.addEventListener('abort', end);
  const timeout = setTimeout(end, wholeTimeoutMs);
  try {
    return await readSource({ ...access, kind, allDayBlocks, version }, site, {
      ...how,
      stop: timer.signal,
    });
  } catch (error) {
    const ranOut = error instanceof SourceFailed && error.code === 'stopped' && !how.stop.aborted;
    throw ranOut ? new SourceFailed('not-reached') : error;
  } finally {
    clearTimeout(timeout);
    how.stop.removeEventListener('abort', end);
  }
}

/** Null where JWT_SECRET has changed since. */
export function openAccess(
  {
    sealedAddress,
    sealedPassword,
    userName,
  }: Pick<CalendarSourceRow, 'sealedAddress' | 'sealedPassword' | 'userName'>,
  jwtSecret: string,
): SourceAccess | null {
  const seal = calendarSeal(jwtSecret);
  const address = seal.open(sealedAddress);
  const password = sealedPassword && seal.open(sealedPassword);
  if (!address || (sealedPassword && !password)) return null;
  return { address: address.toString(), userName, password: password?.toString() ?? null };
}

/** Nothing is stored of a reading whose source was changed, removed or taken over meanwhile. */
async function storeReading(
  db: DataSource,
  { id, reading }: { id: string; reading: string },
  { version, calendars, spans }: Reading,
): Promise<void> {
  await db.transaction(async (tx) => {
    const current: unknown[] = await tx.query('select from calendar_sources where reading = $1 for update', [
      reading,
    ]);
    if (current.length === 0) return;
    await tx.query(
      `update calendar_sources set version = $2, calendars = $3, failure = null, read_at = now(),
        due_at = now() + make_interval(mins => $4), reading = null, reading_until = null
      where id = $1`,
      [id, version, JSON.stringify(calendars), sourceReading.everyMinutes],
    );
    if (spans === null) return;
    const ends = (index: 0 | 1) => spans.map((span) => new Date(span[index]));
    await tx.query(
      `with found as (select distinct tstzrange(s, e) as during from unnest($2::timestamptz[], $3::timestamptz[]) as span (s, e)),
      gone as (delete from busy_times where source_id = $1 and during not in (select during from found))
      insert into busy_times (source_id, during) select $1, during from found on conflict do nothing`,
      [id, ends(0), ends(1)],
    );
  });
}

async function storeFailure(db: DataSource, reading: string, failure: SourceFailure): Promise<void> {
  await db.query(
    `update calendar_sources set failure = $2, due_at = now() + make_interval(mins => $3), reading = null, reading_until = null
    where reading = $1`,
    [reading, failure, sourceReading.everyMinutes],
  );
}

/** The next worker reads it. */
async function release(db: DataSource, reading: string): Promise<void> {
  await db.query('update calendar_sources set reading = null, reading_until = null where reading = $1', [
    reading,
  ]);
}
