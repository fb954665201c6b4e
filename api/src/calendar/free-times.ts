import type { CalendarSettings, Hours, MeetingKind } from '@voordeur/contracts/http';
import { Temporal } from 'temporal-polyfill';

/** A span of instants, in epoch milliseconds; its end isn't part of it. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** Everything that decides which times of a kind are free. */
export interface Calendar {
  kind: MeetingKind;
  settings: Pick<CalendarSettings, 'daysOff' | 'exceptions'>;
  /** The zone that hours and days are in. */
  timeZone: string;
  nowMs: number;
  /** Taken by meetings with their buffers, by holds, and by what else the owner does; in any order. */
  taken: Span[];
  /** How many meetings of this kind each day has. */
  meetingsOn: ReadonlyMap<string, number>;
  /** Only these times are offered while one of the owner's other calendars hasn't been read for a while; null: any. */
  within: Span | null;
}

/** The starts of a day (`YYYY-MM-DD`), in epoch milliseconds. */
export interface FreeDay {
  date: string;
  times: number[];
}

const minuteMs = 60_000;

/**
 * The free times of these days. A meeting lies within one of the day's hours by the wall clock: a time that a change of
 * the clock skips isn't offered, and one that it repeats is offered once, the first time.
 */
export function freeDays(calendar: Calendar, from: string, days: number): FreeDay[] {
  const dayOf = dayFinder(calendar);
  const first = Temporal.PlainDate.from(from);
  return Array.from({ length: days }, (_, index) => dayOf(first.add({ days: index })));
}

/** The next free times, over the whole horizon. */
export function nextTimes(calendar: Calendar, count: number): number[] {
  const dayOf = dayFinder(calendar);
  const today = dateOf(calendar.nowMs, calendar.timeZone);
  const found: number[] = [];
  for (let day = 0; day <= calendar.kind.horizonDays && found.length < count; day += 1)
    found.push(...dayOf(today.add({ days: day })).times);
  return found.slice(0, count);
}

/** Whether the owner offers this time, whatever is booked. */
export function isOffered(calendar: Omit<Calendar, 'taken' | 'meetingsOn'>, startMs: number): boolean {
  const date = dateOf(startMs, calendar.timeZone).toString();
  const [day] = freeDays({ ...calendar, taken: [], meetingsOn: new Map() }, date, 1);
  return day?.times.includes(startMs) === true;
}

/** The day of an instant. */
export function dateOf(instantMs: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The span that a meeting of this kind takes, buffers included. */
export function blockedBy(kind: MeetingKind, startMs: number): Span {
  return {
    startMs: startMs - kind.bufferBeforeMinutes * minuteMs,
    endMs: startMs + (kind.minutes + kind.bufferAfterMinutes) * minuteMs,
  };
}

/** Finds the times of a day; what all days share is computed once. */
function dayFinder(calendar: Calendar): (date: Temporal.PlainDate) => FreeDay {
  const { kind, timeZone, nowMs } = calendar;
  const isFree = freeSpans(calendar.taken);
  const today = dateOf(nowMs, timeZone);
  const [first, last] = [today.toString(), today.add({ days: kind.horizonDays }).toString()];
  const { startMs: fromMs, endMs: untilMs } = calendar.within ?? { startMs: -Infinity, endMs: Infinity };
  const earliestMs = Math.max(nowMs + kind.leastNoticeMinutes * minuteMs, fromMs);
  return (date) => {
    const name = date.toString();
    const hours = name < first || name > last ? [] : hoursOn(calendar, name, date.dayOfWeek);
    if (hours.length === 0) return { date: name, times: [] };
    const pieces = piecesOf(date, timeZone);
    const times = hours
      .flatMap((one) => startsIn(one, pieces, kind))
      .filter((startMs) => startMs >= earliestMs && startMs < untilMs && isFree(blockedBy(kind, startMs)));
    return { date: name, times: times.sort((a, b) => a - b) };
  };
}

/** None on a day off, and on a day that has all its meetings. */
function hoursOn({ kind, settings, meetingsOn }: Calendar, date: string, weekday: number): Hours[] {
  if (settings.daysOff.some(({ from, to }) => from <= date && date <= to)) return [];
  if (kind.mostPerDay !== null && (meetingsOn.get(date) ?? 0) >= kind.mostPerDay) return [];
  const exception = settings.exceptions.find((one) => one.date === date);
  return exception?.hours ?? kind.weekly[weekday - 1] ?? [];
}

/** A part of a day in which the clock isn't changed. `wallMs` is the time of day at its start. */
interface Piece extends Span {
  wallMs: number;
}

/** Nearly always one: only a day that ends with another offset than it began with is looked into. */
function piecesOf(date: Temporal.PlainDate, timeZone: string): Piece[] {
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone);
  const midnightMs = date.toZonedDateTime('UTC').epochMilliseconds;
  const pieces: Piece[] = [];
  let start = date.toZonedDateTime(timeZone);
  while (start.epochMilliseconds < end.epochMilliseconds) {
    const change = start.offset === end.offset ? null : start.getTimeZoneTransition('next');
    const next = change && change.epochMilliseconds < end.epochMilliseconds ? change : end;
    pieces.push({
      startMs: start.epochMilliseconds,
      endMs: next.epochMilliseconds,
      wallMs: start.epochMilliseconds + start.offsetNanoseconds / 1e6 - midnightMs,
    });
    start = next;
  }
  return pieces;
}

/** The starts in these hours from which a whole meeting fits into them. */
function startsIn({ from, to }: Hours, pieces: Piece[], kind: MeetingKind): number[] {
  const [fromMs, toMs] = [timeOfDayMs(from), timeOfDayMs(to)];
  const open: (Piece & { endOfAllMs: number })[] = [];
  // Backwards, so that each part knows how far the hours go on after it.
  for (const { startMs, endMs, wallMs } of pieces.toReversed()) {
    const beginsMs = Math.max(startMs, startMs + fromMs - wallMs);
    const endsMs = Math.min(endMs, startMs + toMs - wallMs);
    if (beginsMs >= endsMs) continue;
    const [next] = open;
    const endOfAllMs = next?.startMs === endsMs ? next.endOfAllMs : endsMs;
    open.unshift({ startMs: beginsMs, endMs: endsMs, wallMs: wallMs + beginsMs - startMs, endOfAllMs });
  }
  const rasterMs = kind.rasterMinutes * minuteMs;
  const starts = new Map<number, number>();
  for (const { startMs, endMs, wallMs, endOfAllMs } of open) {
    const firstMs = Math.ceil((wallMs - fromMs) / rasterMs) * rasterMs + fromMs - wallMs;
    for (let atMs = startMs + firstMs; atMs < endMs; atMs += rasterMs) {
      const wall = wallMs + atMs - startMs;
      if (starts.has(wall)) continue;
      if (atMs + kind.minutes * minuteMs <= endOfAllMs) starts.set(wall, atMs);
    }
  }
  return [...starts.values()];
}

function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * minuteMs;
}

/** Tells whether a span overlaps none of those that are taken, by a binary search. */
function freeSpans(taken: Span[]): (span: Span) => boolean {
  const merged: Span[] = [];
  for (const { startMs, endMs } of taken.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else merged.push({ startMs, endMs });
  }
  return ({ startMs, endMs }) => {
    let [low, high] = [0, merged.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((merged[middle]?.endMs ?? 0) <= startMs) low = middle + 1;
      else high = middle;
    }
    return (merged[low]?.startMs ?? Infinity) >= endMs;
  };
}
