import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { busySpans, NotReadable, TooManyEvents, type Wanted } from './expand-events.js';

const wanted: Wanted = {
  fromMs: Date.parse('2026-01-01T00:00:00Z'),
  untilMs: Date.parse('2027-01-01T00:00:00Z'),
  timeZone: 'Europe/Amsterdam',
  allDayBlocks: true,
  ownHost: 'site.example',
};

const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const eventOf = (...lines: string[]) => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:a@example.org']),
  ...lines,
  'END:VEVENT',
];

/** The busy times of events, as `2026-03-02T10:00/11:00` in UTC, in order. */
function busy(lines: string[], more: Partial<Wanted> = {}): string[] {
  return busySpans([calendarOf(...lines)], { ...wanted, ...more })
    .toSorted((a, b) => a[0] - b[0])
    .map((span) => span.map((ms) => new Date(ms).toISOString().slice(0, 16)))
    .map(([from = '', to = '']) => `${from}/${to.startsWith(from.slice(0, 10)) ? to.slice(11) : to}`);
}

const march = 'DTSTART:20260302T100000Z';

it('finds the time of an event, by its end or its length', () => {
  expect(busy(eventOf(march, 'DTEND:20260302T110000Z'))).toEqual(['2026-03-02T10:00/11:00']);
  expect(busy(eventOf(march, 'DURATION:PT90M'))).toEqual(['2026-03-02T10:00/11:30']);
  expect(busy(eventOf(march))).toEqual([]);
  expect(busy(eventOf('DTSTART:20271231T100000Z', 'DURATION:PT1H'))).toEqual([]);
});

it.each(['TRANSP:TRANSPARENT', 'STATUS:CANCELLED', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'])(
  'leaves out an event that is %s',
  (line) => {
    expect(busy(eventOf(march, 'DURATION:PT1H', line))).toEqual([]);
  },
);

it('leaves out our own meetings, and nobody else’s', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  expect(busy(eventOf(march, 'DURATION:PT1H', `UID:${id}@site.example`))).toEqual([]);
  expect(busy(eventOf(march, 'DURATION:PT1H', `UID:${id}@other.example`))).toHaveLength(1);
});

describe('days', () => {
  const days = eventOf('DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260330');

  it('are those of the owner’s zone, also where one has 23 hours', () => {
    expect(busy(days)).toEqual(['2026-03-27T23:00/2026-03-29T22:00']);
    expect(busy(eventOf('DTSTART;VALUE=DATE:20260302'))).toEqual(['2026-03-01T23:00/2026-03-02T23:00']);
  });

  it('are left out where she said so', () => {
    expect(busy(days, { allDayBlocks: false })).toEqual([]);
  });

  it('recur, without those that were taken out', () => {
    const lines = ['DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20260309'];
    expect(busy(eventOf(...lines))).toEqual([
      '2026-03-01T23:00/2026-03-02T23:00',
      '2026-03-15T23:00/2026-03-16T23:00',
    ]);
  });
});

