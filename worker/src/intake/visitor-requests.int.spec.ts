import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { MyVisitAction, MyVisitErased, MyVisitShown } from '@voordeur/contracts/http';
import type { AcceptLead, GoalEvent, VideoViewEvent, VisitEvent } from '@voordeur/contracts/jobs';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordGoals } from './record-goals.js';
import { acceptLead } from '../leads/accept-lead.js';
import { applyRetention } from '../maintenance/apply-retention.js';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { firefox, goalEvent, googlebot, videoViewEvent, visitEvent } from '../testing/intake.js';
import { recountDays } from '../testing/recount.js';
import { recordVideoViews } from './record-video-views.js';
import { planBookingVisits } from './plan-booking-visits.js';
import { recordVisits } from './record-visits.js';
import { planWebhooks } from '../outbox/webhooks.js';
import { answerVisitorRequest, forgetAnswers } from './visitor-requests.js';

/** One in which it's about noon: requests are about today, which must not end during a test. */
const ahead = 12 - new Date().getUTCHours();
const zone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
const mine = { address: '145.97.31.20', userAgent: firefox };
const theirs = { address: '81.2.69.142', userAgent: firefox };
const database = useDatabase();
const intake = useIntake(database, zone);
const { query } = database;

/** The last minute; each a millisecond later than the one before. */
let lastMs = 0;
function soon(): string {
  lastMs = Math.max(lastMs + 1, Date.now() - 60_000);
  return new Date(lastMs).toISOString();
}
const visit = (given: Partial<VisitEvent>) => visitEvent({ occurredAt: soon(), ...given });
const view = (given: Partial<VideoViewEvent>) =>
  videoViewEvent({ occurredAt: soon(), viewId: randomUUID(), ...given });
const goal = (given: Partial<GoalEvent>) => goalEvent({ occurredAt: soon(), ...given });

const booking = { urls: new Map([['booking-visit', 'http://127.0.0.1/']] as const), retrySeconds: [0] };
const record = (...events: unknown[]) =>
  recordVisits([{ id: uuidv7(), data: { events } }], intake, (tx, visits) =>
    planBookingVisits(tx, visits, zone, (manager, events) => planWebhooks(manager, booking, events)),
  );
const reach = (...events: GoalEvent[]) => recordGoals([{ id: uuidv7(), data: { events } }], intake);
const watch = (...events: VideoViewEvent[]) => recordVideoViews([{ id: uuidv7(), data: { events } }], intake);

async function plan(action: MyVisitAction, client = mine) {
  const [id, occurredAt] = [uuidv7(), new Date()];
  await query(
    `insert into outbox (id, kind, destination, type, event_id, payload, occurred_at, due_at)
    values ($1, 'visitor-request', 'visitor-requests', $2, $1, $3, $4, now())`,
    [id, action, JSON.stringify(client), occurredAt],
  );
  return { id, type: action, occurredAt };
}
async function readAnswer(id: string) {
  const [row] = await query(`select payload->'answer' as answer from outbox where id = $1`, [id]);
  return row?.['answer'];
}
async function ask<Answer>(action: MyVisitAction, client = mine): Promise<Answer> {
  const request = await plan(action, client);
  expect(await answerVisitorRequest(intake, request)).toBe('sent');
  return (await readAnswer(request.id)) as Answer;
}
const show = (client = mine) => ask<MyVisitShown>('show', client);
const erase = (client = mine) => ask<MyVisitErased>('erase', client);

/** The figures are those of the rows that are left, by SQL of the tests' own. */
async function expectRightFigures() {
  const { kept, recounted } = await recountDays(database.dataSource, zone);
  expect(kept).toEqual(recounted);
}

