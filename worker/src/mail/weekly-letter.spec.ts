import type { LeadCount, TextLanguage, Verdict } from '@voordeur/contracts/http';
import { describe, expect, it } from 'vitest';
import { testMailSettings } from '../testing/mail-settings.js';
import type { WeekFigures } from './read-week.js';
import { weeklyLetter } from './weekly-letter.js';

const none = { now: 0, before: 0 };
const empty: WeekFigures = {
  visits: none,
  visitors: none,
  referred: none,
  hosts: [],
  bestPage: null,
  leads: none,
  asked: 0,
  waiting: 0,
  leadSources: [],
  booked: none,
  meetingSources: [],
  meetings: { held: 0, missed: 0, open: 0 },
  changes: [],
  failed: 0,
  subscribers: none,
  videoViews: none,
  expiring: null,
};
const busy: WeekFigures = {
  visits: { now: 1_320, before: 900 },
  visitors: { now: 480, before: 310 },
  referred: { now: 31, before: 29 },
  hosts: [
    { host: 'news.example', visits: 14 },
    { host: 'b.example', visits: 9 },
  ],
  bestPage: { page: '/learn', now: 40, before: 90 },
  leads: { now: 4, before: 2 },
  asked: 3,
  waiting: 1,
  leadSources: [],
  booked: none,
  meetingSources: [],
  meetings: { held: 0, missed: 0, open: 0 },
  changes: [],
  failed: 0,
  subscribers: { now: 1, before: 0 },
  videoViews: { now: 31, before: 30 },
  expiring: null,
};
const week = { monday: '2026-11-16', mondayAfter: '2026-11-23' };
const letter = (figures: WeekFigures, ownerLanguage: TextLanguage = 'en') =>
  weeklyLetter(figures, week, { ...testMailSettings, ownerLanguage });
const paragraphs = (text: string) => text.trim().split('\n\n');

it('announces in a sixth that leads will be removed', () => {
  const expiring = { days: 365, from: '2026-11-30T03:00:00.000Z', leads: 12 };
  const sixth = (language?: TextLanguage) => paragraphs(letter({ ...busy, expiring }, language).text)[6];
  expect(sixth()).toMatch(/^From 30 November on, leads older than 365 days are removed; there will be 12\./);
  expect(sixth('nl')).toMatch(/^Vanaf 30 november worden aanvragen ouder dan 365 dagen verwijderd/);
});

it('says a busy week in five sentences, in English', () => {
  const { subject, text } = letter(busy);
  expect(subject).toBe('Voordeur: the week of 16 November to 22 November');
  expect(paragraphs(text)).toEqual([
    subject,
    'Last week your site had 1,320 page views from 480 visitors (anyone who comes back another day counts again), clearly more than the week before (310).',
    'Other sites sent you 31 of them, about the same as the week before (29); most came from news.example (14) and b.example (9).',
    'Your best page was /learn with 40 page views, clearly fewer than the week before (90).',
    '4 leads came in, too few to compare with the week before (2). 3 of them asked you something: 2 answered, 1 still waiting for you.',
    'Your monthly letter got 1 new reader, and your videos were watched 31 times, about the same as the week before (30).',
    'All your figures and leads: https://site.example/admin',
  ]);
});

it('and in Dutch', () => {
  const { subject, text } = letter(busy, 'nl');
  expect(subject).toBe('Voordeur: de week van 16 november tot en met 22 november');
  expect(paragraphs(text)).toEqual([
    subject,
    'Je site had vorige week 1.320 paginaweergaven van 480 bezoekers (wie op een andere dag terugkomt, telt opnieuw mee), duidelijk meer dan de week ervoor (310).',
    'Daarvan kwamen er 31 via andere sites, ongeveer evenveel als de week ervoor (29); de meeste via news.example (14) en b.example (9).',
    'Je best bekeken pagina was /learn met 40 paginaweergaven, duidelijk minder dan de week ervoor (90).',
    'Er kwamen 4 aanvragen binnen, te weinig om met de week ervoor (2) te vergelijken. In 3 daarvan vroeg iemand je iets: 2 beantwoord, 1 wacht nog op je.',
    'Je maandbrief kreeg er 1 lezer bij en je video’s zijn 31 keer bekeken, ongeveer evenveel als de week ervoor (30).',
    'Al je cijfers en aanvragen: https://site.example/admin',
  ]);
});

it('has a sentence for each thing that did not happen', () => {
  expect(paragraphs(letter(empty).text).slice(1, 6)).toEqual([
    'Nobody visited your site last week.',
    'No other site sent you anyone.',
    'No page had ten page views, too few to say which is your best.',
    'No leads came in.',
    'Your monthly letter got no new readers, and your videos weren’t watched.',
  ]);
});

it('says of what came to nothing this week only how it was the week before', () => {
  const stopped = { now: 0, before: 31 };
  const week = { ...empty, visits: stopped, visitors: stopped, leads: stopped, videoViews: stopped };
  expect(letter(week).text).toContain('Nobody visited your site last week (31 the week before).');
  expect(letter(week).text).toContain('No leads came in (31 the week before).');
  expect(letter(week, 'nl').text).toContain('Vorige week bezocht niemand je site (de week ervoor 31).');
});

it('ranks no site and no page of fewer than ten page views', () => {
  const { text } = letter({
    ...busy,
    referred: { now: 9, before: 40 },
    bestPage: { page: '/', now: 9, before: 0 },
  });
  expect(text).toContain('Other sites sent you 9 of them, too few to say which of those sites matter.');
  expect(text).toContain('No page had ten page views');
  expect(text).not.toContain('news.example');
});

