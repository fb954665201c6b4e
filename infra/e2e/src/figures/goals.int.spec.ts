import { readGoals } from '@voordeur/api';
import { personalData } from '@voordeur/contracts/db';
import type { CountedGoal, Filter } from '@voordeur/contracts/http';
import type { AcceptLead } from '@voordeur/contracts/jobs';
import { recordGoals, recordVisits } from '@voordeur/worker';
import {
  acceptLead,
  buildAll,
  firefox,
  goalEvent,
  importLeads,
  readLeads,
  releaseLead,
  useDatabase,
  useIntake,
  visitEvent,
} from '@voordeur/worker/testing';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';

/** Leads end up in the owner's goals; every combination of filters is in `filters.int.spec.ts`. */
const database = useDatabase();
const intake = useIntake(database);
/** The database once every day is made that has changed. */
const built = async () => {
  await buildAll(database.dataSource);
  return database.dataSource;
};
const context = () => ({ ...intake, followUp: () => Promise.resolve() });

const at = (time: string) => `2026-03-10T${time}.000Z`;
/** A person by a number: another network for each. */
const address = (person: number) => `145.97.${person}.20`;

const look = (person: number, ...pages: string[]) =>
  recordVisits(
    [
      {
        id: uuidv7(),
        data: {
          events: pages.map((page, index) =>
            visitEvent({
              ...{ page, address: address(person), occurredAt: at(`12:0${index}:00`) },
              ...(index > 0 && { referrer: `http://localhost:8080${pages[index - 1] ?? ''}` }),
            }),
          ),
        },
      },
    ],
    intake,
  );
const report = (person: number, goal: 'form-opened' | 'calendar-opened') =>
  recordGoals(
    [
      {
        id: uuidv7(),
        data: { events: [goalEvent({ goal, address: address(person), occurredAt: at('12:08:00') })] },
      },
    ],
    intake,
  );
async function send(person: number, given: Partial<AcceptLead> = {}): Promise<string> {
  const receivedAt = given.receivedAt ?? at('12:10:00');
  const lead: AcceptLead = {
    ...{ id: uuidv7(), receivedAt, kind: 'question', email: `person-${person}@example.org`, idea: 'Hello' },
    ...{ timestamp: receivedAt, address: address(person), userAgent: firefox, elapsedMs: 20_000 },
    ...given,
  };
  await acceptLead(lead.id, lead, context());
  return lead.id;
}

const read = async (
  goal: CountedGoal = 'lead',
  days = { from: '2026-03-10', to: '2026-03-10' },
  filters: Filter[] = [],
) =>
  readGoals(
    await built(),
    { range: days, filters, now: new Date('2026-03-11T12:00:00Z'), timeZone: 'Europe/Amsterdam' },
    goal,
  );
const figuresOf = async (goal: CountedGoal) => (await read()).goals.find((one) => one.goal === goal);
const reached = async (goal: CountedGoal) => (await figuresOf(goal))?.reached;

it('a session counts once for a goal, and in a step of the funnel if it did all before it', async () => {
  await look(1, '/nl', '/nl/learn', '/nl');
  await report(1, 'form-opened');
  await send(1);
  await send(1, { idea: 'Another' });
  await send(1, { kind: 'newsletter' });
  // Saw a page with a form and opened none; opened one elsewhere and sent it; sent one whose opening wasn't reported.
  await look(2, '/booking');
  await report(2, 'calendar-opened');
  await look(3, '/nl');
  await report(3, 'form-opened');
  await send(3, { kind: 'newsletter' });
  await look(4, '/learn');
  await send(4, { kind: 'prompt-signup' });

  const answer = await read();
  expect(answer).toMatchObject({ sessions: 4, unjoined: [] });
  const counts = Object.fromEntries(answer.goals.map((one) => [one.goal, one.reached]));
  expect(counts).toMatchObject({ lead: 3, question: 1, newsletter: 2, 'prompt-signup': 1, setups: 0 });
  expect(counts).toMatchObject({ 'calendar-opened': 1, 'form-opened': 2, booked: 0 });
  const leads = Object.fromEntries(answer.goals.map((one) => [one.goal, one.leads]));
  expect(leads).toMatchObject({ lead: 5, question: 2, newsletter: 2, 'prompt-signup': 1, setups: 0 });
  expect(leads).toMatchObject({ 'calendar-opened': null, 'form-opened': null, booked: null });
  expect(answer.funnel.map(({ sessions }) => sessions)).toEqual([4, 3, 1, 1]);
  const rows = answer.dimensions.page.rows.map((row) => [row.value, row.sessions, row.reached]);
  expect([rows[0], ...rows.slice(1).sort()]).toEqual([
    ['/nl', 2, 2],
    ['/booking', 1, 0],
    ['/learn', 1, 1],
    ['/nl/learn', 1, 1],
  ]);
  const question = await read('question');
  expect(question.goal).toBe('question');
  expect(question.dimensions.entry.rows[0]).toMatchObject({
    value: '/nl',
    sessions: 2,
    reached: 1,
    rate: 0.5,
  });
});

