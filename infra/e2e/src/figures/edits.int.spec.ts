import { readEdits } from '@voordeur/api';
import type { Days, TextLanguage } from '@voordeur/contracts/http';
import { recordVisits } from '@voordeur/worker';
import {
  acceptLead,
  buildAll,
  firefox,
  type RecountedSession,
  recountSessions,
  useDatabase,
  useIntake,
  visitEvent,
} from '@voordeur/worker/testing';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';

/** The api's figures about edits, compared with an independent recount by time. */
const database = useDatabase();
const intake = useIntake(database);
/** The database once every day is made that has changed. */
const built = async () => {
  await buildAll(database.dataSource);
  return database.dataSource;
};
const zone = 'Europe/Amsterdam';
const now = new Date('2026-09-01T12:00:00Z');

const edit = (editedAt: string, language: TextLanguage, key: string, oldValue: string, newValue: string) =>
  database.query(
    `insert into text_edits (id, language, key, old_value, new_value, edited_at) values ($1, $2, $3, $4, $5, $6)`,
    [uuidv7(), language, key, oldValue, newValue, editedAt],
  );
const days: Days = { from: '2026-03-01', to: '2026-06-30' };
const read = async (range = days) => readEdits(await built(), range, now, zone);

interface Person {
  day: number;
  minute: number;
  pages: string[];
  isProgram: boolean;
  sends: boolean;
}

/** Another network for each of a day; their page views are three minutes apart. */
async function visit(people: Person[]): Promise<void> {
  const addresses = people.map((_, index) => `145.${90 + (index >> 8)}.${index & 255}.20`);
  const startOf = ({ day, minute }: Person) =>
    Date.parse('2026-01-01T00:00:00Z') + (day * 1_440 + minute) * 60_000;
  const events = people.flatMap((person, index) =>
    person.pages.map((page, view) =>
      visitEvent({
        ...{ page, address: addresses[index] ?? '', webdriver: person.isProgram },
        language: person.pages[0]?.startsWith('/nl') ? 'NL' : 'ENG',
        occurredAt: new Date(startOf(person) + view * 180_000).toISOString(),
        ...(view > 0 && { referrer: 'http://localhost:8080/' }),
      }),
    ),
  );
  await recordVisits([{ id: uuidv7(), data: { events } }], intake);
  for (const [index, person] of people.entries()) {
    if (!person.sends) continue;
    const receivedAt = new Date(startOf(person) + 600_000).toISOString();
    const lead = {
      ...{
        id: uuidv7(),
        receivedAt,
        kind: 'question' as const,
        email: `p${index}@example.org`,
        idea: 'Hello',
      },
      ...{ timestamp: receivedAt, address: addresses[index] ?? '', userAgent: firefox, elapsedMs: 20_000 },
    };
    await acceptLead(lead.id, lead, { ...intake, followUp: () => Promise.resolve() });
  }
}

const pages = ['/', '/en', '/nl', '/learn', '/nl/learn', '/booking', '/nl/booking', '/privacy'];
const person = fc.record({
  day: fc.integer({ min: 0, max: 240 }),
  minute: fc.integer({ min: 0, max: 1_439 }),
  pages: fc.array(fc.constantFrom(...pages), { minLength: 1, maxLength: 3 }),
  isProgram: fc.nat(9).map((of) => of === 0),
  sends: fc.nat(4).map((of) => of === 0),
});

/** The instants of the edits of each place, and its pages; null: every page in Dutch. */
const edited = {
  'home en': {
    key: 'home.hero.headline',
    pages: ['/', '/en'],
    at: ['2026-02-20T10:00:00Z', '2026-04-02T22:30:00Z'],
  },
  'learn nl': {
    key: 'learn.lead',
    pages: ['/nl/learn'],
    at: ['2026-03-05T09:00:00Z', '2026-03-29T00:30:00Z', '2026-07-20T09:00:00Z'],
  },
  'every nl': { key: 'footer.copyright', pages: null, at: ['2026-05-11T08:00:00Z'] },
};

