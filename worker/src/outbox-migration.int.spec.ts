import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from './platform/config.js';
import { mailDestination } from './destinations/mail.js';
import { webhookDestinations } from './destinations/webhook.js';
import { sendDue } from './testing/send-due.js';
import { testMailSettings } from './testing/mail-settings.js';
import { startSmtpReceiver } from './testing/smtp-receiver.js';
import { answerStatus, startReceiver } from './webhooks/testing/start-receiver.js';
import { planLetter } from './weekly-letter/plan-due-letter.js';
import { useDatabase } from './testing/hooks.js';

/** The migration, tested on its own: what waited in the three old tables is sent as it would have been. */
const database = useDatabase({ keepRows: true });
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let smtp: Awaited<ReturnType<typeof startSmtpReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  smtp = await startSmtpReceiver();
});
afterAll(async () => {
  await receiver.close();
  await smtp.stop();
});

const { query } = database;

const occurredAt = '2026-11-21T12:00:00.000Z';
/** `minutes` from now until the next attempt; null for no further attempt. */
async function delivery(
  endpoint: string,
  given: { status?: string; minutes?: number | null; attempts?: number } = {},
) {
  const { status = 'waiting', minutes = 0, attempts = 0 } = given;
  const [id, eventId] = [uuidv7(), uuidv7()];
  await query(
    `insert into deliveries (id, event_id, endpoint, type, payload, occurred_at, lead_id, status, turn, attempts, failures,
      next_attempt_at, enqueue_at, delivered_at, created_at)
    values ($1, $2, $3, 'lead.' || $3, '{"email":"you@example.org"}', $4, $2, $5, $7, $7, $7,
      now() + $6 * interval '1 minute', now() + interval '50 seconds',
      case $5 when 'delivered' then now() end, now() - interval '1 day')`,
    [id, eventId, endpoint, occurredAt, status, minutes, attempts],
  );
  for (let number = 1; number <= attempts; number += 1) {
    await query(
      `insert into delivery_attempts (delivery_id, number, duration_ms, status_code, response_start)
      values ($1, $2, 12, 500, 'oops')`,
      [id, number],
    );
  }
  return { id, eventId };
}
async function mail(kind: string, { status = 'waiting', minutes = 0, week = null as string | null } = {}) {
  const [id, leadId] = [uuidv7(), week === null ? uuidv7() : null];
  if (leadId !== null) {
    await query(
      `insert into leads (id, kind, email, client_timestamp, received_at) values ($1, 'question', 'you@example.org', '', now())`,
      [leadId],
    );
  }
  await query(
    `insert into mails (id, kind, lead_id, week, status, attempts, next_attempt_at, reason)
    values ($1, $2, $3, $4, $5, 1, now() + $6 * interval '1 minute', '451')`,
    [id, kind, leadId, week, status, minutes],
  );
  return id;
}

async function goBackBeforeOutbox(): Promise<void> {
  const { migrations } = database.owner;
  const outbox = migrations.findIndex(({ constructor }) => constructor.name.startsWith('CreateOutbox'));
  for (let left = migrations.length; left > outbox; left -= 1) await database.owner.undoLastMigration();
}