it('leads that no session has are listed by kind and reason', async () => {
  await send(1, { notCounted: true });
  await send(2, { kind: 'newsletter' });
  await look(3, '/nl');
  await look(3, '/nl');
  await send(3);
  const csv = 'kind,email,created_at\nquestion,past@example.org,2026-03-10T09:00:00Z\n';
  const past = await readLeads(Buffer.from(csv), { timeZone: intake.timeZone, now: new Date() });
  await importLeads(database.dataSource, past.leads);
  await look(4, '/nl');
  await send(4);
  // As those from before there were goals.
  await database.query(
    `insert into leads (id, kind, email, client_timestamp, received_at, visit_match)
    values ($1, 'setups', 'person-5@example.org', '', $2, 'certain')`,
    [uuidv7(), at('11:00:00')],
  );
  // On the site's day, not UTC's.
  await send(6, { notCounted: true, receivedAt: '2026-03-10T22:59:59.999Z' });
  await send(7, { notCounted: true, receivedAt: '2026-03-10T23:00:00.000Z' });
  await send(8, { notCounted: true, receivedAt: '2026-03-09T22:59:59.999Z' });

  const { unjoined } = await read();
  expect(unjoined).toEqual([
    { kind: 'question', reason: 'not-counted', leads: 2 },
    { kind: 'newsletter', reason: 'unknown', leads: 1 },
    { kind: 'question', reason: 'ambiguous', leads: 1 },
    { kind: 'question', reason: 'imported', leads: 1 },
    { kind: 'setups', reason: 'without-session', leads: 1 },
  ]);
  const all = await database.query(
    `select 1 from leads where (received_at at time zone 'Europe/Amsterdam')::date = '2026-03-10'`,
  );
  const joined = await reached('lead');
  expect(unjoined.reduce((sum, { leads }) => sum + leads, 0) + (joined ?? 0)).toBe(all.length);
  // The count is of all of them, the rate of those with a session; no filter can be asked about the others.
  expect(await figuresOf('lead')).toMatchObject({ leads: all.length, reached: joined });
  expect(await figuresOf('newsletter')).toMatchObject({ leads: 1, reached: 0 });
  const filtered = await read('lead', undefined, [{ dimension: 'country', operator: 'is', value: 'NL' }]);
  expect(filtered.goals.map(({ leads }) => leads)).toEqual(filtered.goals.map(() => null));
});

it("a lead in quarantine isn't counted; released, it's one whose session never got it", async () => {
  await look(1, '/nl');
  const leadId = await send(1, { honeypot: true });
  expect(await read()).toMatchObject({ sessions: 1, unjoined: [] });
  expect(await figuresOf('lead')).toMatchObject({ leads: 0, reached: 0 });
  await releaseLead(uuidv7(), { leadId }, context());
  expect(await figuresOf('lead')).toMatchObject({ leads: 1, reached: 0 });
  expect((await read()).unjoined).toEqual([{ kind: 'question', reason: 'released', leads: 1 }]);
});

it('the figure of an erased person stays, and no lead is missed', async () => {
  await look(1, '/nl');
  await send(1);
  for (const { table, where, update } of personalData)
    await database.query(
      update ? `update ${table} set ${update} where ${where}` : `delete from ${table} where ${where}`,
      ['person-1@example.org'],
    );
  expect(await database.query('select 1 from leads')).toEqual([]);
  expect(await reached('question')).toBe(1);
  expect((await read()).unjoined).toEqual([]);
});