describe('the shown visit', () => {
  it('is every row of the visitor’s day, and of nobody else’s', async () => {
    const page = visit({
      page: '/nl?utm_source=letter',
      referrer: 'https://example.org/',
      language: 'NL',
      webdriver: true,
    });
    await record(page, visit(theirs), visit({ userAgent: googlebot }));
    await watch(view({ watchDuration: 42 }), view(theirs));
    await reach(goal({ goal: 'calendar-opened' }), goal(theirs));
    expect(await show()).toEqual({
      pageViews: [
        {
          occurredAt: expect.stringContaining(page.occurredAt.slice(0, 23)) as string,
          page: '/nl?utm_source=letter',
          referrer: 'https://example.org/',
          language: 'NL',
          ...{ device: 'desktop', browser: 'Firefox', system: 'Linux' },
          suspicion: 'webdriver',
          country: 'NL',
          city: expect.any(String) as string,
          address: '145.97.31.0',
        },
      ],
      pageViewCount: 1,
      videoViews: [expect.objectContaining({ title: 'Video 1', watchedSeconds: 42, address: '145.97.31.0' })],
      videoViewCount: 1,
      goals: [{ goal: 'calendar-opened', occurredAt: expect.any(String) as string }],
      goalCount: 1,
      isProgram: false,
    });
  });

  it('is nothing of another address, of another browser, and of a program', async () => {
    await record(visit({}), visit({ userAgent: googlebot }));
    const nothing = {
      ...{ pageViews: [], pageViewCount: 0, videoViews: [], videoViewCount: 0 },
      ...{ goals: [], goalCount: 0, isProgram: false },
    };
    expect(await show(theirs)).toEqual(nothing);
    expect(await show({ ...mine, userAgent: `${firefox} ` })).toEqual(nothing);
    expect(await show({ ...mine, userAgent: googlebot })).toEqual({ ...nothing, isProgram: true });
  });

  it('is the newest hundred of more, with how many there are', async () => {
    await record(...Array.from({ length: 130 }, (_, i) => visit({ page: `/p${i}` })));
    const shown = await show();
    expect(shown.pageViewCount).toBe(130);
    expect(shown.pageViews).toHaveLength(100);
    expect(shown.pageViews[0]?.page).toBe('/p129');
  });

  it('leaves neither address nor agent, and is forgotten after a few minutes', async () => {
    await record(visit({}));
    await show();
    const waiting = await plan('erase');
    const [kept] = await query('select payload::text from outbox where type = $1', ['show']);
    expect(kept?.['payload']).not.toContain(mine.userAgent);
    expect(kept?.['payload']).not.toContain(mine.address);
    await forgetAnswers(database.dataSource);
    expect(await query('select id from outbox')).toHaveLength(2);
    await query(`update outbox set created_at = now() - interval '6 minutes'`);
    await forgetAnswers(database.dataSource);
    // A promised request that isn't done stays, however old.
    expect(await query('select id from outbox')).toEqual([{ id: waiting.id }]);
  });
});

