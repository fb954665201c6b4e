import { defaultCalendar, type Hours, type MeetingKind } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { type Calendar, freeDays, isOffered, nextTimes } from './free-times.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const [firstKind] = defaultCalendar.kinds as [MeetingKind];

const everyDay = (...hours: Hours[]) => Array.from({ length: 7 }, () => hours);

/** A calendar without notice, in which nothing is taken. */
function calendarOf(given: Partial<MeetingKind> = {}, more: Partial<Calendar> = {}): Calendar {
  return {
    kind: { ...firstKind, leastNoticeMinutes: 0, horizonDays: 365, ...given },
    settings: { daysOff: [], exceptions: [] },
    timeZone: 'Europe/Amsterdam',
    nowMs: Date.parse('2026-03-02T08:00:00Z'),
    taken: [],
    meetingsOn: new Map(),
    within: null,
    ...more,
  };
}

/** The free times of one day, as `HH:MM` in UTC. */
function timesOn(date: string, calendar: Calendar): string[] {
  const [day] = freeDays(calendar, date, 1);
  return (day?.times ?? []).map((time) => new Date(time).toISOString().slice(11, 16));
}

const span = (from: string, to: string) => ({ startMs: Date.parse(from), endMs: Date.parse(to) });

it('offers the hours of the weekday in steps of the raster, as far as a whole meeting fits', () => {
  const weekly = everyDay({ from: '09:00', to: '10:40' }).with(2, []);
  const calendar = calendarOf({ weekly, minutes: 30, rasterMinutes: 20 });
  expect(timesOn('2026-03-03', calendar)).toEqual(['08:00', '08:20', '08:40', '09:00']);
  expect(timesOn('2026-03-04', calendar)).toEqual([]);
});

it('has nothing in the past, within the notice, or beyond the horizon', () => {
  const weekly = everyDay({ from: '09:00', to: '11:00' });
  const calendar = calendarOf({ weekly, leastNoticeMinutes: 1_480, horizonDays: 2 });
  expect(timesOn('2026-03-01', calendar)).toEqual([]);
  expect(timesOn('2026-03-03', calendar)).toEqual(['09:00', '09:30']);
  expect(timesOn('2026-03-04', calendar)).toHaveLength(4);
  expect(timesOn('2026-03-05', calendar)).toEqual([]);
  expect(nextTimes(calendar, 6)).toHaveLength(6);
  expect(nextTimes(calendar, 9)).toHaveLength(6);
});

it('leaves out days off, and takes the hours of an exception in place of the weekly ones', () => {
  const settings = {
    daysOff: [{ from: '2026-03-03', to: '2026-03-04' }],
    exceptions: [
      { date: '2026-03-04', hours: [{ from: '09:00', to: '10:00' }] },
      { date: '2026-03-05', hours: [] },
      { date: '2026-03-07', hours: [{ from: '20:00', to: '24:00' }] },
    ],
  };
  const calendar = calendarOf({ minutes: 120, rasterMinutes: 120 }, { settings });
  const days = freeDays(calendar, '2026-03-03', 5).map(({ times }) => times.length);
  expect(days).toEqual([0, 0, 0, 4, 2]);
});

it('keeps the buffers of both neighbours free', () => {
  const weekly = everyDay({ from: '09:00', to: '13:00' });
  const given = { weekly, bufferBeforeMinutes: 15, bufferAfterMinutes: 30 };
  // A meeting from 10:30 to 11:00 local time, with its own buffers.
  const taken = [span('2026-03-03T09:15:00Z', '2026-03-03T10:30:00Z')];
  expect(timesOn('2026-03-03', calendarOf(given, { taken }))).toEqual(['08:00', '11:00', '11:30']);
});

it('offers nothing on a day that has all its meetings', () => {
  const meetingsOn = new Map([['2026-03-03', 2]]);
  expect(timesOn('2026-03-03', calendarOf({ mostPerDay: 2 }, { meetingsOn }))).toEqual([]);
  expect(timesOn('2026-03-03', calendarOf({ mostPerDay: 3 }, { meetingsOn }))).not.toEqual([]);
});

it('knows whether a time is offered, whatever is booked', () => {
  const calendar = calendarOf();
  expect(isOffered(calendar, Date.parse('2026-03-03T08:30:00Z'))).toBe(true);
  expect(isOffered(calendar, Date.parse('2026-03-03T08:31:00Z'))).toBe(false);
  expect(isOffered(calendar, Date.parse('2026-03-03T16:00:00Z'))).toBe(false);
});

