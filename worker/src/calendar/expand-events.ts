import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';

/** A span of instants, in epoch milliseconds; its end isn't part of it. */
export type Span = readonly [startMs: number, endMs: number];

export interface Wanted {
  fromMs: number;
  untilMs: number;
  /** The owner's: for all-day events, and for times without a zone. */
  timeZone: string;
  allDayBlocks: boolean;
  /** Our own meetings have ids of this host: they are known already, as they are now. */
  ownHost: string;
}

/** More than a person has. */
const mostSpans = 20_000;
const mostSteps = 200_000;
const dayMs = 86_400_000;

/** The text isn't a calendar that can be read. */
export class NotReadable extends Error {}
/** It has more events than are read. */
export class TooManyEvents extends Error {}

/**
 * When the events of these iCalendar texts (RFC 5545) keep the owner busy, recurring ones expanded. Left out are those that
 * are marked as free or cancelled. Throws `NotReadable` if there's no calendar in a text, and `TooManyEvents`.
 */
export function busySpans(texts: string[], wanted: Wanted): Span[] {
  const found = new Map<string, Span>();
  const budget = { steps: mostSteps };
  for (const text of texts) {
    for (const span of spansOf(text, wanted, budget)) {
      if (span[1] <= wanted.fromMs || span[0] >= wanted.untilMs || span[1] <= span[0]) continue;
      found.set(span.join('/'), span);
      if (found.size > mostSpans) throw new TooManyEvents();
    }
  }
  return [...found.values()];
}

function* spansOf(text: string, wanted: Wanted, budget: { steps: number }): Generator<Span> {
  for (const calendar of parse(text)) {
    const zones = new Zones(calendar, wanted.timeZone);
    for (const series of seriesOf(calendar)) {
      const moved = series.flatMap((event) => event.getAllProperties('recurrence-id'));
      for (const event of series) {
        const isSeries = !event.hasProperty('recurrence-id');
        if (!isBusy(event, wanted)) continue;
        try {
          yield* occurrencesOf(event, { zones, wanted, budget, moved: isSeries ? moved : [] });
        } catch (error) {
          // A rule that no date can follow.
          if (error instanceof TooManyEvents) throw error;
        }
      }
    }
  }
}

function parse(text: string): ICAL.Component[] {
  const parsed = parseText(text) ?? parseText(withoutBroken(text));
  if (!parsed) throw new NotReadable('not iCalendar');
  // Several calendars in one text are a list of them.
  const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as ConstructorParameters<
    typeof ICAL.Component
  >[0][];
  const calendars = all.map((one) => new ICAL.Component(one));
  if (calendars.length === 0 || calendars.some(({ name }) => name !== 'vcalendar'))
    throw new NotReadable('not a calendar');
  return calendars;
}

function parseText(text: string): unknown[] | null {
  try {
    return ICAL.parse(text) as unknown[];
  } catch {
    return null;
  }
}

/** One event that is broken, as old ones are in many calendars, doesn't cost the others. */
function withoutBroken(text: string): string {
  return text.replaceAll(/^BEGIN:VEVENT\r?\n[^]*?^END:VEVENT\r?\n/gm, (event) =>
    parseText(`BEGIN:VCALENDAR\r\n${event}END:VCALENDAR\r\n`) ? event : '',
  );
}

/** Events with the same id: a series and its occurrences that were moved. */
function seriesOf(calendar: ICAL.Component): ICAL.Component[][] {
  const series = new Map<string, ICAL.Component[]>();
  for (const event of calendar.getAllSubcomponents('vevent')) {
    const id = textOf(event, 'uid');
    const events = series.get(id);
    if (events) events.push(event);
    else series.set(id, [event]);
  }
  return [...series.values()];
}

function isBusy(event: ICAL.Component, { ownHost }: Wanted): boolean {
  const [id, host] = textOf(event, 'uid').split('@');
  if (host === ownHost && /^[\da-f-]{36}$/.test(id ?? '')) return false;
  return (
    textOf(event, 'status').toUpperCase() !== 'CANCELLED' &&
    textOf(event, 'transp').toUpperCase() !== 'TRANSPARENT' &&
    // Outlook's.
    textOf(event, 'x-microsoft-cdo-busystatus').toUpperCase() !== 'FREE'
  );
}

function textOf(event: ICAL.Component, name: string): string {
  const value: unknown = event.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
}