describe('an erasure', () => {
  beforeEach(async () => {
    const shared = ['/', '/learn', '/learn?utm_source=letter'];
    await record(
      ...shared.map((page) => visit({ ...theirs, page })),
      ...shared.map((page) => visit({ page, referrer: 'https://example.org/' })),
      visit({ page: '/mine-alone' }),
      visit({ ...theirs, page: '/learn' }),
      visit({ userAgent: googlebot }),
    );
    await watch(
      view({ watchDuration: 30 }),
      view({ watchDuration: 300, videoId: 'video-2' }),
      view({ ...theirs, watchDuration: 60 }),
    );
    await reach(goal({}), goal({ goal: 'calendar-opened' }), goal(theirs));
  });

  it('takes rows and figures away together, and leaves the others’', async () => {
    expect(await erase()).toEqual({ erased: { pageViews: 4, videoViews: 2, leads: 0, goals: 2 } });
    expect(await show()).toMatchObject({ pageViewCount: 0, videoViewCount: 0, goalCount: 0 });
    expect(await show(theirs)).toMatchObject({ pageViewCount: 4, videoViewCount: 1, goalCount: 1 });
    await expectRightFigures();
    expect(await query(`select 1 from values_by_month where value = '/mine-alone'`)).toEqual([]);
    expect(await query('select video_id from videos_by_day')).toEqual([{ video_id: 'video-1' }]);
  });

  it('leaves no figures at all after the last one', async () => {
    await erase(theirs);
    await erase();
    await expectRightFigures();
    for (const table of ['videos_by_day', 'sessions_by_day'])
      expect(await query(`select * from ${table}`)).toEqual([]);
    expect(await query('select dimension from values_by_month')).toEqual([{ dimension: 'bot' }]);
    expect(await query('select people, visitors, bots from days')).toEqual([
      { people: 0, visitors: 0, bots: 1 },
    ]);
  });

  it('done twice, or by a job that runs again, changes nothing more', async () => {
    const request = await plan('erase');
    await answerVisitorRequest(intake, request);
    const answer = await readAnswer(request.id);
    await record(visit({ occurredAt: new Date(Date.now() + 1_000).toISOString() }));
    await answerVisitorRequest(intake, request);
    expect(await readAnswer(request.id)).toEqual(answer);
    expect(await show()).toMatchObject({ pageViewCount: 1 });
    await erase();
    expect(await erase()).toEqual({ erased: { pageViews: 0, videoViews: 0, leads: 0, goals: 0 } });
    await expectRightFigures();
  });

  it('takes nothing if its transaction fails', async () => {
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`);
    await query(`create trigger refuse before delete on reached_goals execute function refuse()`);
    const request = await plan('erase');
    await expect(answerVisitorRequest(intake, request)).rejects.toThrow('away');
    await query('drop trigger refuse on reached_goals');
    await query('drop function refuse');
    expect(await readAnswer(request.id)).toBeNull();
    expect(await show()).toMatchObject({ pageViewCount: 4, videoViewCount: 2 });
    await expectRightFigures();
    await answerVisitorRequest(intake, request);
    expect(await show()).toMatchObject({ pageViewCount: 0 });
  });

  it('reaches what was accepted before and is stored later, and not what comes after it', async () => {
    const [before, seen] = [visit({ page: '/before' }), view({})];
    await erase();
    await record(before, visit({ ...theirs, page: '/before' }));
    await watch(seen);
    expect(await show()).toMatchObject({ pageViewCount: 0, videoViewCount: 0 });
    expect(await query(`select reason, events from drops_by_day where reason = 'erased'`)).toEqual([
      { reason: 'erased', events: 2 },
    ]);
    await record(visit({ occurredAt: new Date(Date.now() + 1_000).toISOString(), page: '/after' }));
    expect(await show()).toMatchObject({ pageViewCount: 1 });
    await expectRightFigures();
  });

  it('leaves the figures of whatever is left, in any order of visits, views and erasures', async () => {
    const clients = [
      mine,
      theirs,
      { ...mine, userAgent: `${firefox} (another)` },
      { ...mine, userAgent: googlebot },
    ];
    const client = fc.constantFrom(...clients);
    const page = fc.constantFrom('/', '/learn', '/learn?utm_source=letter', '/booking');
    const referrer = fc.constantFrom('https://example.org/', 'https://localhost:8080/');
    const step = fc.oneof(
      fc.record({ does: fc.constant('visit' as const), client, page, referrer }),
      fc.record({
        does: fc.constant('watch' as const),
        client,
        watchDuration: fc.integer({ min: 5, max: 400 }),
      }),
      fc.record({ does: fc.constant('erase' as const), client }),
    );
    const run = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      for (const { does, client: by, ...more } of steps) {
        if (does === 'visit') await record(visit({ ...by, ...more }));
        else if (does === 'watch') await watch(view({ ...by, ...more }));
        else await erase(by);
      }
      const { kept, recounted } = await recountDays(database.dataSource, zone);
      expect(kept).toEqual(recounted);
    });
    await fc.assert(run, { numRuns: 5 });
    await expectRightFigures();
  });

  it('waits for what is being stored, whatever comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const events = Array.from({ length: 30 }, () => visit({}));
      const erasing = (async () => {
        await wait(round);
        return erase();
      })();
      await Promise.all([record(...events), record(visit({}), visit(theirs)), erasing]);
      expect(await show()).toMatchObject({ pageViewCount: 0 });
    }
    await expectRightFigures();
  });

  it('takes away a visit of thousands of rows some hundreds at a time', async () => {
    await record(...Array.from({ length: 1_100 }, (_, index) => visit({ page: `/p${index % 7}` })));
    await watch(...Array.from({ length: 600 }, (_, index) => view({ videoId: `video-${index % 3}` })));
    const { erased } = await erase();
    expect(erased).toEqual({ pageViews: 1_104, videoViews: 602, leads: 0, goals: 2 });
    expect(await show()).toMatchObject({ pageViewCount: 0, videoViewCount: 0 });
    await expectRightFigures();
  });

  it('takes along what the visit left elsewhere', async () => {
    await record(
      visit({ page: '/booking' }),
      visit({ ...theirs, page: '/booking' }),
      { ...visit({ page: '/mine' }), source: 'unheard of' },
      { ...visit({ ...theirs, page: '/theirs' }), source: 'unheard of' },
    );
    await show();
    expect(await query(`select 1 from outbox where destination = 'booking-visit'`)).toHaveLength(2);
    await erase();
    expect(await query(`select 1 from outbox where destination = 'booking-visit'`)).toHaveLength(1);
    const rejected = await query('select event from rejected_events');
    expect(rejected).toEqual([{ event: expect.stringContaining('/theirs') as string }]);
    expect(await query(`select 1 from outbox where type = 'show'`)).toEqual([]);
    await expectRightFigures();
  });
});

describe('a lead', () => {
  const followUp = () => Promise.resolve();
  async function send(client: Pick<AcceptLead, 'address' | 'userAgent'>, email: string) {
    const receivedAt = new Date().toISOString();
    const lead: AcceptLead = {
      ...{ id: uuidv7(), kind: 'setups', timestamp: receivedAt, receivedAt },
      ...client,
      ...{ email, idea: 'An idea' },
    };
    await acceptLead(lead.id, lead, { ...intake, followUp });
  }
  const leads = () =>
    query(`select email, visit_match as match, first_page as page, visit_digest is not null as linked
      from leads order by email`);

  it('stays when its sender’s visit is erased, and no longer says how they came here', async () => {
    await record(visit({ page: '/learn' }), visit({ ...theirs, page: '/learn' }));
    await send(mine, 'a@example.org');
    await send(theirs, 'b@example.org');
    expect((await erase()).erased.leads).toBe(1);
    await send(mine, 'c@example.org');
    expect(await leads()).toEqual([
      { email: 'a@example.org', match: 'not-counted', page: null, linked: false },
      { email: 'b@example.org', match: 'certain', page: '/learn', linked: true },
      { email: 'c@example.org', match: 'unknown', page: null, linked: false },
    ]);
  });

  it('has nothing in common with the rows of its visit, and after three days nothing of it at all', async () => {
    await record(visit({ page: '/learn' }));
    await send(mine, 'a@example.org');
    const inCommon = await query(
      'select 1 from leads, visits where position(visitor in visit_digest) > 0 or visit_digest is null',
    );
    expect(inCommon).toEqual([]);
    await erase(theirs);
    await query(`update leads set received_at = now() - interval '73 hours'`);
    await query(`update day_salts set day = day - 4, used_at = now() - interval '4 days'`);
    await applyRetention(database.dataSource, { rawDays: 395, ipDays: 30 });
    expect(await leads()).toMatchObject([{ match: 'certain', page: '/learn', linked: false }]);
    expect(await query('select * from erased_visitors')).toEqual([]);
  });
});
