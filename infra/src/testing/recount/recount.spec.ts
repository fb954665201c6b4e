import type { Analytics } from '@voordeur/contracts/http';
import { expect, test } from 'vitest';
import { compareWithAnalytics } from './compare-with-analytics.js';
import { compareWithTables, type Query } from './compare-with-tables.js';
import { recountLines, type Judge } from './recount-log.js';

const timeZone = 'Europe/Amsterdam';
const judge: Judge = {
  detectBot: ({ userAgent }) => (userAgent === '' ? { reason: 'no-agent', botClass: 'other' } : null),
  countryOf: (address) => (address === '192.0.2.1' ? 'NL' : 'ZZ'),
};

/** The last hour of March in Amsterdam, and the first of April; one visitor, one more, one bot, six that do not count. */
const log = [
  '192.0.2.1 - - [31/Mar/2015:21:59:59 +0000] "GET /a?x=1&utm_source=b HTTP/1.1" 200 1 "https://example.org/x" "A"',
  '192.0.2.1 - - [31/Mar/2015:22:00:00 +0000] "GET /a HTTP/1.1" 304 - "http://own.example/" "A"',
  '192.0.2.1 - - [01/Apr/2015:01:00:00 +0200] "GET http://own.example/b.html HTTP/1.1" 200 1 "-" "A"',
  String.raw`192.0.2.2 - - [01/Apr/2015:01:30:00 +0200] "GET /a HTTP/1.1" 200 1 "-" "A \"b\""`,
  '192.0.2.2 - - [01/Apr/2015:02:30:00 +0200] "GET /a HTTP/1.1" 200 1 "-" "-"',
  '192.0.2.2 - - [01/Apr/2015:02:30:00 +0200] "GET /a.css HTTP/1.1" 200 1 "-" "A"',
  '192.0.2.2 - - [01/Apr/2015:02:30:00 +0200] "GET /a HTTP/1.1" 404 1 "-" "A"',
  '192.0.2.2 - - [01/Apr/2015:02:30:00 +0200] "HEAD /a HTTP/1.1" 200 1 "-" "A"',
  '192.0.2.2 - - [01/Apr/2015:02:30:00 +0200] "GET /a HTTP/1.1" 301 1 "-" "A"',
  '192.0.2.2 - - [31/Apr/2015:02:30:00 +0200] "GET /a HTTP/1.1" 200 1 "-" "A"',
  '192.0.2.2 - - [01/Apr/2015:02:30:00 +0200] "GET * HTTP/1.1" 200 1 "-" "A"',
];
const recount = await recountLines(log, judge, { timeZone, ownHost: 'own.example' });

test('a small log, counted by hand', () => {
  expect(recount).toEqual({
    lines: 11,
    leftOut: { asset: 1, 'status-400-or-above': 1, redirect: 1, 'not-get': 1, malformed: 1, 'no-page': 1 },
    people: 4,
    bots: 1,
    peopleByHour: { '2015-03-31 23': 1, '2015-04-01 00': 1, '2015-04-01 01': 2 },
    botsByHour: { '2015-04-01 02': 1 },
    peopleByDay: { '2015-03-31': 1, '2015-04-01': 3 },
    botsByDay: { '2015-04-01': 1 },
    visitorsByDay: { '2015-03-31': 1, '2015-04-01': 2 },
    peopleByDayPage: { '2015-03-31|/a': 1, '2015-04-01|/a': 2, '2015-04-01|/b.html': 1 },
    peopleByMonthPage: { '2015-03|/a': 1, '2015-04|/a': 2, '2015-04|/b.html': 1 },
    peopleByDayCountry: { '2015-03-31|NL': 1, '2015-04-01|NL': 2, '2015-04-01|ZZ': 1 },
    peopleByMonthCountry: { '2015-03|NL': 1, '2015-04|NL': 2, '2015-04|ZZ': 1 },
    peopleByDayReferrer: { '2015-03-31|example.org': 1 },
    botsByDayKind: { '2015-04-01|other|no-agent': 1 },
    peopleTimes: ['2015-04-01 01:30:00', '2015-04-01 01:00:00', '2015-04-01 00:00:00', '2015-03-31 23:59:59'],
    botTimes: ['2015-04-01 02:30:00'],
  });
});

