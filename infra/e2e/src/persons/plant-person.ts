import type { createTestApp } from '@voordeur/api/testing';
import {
  acceptLead,
  fieldsOfLead,
  planLeadMail,
  planWebhook,
  recordBooking,
  subscribe,
  suppressEmail,
  testIntake,
} from '@voordeur/worker/testing';
import { messages } from '@voordeur/contracts/messages';
import { spillJob } from '@voordeur/server';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';

interface Planted {
  test: Awaited<ReturnType<typeof createTestApp>>;
  /** The signups queue. */
  queue: Queue;
  email: string;
}

/** Puts an address wherever the product keeps one: a lead of each kind and its effects, stored and on their way. */
export async function plantPerson({ test, queue, email }: Planted): Promise<void> {
  const timestamp = '2026-03-10T12:00:00Z';
  const db = test.database.dataSource;
  const intake = await testIntake(db);
  for (const [path, body] of [
    ['newsletter-signup', { email, language: 'NL', timestamp, consent: messages.nl.newsletter.consent }],
    ['setups-inquiry', { email, idea: 'About my week', language: 'NL', timestamp }],
    ['prompt-signup', { email, language: 'ENG', timestamp }],
  ] as const) {
    await test.http.post(`/api/${path}`).set('user-agent', 'A browser').send(body).expect(202);
  }
  const settings = { urls: new Map([['newsletter', 'http://127.0.0.1/']] as const), retrySeconds: [0] };
  for (const job of await queue.getWaiting()) {
    await acceptLead(job.id ?? '', job.data, {
      ...intake,
      followUp: async (tx, leads) => {
        for (const lead of leads) {
          await subscribe(tx, lead, { doubleOptIn: true });
          await planLeadMail(tx, 'lead-notice', lead);
          const event = { endpoint: 'newsletter', eventId: lead.id, leadId: lead.id } as const;
          await planWebhook(tx, settings, {
            ...event,
            occurredAt: lead.receivedAt,
            fields: fieldsOfLead(lead),
          });
        }
      },
    });
  }
  await queue.drain();
  await db.query(
    `insert into outbox_attempts (effect_id, number, response_start) select id, 1, $1 from outbox
    on conflict do nothing`,
    [`thank you, ${email}`],
  );
  await db.query(
    `insert into lead_replies (id, lead_id, subject, text)
    select gen_random_uuid(), id, $1, $1 from leads where lower(email) = lower($1)`,
    [email],
  );
  await db.query(`insert into bounces values (lower($1), now(), '5.1.1') on conflict do nothing`, [email]);
  const unsubscribe = { id: uuidv7(), receivedAt: new Date().toISOString(), email };
  await suppressEmail(uuidv7(), unsubscribe, { db, onUnsubscribed: () => Promise.resolve() });
  await acceptLead(
    uuidv7(),
    { email, kind: 'nothing we know' },
    { ...intake, followUp: () => Promise.resolve() },
  );
  await recordBooking(
    uuidv7(),
    {
      id: uuidv7(),
      provider: 'cal',
      booking: 'a',
      replaces: 'b',
      status: 'booked',
      email,
      receivedAt: new Date().toISOString(),
      occurredAt: new Date().toISOString(),
    },
    intake,
  );
  await plantMeeting(db, email);
  await spillJob(db.manager, {
    id: uuidv7(),
    queue: 'signups',
    name: 'question',
    payload: { lead: { email } },
  });
}

/** A meeting of the own calendar that is over. */
export async function plantMeeting(db: DataSource, email: string): Promise<void> {
  await db.query(
    `insert into meetings (id, state, kind, starts_at, ends_at, blocked, email, email_key)
    values ($1, 'done', 'call', now(), now(), 'empty', $2, lower($2))`,
    [uuidv7(), email],
  );
}