describe('a series', () => {
  const hour = ['DTSTART;TZID=Europe/Amsterdam:20260323T100000', 'DURATION:PT1H'];

  it('keeps its time of day when the clock changes', () => {
    expect(busy(eventOf(...hour, 'RRULE:FREQ=WEEKLY;COUNT=2'))).toEqual([
      '2026-03-23T09:00/10:00',
      '2026-03-30T08:00/09:00',
    ]);
  });

  it('ends with an instant in UTC, in summer as in winter', () => {
    const until = (end: string) => busy(eventOf(...hour, `RRULE:FREQ=DAILY;UNTIL=${end}`)).length;
    expect(until('20260331T080000Z')).toBe(9);
    expect(until('20260331T075959Z')).toBe(8);
    expect(until('20260331')).toBe(9);
  });

  it('leaves out what was taken out, in any zone', () => {
    const taken = ['EXDATE:20260324T090000Z', 'EXDATE;TZID=America/New_York:20260325T050000'];
    expect(busy(eventOf(...hour, 'RRULE:FREQ=DAILY;COUNT=4', ...taken))).toEqual([
      '2026-03-23T09:00/10:00',
      '2026-03-26T09:00/10:00',
    ]);
  });

  it('has its moved occurrence where that is now, and not a cancelled one', () => {
    const series = eventOf(...hour, 'RRULE:FREQ=DAILY;COUNT=3');
    const moved = eventOf(
      'RECURRENCE-ID;TZID=Europe/Amsterdam:20260324T100000',
      'DTSTART;TZID=Europe/Amsterdam:20260324T150000',
      'DURATION:PT30M',
    );
    const cancelled = eventOf(
      'RECURRENCE-ID:20260325T090000Z',
      'DTSTART:20260325T090000Z',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
    );
    expect(busy([...cancelled, ...series, ...moved])).toEqual([
      '2026-03-23T09:00/10:00',
      '2026-03-24T14:00/14:30',
    ]);
  });

  it('has more dates of its own', () => {
    expect(busy(eventOf(...hour, 'RDATE:20260401T070000Z,20260402T070000Z'))).toHaveLength(3);
  });

  it('that began long ago goes on', () => {
    const lines = ['DTSTART:20100104T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'];
    expect(busy(eventOf(...lines))).toHaveLength(52);
  });
});

describe('a zone', () => {
  const custom = [
    'BEGIN:VTIMEZONE',
    'TZID:Somewhere',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0300',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
  const at = (zone: string) => eventOf(`DTSTART;TZID=${zone}:20260302T100000`, 'DURATION:PT1H');

  it.each([
    ['of the world', at('America/New_York'), '2026-03-02T15:00/16:00'],
    ['with a prefix', at('/mozilla.org/20070129_1/Asia/Tokyo'), '2026-03-02T01:00/02:00'],
    ['that the calendar describes', [...custom, ...at('Somewhere')], '2026-03-02T07:00/08:00'],
    ['that nobody knows is hers', at('Nowhere'), '2026-03-02T09:00/10:00'],
    ['left out is hers', eventOf('DTSTART:20260302T100000', 'DURATION:PT1H'), '2026-03-02T09:00/10:00'],
  ])('%s', (_, lines, expected) => {
    expect(busy(lines)).toEqual([expected]);
  });
});

describe('refuses', () => {
  it.each(['', 'hello', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD'])(
    'a text that is no calendar: %j',
    (text) => {
      expect(() => busySpans([text], wanted)).toThrow(NotReadable);
    },
  );

  it('a rule that has no end to speak of', () => {
    const lines = ['DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'];
    expect(() => busy(eventOf(...lines))).toThrow(TooManyEvents);
  });
});

it('skips an event that is broken, and no other', () => {
  const broken = eventOf('UID:b', 'DTSTART:yesterday', 'RRULE:FREQ=NEVER');
  expect(busy([...broken, ...eventOf(march, 'DURATION:PT1H')])).toHaveLength(1);
});

it('expands rules as python-dateutil does', () => {
  const lines = readFileSync(new URL('rules/rules.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const differences = lines.filter((line) => {
    const [rule = '', first = '', ...more] = line.split(' ');
    const starts = [first, ...more].map(isoOf);
    // A rule that has fewer ends by itself.
    const untilMs = starts.length < 8 ? Date.parse('2080-01-01') : Date.parse(starts.at(-1) ?? '') + 1;
    const found = busy(eventOf(`DTSTART:${first}`, 'DURATION:PT1M', `RRULE:${rule}`), { untilMs });
    return found.map((one) => one.split('/')[0]).join() !== starts.map((one) => one.slice(0, 16)).join();
  });
  expect(lines).toHaveLength(200);
  // ical.js counts the Mondays of a year from another one; calendar programs write no such rule.
  expect(differences.map((line) => line.split(' ')[0])).toEqual(['FREQ=YEARLY;BYDAY=20MO']);
});

const isoOf = (compact: string) => compact.replace(/(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:');