describe('more sentences', () => {
  const days = { from: '2026-11-01', to: '2026-11-22' };
  const change = (verdict: Verdict, after: LeadCount): WeekFigures['changes'][number] => ({
    ...{ place: 'learn', language: 'nl', day: '2026-11-17', ids: ['a'], texts: [] },
    ...{ from: '2026-11-17T09:00:00.000Z', to: '2026-11-17T09:00:00.000Z' },
    effect: {
      ...{ verdict, low: -0.01, high: 0.03, before: { sessions: 400, leads: 8, ...days } },
      after: { ...after, ...days },
    },
  });
  const more = (given: Partial<WeekFigures>, language?: TextLanguage) =>
    paragraphs(letter({ ...busy, ...given }, language).text);

  it('say where leads came from', () => {
    const leadSources = [
      { source: 'news.example', leads: 2 },
      { source: '', leads: 1 },
      { source: null, leads: 1 },
    ];
    expect(more({ leadSources })[4]).toContain(
      ' By where they came from: news.example (2), no other site (1), and not known (1). 3 of them',
    );
    expect(more({ leadSources }, 'nl')[4]).toContain(
      ' Naar herkomst: news.example (2), geen andere site (1) en onbekend (1). In 3 daarvan',
    );
  });

  it('say how many meetings were booked, from where, and what became of those of the week', () => {
    const meetings = {
      booked: { now: 3, before: 1 },
      meetingSources: [{ source: 'news.example', leads: 2 }],
      meetings: { held: 2, missed: 1, open: 0 },
    };
    expect(more(meetings)[5]).toBe(
      '3 meetings were booked in your calendar, too few to compare with the week before (1). By where they came from: news.example (2). Of last week’s meetings, 2 took place and 1 was missed.',
    );
    expect(more(meetings, 'nl')[5]).toBe(
      'Er werden 3 afspraken in je agenda geboekt, te weinig om met de week ervoor (1) te vergelijken. Naar herkomst: news.example (2). Van de afspraken van vorige week gingen er 2 door en kwam er bij 1 niemand.',
    );
    expect(more({ meetings: { held: 0, missed: 0, open: 1 } })[5]).toBe(
      'No meetings were booked in your calendar. Of last week’s meetings, 0 took place and 0 were missed; you haven’t said what became of one.',
    );
  });

  it('say what was edited and what it did', () => {
    const changes = [
      change('too-little-data', { sessions: 100, leads: 3 }),
      change('likely-worse', { sessions: 1_000, leads: 1 }),
      change('too-little-data', { sessions: 0, leads: 0 }),
    ];
    const changed = 'On 17 November you changed texts of the Learn page (Dutch).';
    expect(more({ changes }).slice(6, 9)).toEqual([
      `${changed} Before it, 2.0 in 100 sessions left a lead; since then, 3.0: too little data to tell.`,
      `${changed} Before it, 2.0 in 100 sessions left a lead; since then, 0.1: likely worse. You can undo it in the admin with one click.`,
      `${changed} There is nothing to compare yet.`,
    ]);
    expect(more({ changes }, 'nl')[6]).toBe(
      'Op 17 november veranderde je teksten van de pagina Leren (Nederlands). Van elke 100 sessies deden er eerst 2,0 een aanvraag, en sindsdien 3,0: te weinig om er iets over te zeggen.',
    );
  });

  it('count the changes that would be too many', () => {
    const changes = Array.from({ length: 7 }, () => change('likely-better', { sessions: 50, leads: 9 }));
    expect(more({ changes })).toHaveLength(13);
    expect(more({ changes })[11]).toBe('2 more changes are in the admin, under Analytics.');
  });

  it('say what failed', () => {
    expect(more({ failed: 3 })[6]).toBe(
      '3 webhooks and emails of last week could not be delivered. The admin says why.',
    );
    expect(more({ failed: 1 })[6]).toMatch(/^One webhook or email of last week could/);
    expect(more({ failed: 1 }, 'nl')[6]).toBe(
      'Van vorige week is één webhook of mail niet aangekomen. In het beheer staat waarom.',
    );
  });
});

it('tells when nobody waits', () => {
  expect(letter({ ...busy, asked: 1, waiting: 0 }).text).toContain(
    'One of them asked you something, and nobody is waiting for you.',
  );
});

describe.each(['en', 'nl'] as const)('in %s', (language) => {
  it.each([
    ['busy', busy],
    ['empty', empty],
  ])('a %s week is the same in HTML, with nothing left open', (_, figures) => {
    const { text, html } = letter(figures, language);
    for (const sentence of paragraphs(text).slice(0, 6)) expect(html).toContain(sentence);
    expect(html + text).not.toMatch(/undefined|null|NaN|\[object|\$\{/);
    expect(html).toContain('href="https://site.example/admin"');
  });

  it('keeps what visitors sent on its line, short, and out of the markup', () => {
    const page = `/<script>alert(1)</script>\u2028\u202e${'x'.repeat(2_000)}`;
    const { text, html } = letter({ ...busy, bestPage: { page, now: 40, before: 90 } }, language);
    expect(html).not.toContain('<script>');
    expect(text).not.toMatch(/[\u2028\u202e]/);
    expect(paragraphs(text)[3]?.length).toBeLessThan(200);
  });
});