test('equal answers have no differences, and each wrong figure is reported', () => {
  const right = rightAnalytics();
  expect(compareWithAnalytics(recount, right, timeZone)).toEqual([]);

  const wrong = rightAnalytics();
  wrong.summary.total = 5;
  wrong.countryStats['Netherlands'] = 2;
  wrong.pageStats['/c'] = 1;
  wrong.hourlyStats = [{ hour: 2, count: 1 }];
  wrong.monthlyStats = wrong.monthlyStats.map((month) => ({ ...month, topCountry: null }));
  wrong.recentBots = [];
  expect(compareWithAnalytics(recount, wrong, timeZone)).toEqual([
    'summary total: recounted 4, found 5',
    'country Netherlands: recounted 3, found 2',
    'page /c: recounted 0, found 1',
    expect.stringContaining('month 4: recounted {"month":"2015-03"') as string,
    expect.stringContaining('month 5: recounted {"month":"2015-04"') as string,
    'hour of today 0: recounted 1, found 0',
    'hour of today 1: recounted 2, found 0',
    'hour of today 2: recounted 0, found 1',
    'newest bot 0: recounted 2015-04-01 02:30:00, found none',
  ]);
});

test('tables that hold nothing differ in everything, with the key that differs', async () => {
  const nothing: Query = () => Promise.resolve([]);
  const differences = await compareWithTables(recount, nothing, timeZone);
  expect(differences).toContain('people in hour 2015-04-01 01: recounted 2, found 0');
  expect(differences).toContain('bots of kind 2015-04-01|other|no-agent: recounted 1, found 0');
  expect(differences).toContain('visitors on 2015-04-01: recounted 2, found 0');
});

function rightAnalytics(): Analytics {
  const none = { visitors: 0, uniqueCountries: 0, topCountry: null, imported: 0 };
  const somewhere = { city: '', country: '', ip: '' };
  return {
    ownHost: 'own.example',
    summary: {
      total: 4,
      today: 3,
      thisWeek: 4,
      thisMonth: 3,
      totalVideoViews: 0,
      todayVideoViews: 0,
      weekVideoViews: 0,
      monthVideoViews: 0,
      uniqueCountries: 1,
      averageDaily: 2,
      totalBots: 1,
      todayBots: 1,
      totalWithBots: 5,
      uniqueVisitors: 3,
      todayUniqueVisitors: 2,
      imported: 0,
    },
    monthlyStats: [
      { month: '2014-11', monthShort: 'Nov', ...none },
      { month: '2014-12', monthShort: 'Dec', ...none },
      { month: '2015-01', monthShort: 'Jan', ...none },
      { month: '2015-02', monthShort: 'Feb', ...none },
      {
        ...none,
        month: '2015-03',
        monthShort: 'Mar',
        visitors: 1,
        uniqueCountries: 1,
        topCountry: 'Netherlands',
      },
      {
        ...none,
        month: '2015-04',
        monthShort: 'Apr',
        visitors: 3,
        uniqueCountries: 1,
        topCountry: 'Netherlands',
      },
    ],
    countryStats: { Netherlands: 3, Unknown: 1 },
    pageStats: { '/a': 3, '/b.html': 1 },
    hourlyStats: [
      { hour: 0, count: 1 },
      { hour: 1, count: 2 },
    ],
    videoStats: [],
    recentVideoViews: [],
    recentVisitors: recount.peopleTimes.map((localTime) => ({
      ...somewhere,
      localTime,
      page: '/',
      referer: '',
    })),
    recentBots: recount.botTimes.map((localTime) => ({
      ...somewhere,
      localTime,
      userAgent: '',
      botClass: 'other',
      reason: 'no-agent',
      name: '',
    })),
    asOf: '2015-04-01T10:00:00.000Z',
  };
}