it('sends each waiting delivery, mail and job exactly as it would have been sent', async () => {
  await goBackBeforeOutbox();
  const due = await delivery('question', { attempts: 2 });
  const later = await delivery('question', { minutes: 5, attempts: 1 });
  const failed = await delivery('question', { status: 'failed', minutes: null, attempts: 3 });
  const delivered = await delivery('question', { status: 'delivered', minutes: null, attempts: 1 });
  const ofOff = await delivery('setups', { attempts: 1 });
  await query(`insert into webhook_endpoints (name, off_since, off_reason) values ('setups', now(), 'gone')`);
  const notice = await mail('lead-notice');
  const waitingMail = await mail('lead-notice', { minutes: 30 });
  const failedMail = await mail('lead-notice', { status: 'failed' });
  const letter = await mail('weekly-letter', { week: '2026-11-16', status: 'sent' });
  const job = {
    id: uuidv7(),
    kind: 'question',
    idea: 'é\u0001',
    claims: { content: 'c', key: 'k', body: 'b' },
  };
  await query(`insert into spilled_jobs (id, queue, name, payload) values ($1, 'signups', 'question', $2)`, [
    job.id,
    JSON.stringify(job),
  ]);
  await database.owner.runMigrations();

  const inMinutes = `round(extract(epoch from due_at - now()) / 60)::int`;
  const rows = await query(
    `select id, state, attempts, failures, last_error, ${inMinutes} as minutes from outbox order by id`,
  );
  const expected = (
    id: string,
    state: string,
    failures: number,
    last_error: string | null,
    minutes: number | null,
  ) => ({
    id,
    state,
    attempts: failures,
    failures,
    last_error,
    minutes,
  });
  expect(rows).toEqual([
    expected(due.id, 'waiting', 2, '500', 0),
    expected(later.id, 'waiting', 1, '500', 5),
    expected(failed.id, 'failed', 3, '500', null),
    expected(delivered.id, 'sent', 1, null, null),
    expected(ofOff.id, 'waiting', 1, '500', 0),
    expected(notice, 'waiting', 1, '451', 0),
    expected(waitingMail, 'waiting', 1, '451', 30),
    expected(failedMail, 'failed', 1, '451', null),
    expected(letter, 'sent', 1, '451', null),
    expected(job.id, 'waiting', 0, null, 0),
  ]);
  const [asJob] = await query(`select kind, destination, type, event_id, payload from outbox where id = $1`, [
    job.id,
  ]);
  expect(asJob).toEqual({
    kind: 'job',
    destination: 'signups',
    type: 'question',
    event_id: job.id,
    payload: job,
  });

  // The letter of a week that was sent is not planned a second time.
  await planLetter(database.owner.manager, '2026-11-16');
  expect(await query(`select id from outbox where type = 'weekly-letter'`)).toEqual([{ id: letter }]);

  const { webhooks } = loadConfig({
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    WEBHOOK_SETUPS_URL: receiver.url,
    WEBHOOK_QUESTION_URL: receiver.url,
    WEBHOOK_SIGNING_SECRET: 'a-secret-of-the-tests',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_RETRY_SECONDS: '0,0,0',
  });
  const destinations = [
    ...webhookDestinations(database.owner, webhooks),
    mailDestination(database.owner, { ...testMailSettings, smtpUrl: smtp.url }),
  ];
  receiver.answerWith(answerStatus(500));
  // The third attempt was the last of the schedule.
  expect(await sendDue(database.owner, destinations)).toEqual(
    new Map([
      [due.id, 'failed'],
      [notice, 'sent'],
    ]),
  );
  expect(
    receiver.requests.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body) as unknown]),
  ).toEqual([
    [due.id, { type: 'lead.question', id: due.eventId, timestamp: occurredAt, email: 'you@example.org' }],
  ]);
  expect(smtp.mails.map(({ parsed }) => parsed.messageId)).toEqual([`<${notice}@site.example>`]);
  expect(
    await query('select number, response_start from outbox_attempts where effect_id = $1', [due.id]),
  ).toEqual([
    { number: 1, response_start: 'oops' },
    { number: 2, response_start: 'oops' },
    { number: 3, response_start: '' },
  ]);
});

it('takes along what a worker of the version before is planning at that moment', async () => {
  await goBackBeforeOutbox();
  const planning = database.owner.createQueryRunner();
  await planning.startTransaction();
  const id = uuidv7();
  await planning.query(
    `insert into deliveries (id, event_id, endpoint, type, payload, occurred_at, next_attempt_at, enqueue_at)
    values ($1, $1, 'question', 'lead.question', '{}', now(), now(), now())`,
    [id],
  );
  const migrated = database.owner.runMigrations();
  const waits = `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(() => query(waits)).toHaveLength(1);
  await planning.commitTransaction();
  await planning.release();
  await migrated;
  expect(await query('select state from outbox where id = $1', [id])).toEqual([{ state: 'waiting' }]);
});