it('skips a time that the clock skips, and offers one that it repeats once', () => {
  const weekly = everyDay({ from: '01:30', to: '04:00' });
  const night = calendarOf({ weekly });
  expect(timesOn('2026-03-29', night)).toEqual(['00:30', '01:00', '01:30']);
  expect(timesOn('2026-10-25', night)).toEqual(['23:30', '00:00', '00:30', '02:00', '02:30']);
});

/* The definition, looked at instant by instant, with nothing of the code: by the wall clock that Intl shows. */

/** Offsets, hours and meetings are multiples of it. */
const stepMs = 15 * minuteMs;

interface Wall {
  date: string;
  time: string;
}

function clockOf(timeZone: string): (instantMs: number) => Wall {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instantMs) => {
    const [date = '', time = ''] = format.format(instantMs).split(' ');
    return { date, time };
  };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The starts on a day at which the whole meeting is within one of the hours; the first of those with the same wall time. */
function expected(date: string, { kind, timeZone }: Calendar): number[] {
  const clock = clockOf(timeZone);
  const around = Date.parse(`${date}T00:00:00Z`);
  const instants: (Wall & { atMs: number })[] = [];
  for (let atMs = around - 15 * hourMs; atMs < around + 40 * hourMs; atMs += stepMs)
    instants.push({ atMs, ...clock(atMs) });
  const hours = kind.weekly[0] ?? [];
  const starts: number[] = [];
  for (const { from, to } of hours) {
    const isWithin = (one: Wall | undefined) => one?.date === date && one.time >= from && one.time < to;
    const seen = new Set<string>();
    for (const [index, { time, atMs }] of instants.entries()) {
      if (!isWithin(instants[index]) || (minutesOf(time) - minutesOf(from)) % kind.rasterMinutes !== 0)
        continue;
      const meeting = instants.slice(index, index + (kind.minutes * minuteMs) / stepMs);
      if (seen.has(time) || !meeting.every(isWithin)) continue;
      seen.add(time);
      starts.push(atMs);
    }
  }
  return starts.sort((a, b) => a - b);
}

/** The days on which the clock is changed, at most once a week. */
function changeDays(timeZone: string, years: number[]): string[] {
  const clock = clockOf(timeZone);
  const days: string[] = [];
  for (const year of years)
    for (let weekMs = Date.UTC(year, 0, 1); weekMs < Date.UTC(year + 1, 0, 1); weekMs += 7 * dayMs) {
      if (clock(weekMs).time === clock(weekMs + 7 * dayMs).time) continue;
      let changedMs = weekMs;
      while (clock(changedMs + dayMs).time === clock(weekMs).time) changedMs += dayMs;
      // It's in these 24 hours, which may be of two days.
      days.push(...new Set([changedMs, changedMs + dayMs].map((atMs) => clock(atMs).date)));
    }
  return days;
}

const thorough = process.env['THOROUGH'] !== undefined;
const years = thorough ? [2026, 2027] : [2026];
const kinds: Partial<MeetingKind>[] = [
  { minutes: 30, rasterMinutes: 30, weekly: everyDay({ from: '00:00', to: '24:00' }) },
  {
    minutes: 60,
    rasterMinutes: 45,
    weekly: everyDay({ from: '00:15', to: '02:30' }, { from: '02:30', to: '04:15' }),
  },
  {
    minutes: 45,
    rasterMinutes: 15,
    weekly: everyDay({ from: '01:00', to: '03:15' }, { from: '22:00', to: '24:00' }),
  },
];

it('offers what the definition says on the days of a change, in every time zone', () => {
  let compared = 0;
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    for (const date of changeDays(timeZone, years)) {
      const nowMs = Date.parse(`${date}T00:00:00Z`) - 7 * dayMs;
      for (const kind of thorough ? kinds : kinds.slice(compared % 3, (compared % 3) + 1)) {
        const calendar = calendarOf(kind, { timeZone, nowMs });
        const [day] = freeDays(calendar, date, 1);
        expect({ timeZone, date, times: day?.times }).toEqual({
          timeZone,
          date,
          times: expected(date, calendar),
        });
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(thorough ? 2_000 : 300);
});