interface Surroundings {
  zones: Zones;
  wanted: Wanted;
  budget: { steps: number };
  /** The RECURRENCE-IDs of occurrences that have an event of their own. */
  moved: ICAL.Property[];
}

/** Every occurrence of an event, or the event itself. Those whose start can't be read are left out. */
function* occurrencesOf(
  event: ICAL.Component,
  { zones, wanted, budget, moved }: Surroundings,
): Generator<Span> {
  const start = zones.readFirst(event.getFirstProperty('dtstart'));
  if (!start || (start.isDate && !wanted.allDayBlocks)) return;
  const endOf = endFinder(event, start, zones);
  if (!endOf) return;
  const left = zones.readAll([...event.getAllProperties('exdate'), ...moved]);
  const days = new Set(left.filter(({ isDate }) => isDate).map(({ wallMs }) => wallMs));
  const instants = new Set(left.filter(({ isDate }) => !isDate).map(({ atMs }) => atMs));
  const isLeftOut = ({ wallMs, atMs }: Moment) =>
    days.has(Math.floor(wallMs / dayMs) * dayMs) || (!start.isDate && instants.has(atMs));
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue());
  const own = function* (): Generator<Moment> {
    yield start;
    yield* zones.readAll(event.getAllProperties('rdate'));
    for (const rule of rules) {
      // No occurrence lasts longer than the first, but by a day that is an hour longer.
      const firstMs = wanted.fromMs - (endOf(start) - start.atMs) - 2 * dayMs;
      if (rule instanceof ICAL.Recur)
        yield* startsOf(rule, start, { firstMs, lastMs: wanted.untilMs + dayMs }, budget);
    }
  };
  for (const occurrence of own()) if (!isLeftOut(occurrence)) yield [occurrence.atMs, endOf(occurrence)];
}

/** The starts of a rule by the wall clock, as a rule goes by it; those well outside of the span aren't looked at further. */
function* startsOf(
  rule: ICAL.Recur,
  { wallMs, isDate, zone }: Moment,
  { firstMs, lastMs }: { firstMs: number; lastMs: number },
  budget: { steps: number },
): Generator<Moment> {
  const { until } = rule;
  if (until) rule.until = wallTime(isDate ? untilDay(until, zone) : untilWall(until, zone), isDate);
  const iterator = rule.iterator(wallTime(wallMs, isDate));
  for (let next = nextOf(iterator); next; next = nextOf(iterator)) {
    budget.steps -= 1;
    if (budget.steps < 0) throw new TooManyEvents();
    const atWallMs = wallMsOf(next);
    if (atWallMs > lastMs) return;
    if (atWallMs >= firstMs) yield { wallMs: atWallMs, isDate, zone, atMs: zone(atWallMs) };
  }
}

function nextOf(iterator: ICAL.RecurIterator): ICAL.Time | null {
  return iterator.next();
}

/** The last start of a rule that ends in UTC, as it should, by the wall clock of its event. A day means all of it. */
function untilWall(until: ICAL.Time, zone: Zone): number {
  if (until.isDate) return wallMsOf(until) + dayMs - 1_000;
  return isUtc(until) ? zone.wallOf(wallMsOf(until)) : wallMsOf(until);
}

function untilDay(until: ICAL.Time, zone: Zone): number {
  return Math.floor((until.isDate ? wallMsOf(until) : untilWall(until, zone)) / dayMs) * dayMs;
}

/** Finds when an occurrence ends; null where the event says nothing that can be read. */
function endFinder(event: ICAL.Component, start: Moment, zones: Zones): ((at: Moment) => number) | null {
  const duration: unknown = event.getFirstPropertyValue('duration');
  const end = zones.readFirst(event.getFirstProperty('dtend'));
  const { zone } = start;
  if (start.isDate) {
    const lengthMs = end
      ? end.wallMs - start.wallMs
      : duration instanceof ICAL.Duration
        ? duration.toSeconds() * 1_000
        : dayMs;
    return ({ wallMs }) => zone(wallMs + Math.max(lengthMs, dayMs));
  }
  // The same length for each, by the clock of instants.
  if (end) return ({ atMs }) => atMs + end.atMs - start.atMs;
  if (!(duration instanceof ICAL.Duration)) return null;
  // Days and weeks are those of the calendar (RFC 5545, 3.3.6).
  const days = duration.weeks * 7 + duration.days;
  const restMs = (duration.hours * 3_600 + duration.minutes * 60 + duration.seconds) * 1_000;
  const sign = duration.isNegative ? -1 : 1;
  return ({ atMs }) => zone(zone.wallOf(atMs) + sign * days * dayMs) + sign * restMs;
}