it('counts sessions that saw the page before and after, as a recount by time does', async () => {
  for (const [name, { key, at }] of Object.entries(edited))
    for (const [index, instant] of at.entries())
      await edit(instant, name.endsWith('nl') ? 'nl' : 'en', key, `${index}`, `${index + 1}`);
  // Versions of the texts between those, which change nothing that is compared.
  await edit('2026-04-20T12:00:00Z', 'nl', 'admin.home.title', 'a', 'b');
  await edit('2026-06-01T12:00:00Z', 'en', 'legal.headline', 'a', 'b');
  await visit(fc.sample(person, { numRuns: 400, seed: 17 }));

  const { changes, from, to } = await read();
  expect([from, to]).toEqual([days.from, days.to]);
  expect(changes.map(({ place, language, day }) => `${place} ${language} ${day}`)).toEqual([
    'other en 2026-06-01',
    'every nl 2026-05-11',
    'home en 2026-04-03',
    'learn nl 2026-03-29',
    'learn nl 2026-03-05',
  ]);
  const sessions = await recountSessions(database.dataSource, zone);
  const counted = changes.flatMap(({ effect, place, language, from: at }) =>
    effect === null
      ? []
      : [
          [
            place,
            language,
            at,
            effect.before.sessions,
            effect.before.leads,
            effect.after.sessions,
            effect.after.leads,
          ],
        ],
  );
  const expected = changes.flatMap(({ place, language, from: at }) => {
    const of = new Map(Object.entries(edited)).get(`${place} ${language}`);
    return of === undefined ? [] : [[place, language, at, ...recount(sessions, of, at)]];
  });
  expect(counted).toEqual(expected);
  expect(expected.flat().filter((count) => typeof count === 'number' && count > 3).length).toBeGreaterThan(
    12,
  );
});

/** Sessions and leads before, then after. */
function recount(
  sessions: RecountedSession[],
  { pages: of, at }: { pages: string[] | null; at: string[] },
  instant: string,
): number[] {
  const place = at.findIndex((one) => Date.parse(one) === Date.parse(instant));
  const [from = '0000', to = '9999'] = [at[place - 1], at[place + 1]];
  const middle = Date.parse(
    `${new Date(Date.parse(instant) + 2 * 3_600_000).toISOString().slice(0, 10)}T00:00:00Z`,
  );
  const counts = [0, 0, 0, 0];
  for (const { start, day, pages: seen, language, isSuspected, goals } of sessions) {
    const isThere = of === null ? language === 'NL' : seen.some((page) => of.includes(page));
    const isNear = Math.abs(Date.parse(`${day}T00:00:00Z`) - middle) <= 90 * 86_400_000;
    const isBetween = Date.parse(start) >= Date.parse(from) || from === '0000';
    const isUntil = to === '9999' || Date.parse(start) < Date.parse(to);
    if (isSuspected || !isThere || !isNear || !isBetween || !isUntil) continue;
    const side = Date.parse(start) < Date.parse(instant) ? 0 : 2;
    counts[side] = (counts[side] ?? 0) + 1;
    if (goals.includes('question')) counts[side + 1] = (counts[side + 1] ?? 0) + 1;
  }
  return counts;
}

it('takes edits of an hour as one change, and what ended as it began as none', async () => {
  await edit('2026-03-10T10:00:00Z', 'en', 'home.hero.headline', 'One', 'Two');
  await edit('2026-03-10T10:50:00Z', 'en', 'home.hero.lead', 'A', 'B');
  await edit('2026-03-10T11:40:00Z', 'en', 'home.hero.headline', 'Two', 'Three');
  await edit('2026-03-10T12:50:00Z', 'en', 'home.hero.book', 'Book', 'Call');
  await edit('2026-03-11T10:00:00Z', 'nl', 'learn.lead', 'Zes', 'Zeven');
  await edit('2026-03-11T10:10:00Z', 'nl', 'learn.lead', 'Zeven', 'Zes');
  const { changes } = await read();
  expect(changes.map(({ ids, texts, current }) => [ids.length, texts, current])).toEqual([
    [1, [{ key: 'home.hero.book', old: 'Book', new: 'Call' }], false],
    [
      3,
      [
        { key: 'home.hero.headline', old: 'One', new: 'Three' },
        { key: 'home.hero.lead', old: 'A', new: 'B' },
      ],
      false,
    ],
  ]);
});

it('says which changes the site still shows', async () => {
  await edit('2026-03-10T10:00:00Z', 'en', 'home.hero.headline', 'One', 'Two');
  await database.query(`insert into texts (language, key, value) values ('en', 'home.hero.headline', 'Two')`);
  expect((await read()).changes).toMatchObject([{ current: true }]);
  await database.query(`update texts set value = 'Three'`);
  expect((await read()).changes).toMatchObject([{ current: false }]);
});

it('is likely better where many more of those who saw the new text left a lead', async () => {
  await edit('2026-03-10T10:00:00Z', 'nl', 'home.hero.headline', 'Een', 'Twee');
  const people = (count: number, day: number, sends: (index: number) => boolean): Person[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ day: day + (index % 5), minute: 720 + (index % 600), pages: ['/nl'], isProgram: false },
      sends: sends(index),
    }));
  await visit([
    ...people(150, 60, (index) => index % 30 === 0),
    ...people(60, 70, (index) => index % 3 === 0),
  ]);
  expect((await read()).changes).toMatchObject([
    {
      effect: {
        verdict: 'likely-better',
        before: { sessions: 150, leads: 5 },
        after: { sessions: 60, leads: 20 },
        low: expect.toSatisfy((low: number) => low > 0) as number,
      },
    },
  ]);
});
