import type { startSmtpReceiver } from '@voordeur/worker/tools';
import { until } from '@voordeur/operate/local/until.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import type { ToldMeeting } from './booker.js';
import type { Receiver } from './receiver.js';

interface Receivers {
  receiver: Receiver;
  mailServer: Awaited<ReturnType<typeof startSmtpReceiver>>;
}

interface PlannedRow {
  id: string;
  kind: 'webhook' | 'mail';
  type: string;
  state: string;
  eventId: string;
  meeting: string;
  /** Only a mail has it. */
  sequence: number | null;
}

const isOfMeeting = `(destination = 'booking' or type like 'meeting-%')`;
const unfinished = `select from outbox where state = 'waiting' and (kind = 'job' or ${isOfMeeting})
  union all select from meetings where lead_id not in (select id from leads) limit 1`;

/**
 * Compares the answers that visitors got with the rows, the webhooks and the mails, once nothing waits to be sent any more or a
 * minute has passed.
 */
export async function accountForBookings(
  databaseUrl: string,
  answered: ToldMeeting[],
  { receiver, mailServer }: Receivers,
  wrong: string[],
) {
  const ask = <Row extends object>(sql: string) =>
    withPostgres(databaseUrl, async (db) => (await db.query<Row>(sql)).rows);
  const isDone = async () => (await ask(unfinished)).length === 0;
  await until(() => isDone().catch(() => false), { withinMs: 60_000, everyMs: 500 });

  const rows = await ask<Omit<ToldMeeting, 'token'> & { hasLead: boolean }>(
    `select id, state, starts_at as "startsAt", sequence, lead_id in (select id from leads) as "hasLead" from meetings`,
  );
  const overlapping = await ask(
    `select from meetings as one join meetings as other on one.id < other.id and one.blocked && other.blocked
    where one.state = 'booked' and other.state = 'booked'`,
  );
  const describe = ({ id, state, startsAt, sequence }: Omit<ToldMeeting, 'token'>) =>
    [id, state, new Date(startsAt).toISOString(), sequence].join(' ');
  const stored = new Set(rows.map(describe));

  const planned = await ask<PlannedRow>(
    `select id, kind, type, state, event_id as "eventId", coalesce(payload->>'bookingId', payload->>'meetingId') as meeting,
      (payload->>'sequence')::int as sequence
    from outbox where ${isOfMeeting}`,
  );
  const webhooks = planned.filter(({ kind }) => kind === 'webhook');
  const mails = planned.filter(({ kind }) => kind === 'mail');
  /** The mails that came, by the id of their row, which begins their Message-ID. */
  const came = new Set(mailServer.mails.map(({ parsed }) => /^<([^@]+)@/.exec(parsed.messageId ?? '')?.[1]));
  const lastMails = new Map(mails.map((mail) => [`${mail.meeting} ${mail.sequence ?? ''}`, mail]));
  const changes = answered.reduce((sum, { sequence }) => sum + sequence + 1, 0);

  const faults = {
    lost: answered.filter((meeting) => !stored.has(describe(meeting))).length,
    doubled: overlapping.length + Math.max(0, rows.length - answered.length),
    withoutLead: rows.filter(({ hasLead }) => !hasLead).length,
    // Each change plans one of either, and a mail that a later change has superseded isn't sent.
    webhooksMissing: changes - webhooks.filter(({ eventId }) => receiver.arrived.has(eventId)).length,
    webhooksRenamed: webhooks.filter(({ id, eventId }) =>
      [...(receiver.arrived.get(eventId) ?? [])].some((webhookId) => webhookId !== id),
    ).length,
    mailsMissing:
      changes -
      mails.length +
      answered.filter(({ id, sequence }) => !came.has(lastMails.get(`${id} ${sequence}`)?.id ?? '')).length,
    mailsDoubled: mails.length - lastMails.size,
  };
  for (const [what, count] of Object.entries(faults)) if (count !== 0) wrong.push(`${what} ${count}`);
  return { changes, ...faults };
}