/** A time as it's written: the wall clock's in milliseconds as if it were UTC, and the instant. */
interface Moment {
  wallMs: number;
  isDate: boolean;
  zone: Zone;
  atMs: number;
}

/** From the wall clock to the instant, and back. */
interface Zone {
  (wallMs: number): number;
  wallOf: (atMs: number) => number;
}

const utc: Zone = Object.assign((wallMs: number) => wallMs, { wallOf: (atMs: number) => atMs });

/** The zones of a calendar, by the names that its times have. */
class Zones {
  private readonly named = new Map<string, Zone>();
  private readonly ofOwner: Zone;

  constructor(
    private readonly calendar: ICAL.Component,
    timeZone: string,
  ) {
    this.ofOwner = ianaZone(timeZone);
  }

  readFirst(property: ICAL.Property | null): Moment | undefined {
    return this.readAll(property ? [property] : [])[0];
  }

  /** The times of these properties; a period is read as its start. */
  readAll(properties: ICAL.Property[]): Moment[] {
    return properties.flatMap((property) => {
      const name = property.getFirstParameter('tzid');
      return property.getValues().flatMap((value: unknown) => {
        const time = value instanceof ICAL.Period ? value.start : value;
        if (!(time instanceof ICAL.Time) || !Number.isFinite(wallMsOf(time))) return [];
        const zone = time.isDate ? this.ofOwner : isUtc(time) ? utc : this.find(name);
        const wallMs = wallMsOf(time);
        return [{ wallMs, isDate: time.isDate, zone, atMs: zone(wallMs) }];
      });
    });
  }

  /** By the rules of the world where a name is known there, as calendars often hold a few years of them; else by its own. */
  private find(name: string | undefined): Zone {
    if (name === undefined) return this.ofOwner;
    const known = this.named.get(name) ?? ianaZoneIn(name) ?? this.describedZone(name) ?? this.ofOwner;
    this.named.set(name, known);
    return known;
  }

  private describedZone(name: string): Zone | null {
    const described = this.calendar
      .getAllSubcomponents('vtimezone')
      .find((zone) => zone.getFirstPropertyValue('tzid') === name);
    if (!described) return null;
    const zone = new ICAL.Timezone({ component: described, tzid: name });
    const offsetMs = (ms: number) => zone.utcOffset(wallTime(ms, false)) * 1_000;
    return Object.assign((wallMs: number) => wallMs - offsetMs(wallMs), {
      wallOf: (atMs: number) => atMs + offsetMs(atMs + offsetMs(atMs)),
    });
  }
}

/** Names such as `/mozilla.org/20070129_1/Europe/Berlin` too. */
function ianaZoneIn(name: string): Zone | null {
  const parts = name.split('/').filter((part) => part !== '');
  for (const candidate of [name, parts.slice(-3).join('/'), parts.slice(-2).join('/')]) {
    try {
      // Offsets are zones to Intl as well, and to calendars the names of something else.
      if (/^[A-Za-z]/.test(candidate)) return ianaZone(candidate);
    } catch {
      // Another name, or one that only the calendar knows.
    }
  }
  return null;
}

/** A time that a change of the clock skips is taken as that much later, and one that it repeats as the first. */
function ianaZone(timeZone: string): Zone {
  // Throws for one that doesn't exist.
  new Intl.DateTimeFormat('en', { timeZone });
  return Object.assign(
    (wallMs: number) =>
      Temporal.Instant.fromEpochMilliseconds(wallMs)
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
        .toZonedDateTime(timeZone).epochMilliseconds,
    {
      wallOf: (atMs: number) =>
        atMs +
        Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6,
    },
  );
}

function isUtc({ zone }: ICAL.Time): boolean {
  return zone === ICAL.Timezone.utcTimezone;
}

function wallMsOf({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function wallTime(wallMs: number, isDate: boolean): ICAL.Time {
  const at = new Date(wallMs);
  return new ICAL.Time(
    {
      ...{ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
      ...{ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
      isDate,
    },
    ICAL.Timezone.localTimezone,
  );
}
