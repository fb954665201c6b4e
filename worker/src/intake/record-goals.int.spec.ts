import type { GoalEvent } from '@voordeur/contracts/jobs';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { goalEvent, googlebot, testIntake, visitEvent } from '../testing/intake.js';
import { buildAll, recountDays } from '../testing/recount.js';
import { readSessions } from '../testing/recount-sessions.js';
import { recordVisits } from './record-visits.js';
import { recordGoals } from './record-goals.js';

const database = useDatabase();
const intake = useIntake(database);
const { query } = database;

const at = (time: string) => `2026-03-10T${time}Z`;
const record = (events: GoalEvent[], chunkId = uuidv7()) =>
  recordGoals([{ id: chunkId, data: { events } }], intake);
const view = (time: string, more = {}) =>
  recordVisits([{ id: uuidv7(), data: { events: [visitEvent({ occurredAt: at(time), ...more })] } }], intake);
const stored = () => query('select lead_id as id, goal from reached_goals order by 1');
const goalsOfSessions = async () => {
  await buildAll(database.dataSource);
  return (await readSessions(database.dataSource)).map(({ goals }) => goals);
};
const drops = () => query('select reason, events from drops_by_day');

it.each([['before'], ['after']])(
  'a goal that is stored %s its page view is in the session',
  async (order) => {
    if (order === 'after') await view('12:00:00.000');
    const opened = goalEvent({ occurredAt: at('12:01:00.000') });
    const calendar = goalEvent({ occurredAt: at('12:02:00.000'), goal: 'calendar-opened' });
    await record([opened, calendar, goalEvent({ address: '145.97.31.99' })]);
    if (order === 'before') await view('12:00:00.000');
    expect(await stored()).toHaveLength(3);
    expect(await goalsOfSessions()).toEqual([['calendar-opened', 'form-opened']]);
    const { kept, recounted } = await recountDays(database.dataSource);
    expect(kept).toEqual(recounted);
  },
);

it('is stored once, however often its job runs, also in another chunk and by workers at once', async () => {
  await view('12:00:00.000');
  const events = [goalEvent(), goalEvent({ goal: 'calendar-opened' })];
  const chunk = uuidv7();
  const other = await testIntake(database.dataSource);
  await Promise.all([record(events, chunk), recordGoals([{ id: chunk, data: { events } }], other)]);
  await record(events, chunk);
  await record([...events, ...events]);
  expect((await stored()).map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort());
  expect(await goalsOfSessions()).toEqual([['calendar-opened', 'form-opened']]);
});

it('moves with the sessions of its visitor', async () => {
  await view('12:00:00.000');
  await record([goalEvent({ occurredAt: at('13:01:00.000') })]);
  expect(await goalsOfSessions()).toEqual([['form-opened']]);
  await view('13:00:00.000');
  expect(await goalsOfSessions()).toEqual([[], ['form-opened']]);
});

it('drops bots’ goals and counts them once', async () => {
  const chunk = uuidv7();
  const events = [goalEvent({ userAgent: googlebot }), goalEvent({ userAgent: '' })];
  for (let run = 0; run < 2; run += 1) await record(events, chunk);
  expect(await stored()).toEqual([]);
  expect(await drops()).toEqual([{ reason: 'bot-goal', events: 2 }]);
});

it('leaves out what happened before its visitor had their visit erased', async () => {
  await record([goalEvent({ occurredAt: at('12:00:00.000') })]);
  await query(
    `insert into erased_visitors (visitor, day, erased_at) select visitor, '2026-03-10', $1 from reached_goals`,
    [at('12:30:00.000')],
  );
  await query('delete from reached_goals');
  const after = goalEvent({ occurredAt: at('12:31:00.000') });
  await record([goalEvent({ occurredAt: at('12:29:00.000') }), after]);
  expect(await stored()).toEqual([{ id: after.id, goal: 'form-opened' }]);
  expect(await drops()).toEqual([{ reason: 'erased', events: 1 }]);
});

it('sets aside what no worker can store, and stores the rest', async () => {
  const unheardOf = { ...goalEvent(), goal: 'booked' } as unknown as GoalEvent;
  const notOfItsTime = { ...goalEvent(), occurredAt: at('13:00:00.000') };
  const good = goalEvent();
  await record([unheardOf, notOfItsTime, good]);
  await recordGoals([{ id: uuidv7(), data: 'nonsense' }], intake);
  expect(await stored()).toEqual([{ id: good.id, goal: 'form-opened' }]);
  expect(await query(`select 1 from rejected_events where queue = 'goals'`)).toHaveLength(3);
});
