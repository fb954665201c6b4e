import { existsSync, readFileSync } from 'node:fs';
import { createTestApp } from '@voordeur/api/testing';
import { createDataSource } from '@voordeur/contracts/db';
import { queueNames } from '@voordeur/contracts/jobs';
import { asProgram, testServices } from '@voordeur/testing';
import {
  acceptLead,
  erasureDestinations,
  Outbox,
  subscribe,
  suppressEmail,
  testIntake,
} from '@voordeur/worker/testing';
import { Queue } from 'bullmq';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** However an address is spelled: the same person signs up, unsubscribes, is exported and is erased. */
let test: Awaited<ReturnType<typeof createTestApp>>;
let worker: DataSource;
let signups: Queue;
let unsubscribes: Queue;
let outbox: Outbox;
let intake: Awaited<ReturnType<typeof testIntake>>;
let token: string;

beforeAll(async () => {
  test = await createTestApp({ RATE_LIMIT: 'off' });
  worker = await createDataSource(test.database.workerUrl).initialize();
  const queueOf = (name: string) =>
    new Queue(name, { connection: { url: test.config.redisUrl }, prefix: test.prefix });
  [signups, unsubscribes] = [queueOf(queueNames.signups), queueOf(queueNames.unsubscribes)];
  intake = await testIntake(worker);
  token = await test.login();
  const redisUrl = asProgram('worker', testServices.redisUrl);
  const { queuePrefix } = test.config;
  outbox = new Outbox(
    worker,
    { databaseUrl: test.database.workerUrl },
    erasureDestinations(worker, { redisUrl, queuePrefix }),
  );
  outbox.onApplicationBootstrap();
});
afterAll(async () => {
  await outbox.beforeApplicationShutdown();
  await Promise.all([signups.close(), unsubscribes.close()]);
  await worker.destroy();
  await test.close();
});

const timestamp = '2026-03-10T12:00:00Z';
const query = <Row>(sql: string) => test.database.dataSource.query<Row[]>(sql);
const post = (path: string, body: object) => test.http.post(path).set('user-agent', 'A browser').send(body);
const admin = async (path: string, email: string) =>
  (await post(path, { email }).set('authorization', `Bearer ${token}`).expect(200)).body as Record<
    string,
    unknown
  >;

async function signUp(email: string): Promise<void> {
  await post('/api/newsletter-signup', { email, language: 'NL', timestamp }).expect(202);
  for (const job of await signups.getWaiting()) {
    await acceptLead(job.id ?? '', job.data, {
      ...intake,
      followUp: async (tx, leads) => {
        for (const lead of leads) await subscribe(tx, lead, { doubleOptIn: false });
      },
    });
  }
  await signups.drain();
}
async function unsubscribe(email: string): Promise<void> {
  await post('/api/unsubscribe', { email }).expect(202);
  for (const job of await unsubscribes.getWaiting())
    await suppressEmail(job.id ?? '', job.data, { db: worker, onUnsubscribed: () => Promise.resolve() });
  await unsubscribes.drain();
}

const around = [
  (address: string) => ` ${address} `,
  (address: string) => `<${address}>`,
  (address: string) => `mailto:${address}`,
  (address: string) => `${address}.`,
  (address: string) => `${address},`,
  (address: string) => `${address}\u200b`,
  (address: string) => address.replace('@', '\u00ad@'),
  (address: string) => address.toUpperCase(),
  (address: string) => address.replace(/xn--bcher-kva/i, 'bücher'),
  (address: string) => address.replace(/xn--bcher-kva/i, 'ＢÜcher'),
];
const spelling = fc.array(fc.constantFrom(...around), { maxLength: 3 });
const spelled = (address: string, decorations: typeof around) =>
  decorations.reduce((text, decorate) => decorate(text), address);

it('finds the same person by any spelling', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('@example.org', '+letter@xn--bcher-kva.example'),
      fc.tuple(spelling, spelling, spelling, spelling),
      async (rest, decorations) => {
        await query('truncate leads, lead_replies, subscribers, suppressions, consents');
        // Another person each time: posting the same again within minutes is one post.
        const address = `jan${(runs += 1)}${rest}`;
        const [signedUp = '', unsubscribed = '', exported = '', erased = ''] = decorations.map((of) =>
          spelled(address, of),
        );
        await signUp(signedUp);
        expect(await query('select state from subscribers')).toEqual([{ state: 'confirmed' }]);
        await unsubscribe(unsubscribed);
        expect(await query('select state from subscribers')).toEqual([{ state: 'unsubscribed' }]);
        expect(await query('select email from leads')).toEqual([{ email: signedUp }]);

        // A form of theirs still waits.
        const form = { email: exported, language: 'NL', timestamp };
        await post('/api/newsletter-signup', form).expect(202);
        const all = await admin('/api/admin/persons/export', exported);
        expect(Object.keys(all).sort()).toEqual(['consents', 'leads', 'subscribers', 'suppressions']);
        await admin('/api/admin/persons/erase', erased);
        expect(await signups.getWaitingCount()).toBe(0);
        expect(
          await query(
            'select email from leads union all select email from subscribers union all select email from suppressions',
          ),
        ).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
});

const cases = new URL('../../../../../shared/data/cases/emails.json', import.meta.url);
describe.skipIf(!existsSync(cases))(
  'addresses that were reported (skipped where the cases are absent)',
  () => {
    const read = () => JSON.parse(readFileSync(cases, 'utf8')) as Record<string, string[]>;

    it('are cleaned or refused by the newsletter', async () => {
      for (const email of read()['accepted by the newsletter, should be cleaned or refused'] ?? []) {
        const answer = await post('/api/newsletter-signup', {
          email,
          language: 'NL',
          timestamp,
        });
        expect(answer.status, email).toBe(email.includes('..') ? 400 : 202);
        await signups.drain();
      }
    });

    it('are accepted by the other forms as Firefox and Safari send them', async () => {
      const [email] = read()['refused by question, setups and guide (Firefox and Safari send it so)'] ?? [];
      const form = { email, language: 'NL', timestamp };
      for (const kind of ['setups', 'question'])
        await post('/api/setups-inquiry', { ...form, idea: 'x', kind }).expect(202);
      await post('/api/prompt-signup', form).expect(202);
      await signups.drain();
    });
  },
);
