import { leadFields, type LeadForm, type LeadOfPage, type LeadsPage } from '@voordeur/contracts/http';
import { queueNames } from '@voordeur/contracts/jobs';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '@voordeur/api/testing';
import { acceptLead, testIntake } from '@voordeur/worker/testing';
import naughty from './naughty-texts.json' with { type: 'json' };

/** In at the api, through the worker, out of the owner's list: accepted text comes back byte for byte. */
let test: Awaited<ReturnType<typeof createTestApp>>;
let intake: Awaited<ReturnType<typeof testIntake>>;
let queue: Queue;
let token: string;

beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: 'debug' });
  intake = await testIntake(test.database.dataSource);
  queue = new Queue(queueNames.signups, { connection: { url: test.config.redisUrl }, prefix: test.prefix });
  token = await test.login();
});
afterAll(async () => {
  await queue.close();
  await test.close();
});

const wraps: ((seed: string) => string)[] = [
  (seed) => seed,
  (seed) => `${seed}${seed}`,
  (seed) => `a${seed}`,
  (seed) => `${seed}z`,
  (seed) => `"${seed}"`,
  (seed) => `'${seed}'`,
  (seed) => `<${seed}>`,
  (seed) => `{${seed}}`,
  (seed) => ` ${seed}`,
  (seed) => `\t${seed}`,
  (seed) => seed.repeat(20),
  (seed) => seed.toUpperCase(),
];

const isThorough = Boolean(process.env['THOROUGH']);
/**
 * Texts that break parsers, templates, spreadsheets, shells, logs and screens: each bare and wrapped in one way, in make test-all in all
 * ways. Each is one line and fits into every field that takes free text.
 */
const naughtyTexts = [
  ...new Set(
    naughty.texts.flatMap((seed, index) =>
      wraps
        .filter((_, way) => isThorough || way === 0 || way === 1 + (index % (wraps.length - 1)))
        .map((wrap) => wrap(seed)),
    ),
  ),
];

const timestamp = '2026-03-10T12:00:00Z';

/** Posts a body; its id where it was accepted, null where it was refused in the contract's form. */
async function post(path: string, payload: object): Promise<string | null> {
  const answer = await test.fastify.inject({ method: 'POST', url: `/api/${path}`, payload });
  const body = answer.json<{ id?: string; error?: string; code?: string }>();
  if (answer.statusCode === 202) return body.id ?? null;
  expect(answer.statusCode, JSON.stringify(payload)).toBe(400);
  expect(['invalid-body', 'invalid-token']).toContain(body.code);
  expect(body.error).toMatch(/^[A-Z][\w ]+\.$/);
  return null;
}

/** Lets the worker store everything that waits, and reads it as the owner does. */
async function storeAndRead(): Promise<Map<string, LeadOfPage>> {
  // Leads that a busy Redis took too long for wait in Postgres, or in both.
  const spilled = await test.database.dataSource.query<{ id: string; data: unknown }[]>(
    `select id, payload as data from outbox where kind = 'job' and destination = $1`,
    [queue.name],
  );
  for (const { id, data } of [...(await queue.getWaiting()), ...spilled]) {
    const outcome = await acceptLead(id ?? '', data, { ...intake, followUp: () => Promise.resolve() });
    expect(['stored', 'repeated', 'known'], JSON.stringify(data)).toContain(outcome);
  }
  await queue.drain();
  const leads = new Map<string, LeadOfPage>();
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const url = `/api/admin/leads?cursor=${cursor}`;
    const answer = await test.http.get(url).set('authorization', `Bearer ${token}`).expect(200);
    const page = answer.body as LeadsPage;
    for (const lead of page.leads) leads.set(lead.id, lead);
    ({ cursor } = page);
  }
  return leads;
}

describe('naughty texts', () => {
  it('come back from the question form as they went in', async () => {
    const sent = new Map<string, string>();
    for (const idea of naughtyTexts) {
      const id = await post('setups-inquiry', { email: 'a@example.org', idea, language: 'NL', timestamp });
      if (id !== null) sent.set(id, idea);
      else expect(/\p{Cc}/u.test(idea) || idea.trim() === '', idea).toBe(true);
    }
    expect(sent.size).toBeGreaterThan(0.8 * naughtyTexts.length);
    const leads = await storeAndRead();
    for (const [id, idea] of sent) expect(leads.get(id)?.idea).toBe(idea);
  }, 120_000);

  it('are a telephone number, an address, a referrer, a page or a title, or refused', async () => {
    const sent = new Map<string, [string, string]>();
    for (const text of naughtyTexts) {
      const gate = { email: text, phone: text.slice(0, 32), videoId: 'video-1', watchTime: 120, timestamp };
      const [id] = await Promise.all([
        post('video-signup', gate),
        post('visit', { page: `/${text}`, referrer: text }),
        post('visit', { page: text, language: text }),
        post('video-view', { videoId: text, videoTitle: text, watchDuration: 5 }),
        post('video-view', { videoId: 'video-1', videoTitle: text, watchDuration: 5, viewId: text }),
        post('newsletter-signup', { email: text, language: text, timestamp: text }),
        post('unsubscribe', { token: text }),
      ]);
      if (id !== null) sent.set(id, [text, text.slice(0, 32)]);
    }
    expect(sent.size).toBeGreaterThan(0.6 * naughtyTexts.length);
    const leads = await storeAndRead();
    for (const [id, [email, phone]] of sent) expect(leads.get(id)).toMatchObject({ email, phone });
  }, 120_000);
});

describe('odd addresses', () => {
  it.each(['newsletter-signup', 'prompt-signup'])(
    'come back from %s as they went in, or are refused',
    async (path) => {
      const sent = new Map<string, string>();
      for (const email of naughty.emails) {
        const id = await post(path, { email, language: 'ENG', timestamp });
        // Another spelling of a mailbox that just signed up is the same signup.
        if (id !== null && !sent.has(id)) sent.set(id, email);
        await post('unsubscribe', { email });
      }
      expect(sent.size).toBeGreaterThan(10);
      expect([...sent.values()]).not.toContain('a@b@c.nl');
      const leads = await storeAndRead();
      for (const [id, email] of sent) expect(leads.get(id)?.email).toBe(email);
    },
  );
});

describe('a field that no form has', () => {
  /** A stranger's value for each type of column. */
  const forgedOf: Record<string, unknown> = {
    ...{
      uuid: '00000000-0000-7000-8000-00000000dead',
      text: 'forged',
      inet: '203.0.113.77',
      bytea: '\\xdead',
    },
    ...{ integer: 31_337, smallint: 31_337, bigint: 31_337, boolean: true },
    'timestamp with time zone': '2001-01-01T00:00:00.000Z',
  };
  const inCode = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const readColumns = () =>
    test.database.dataSource.query<{ name: string; type: string }[]>(
      `select column_name as name, data_type as type from information_schema.columns where table_name = 'leads'`,
    );
  const readLead = async (id: string) => {
    const sql = 'select * from leads where id = $1';
    const [row = {}] = await test.database.dataSource.query<Record<string, unknown>[]>(sql, [id]);
    return row;
  };
  const forge = (columns: { name: string; type: string }[]) =>
    Object.fromEntries(
      columns.flatMap(({ name, type }) => [name, inCode(name)].map((field) => [field, forgedOf[type]])),
    ) as Record<string, unknown>;

  it.each<LeadForm>(['setups-inquiry', 'newsletter-signup', 'video-signup', 'prompt-signup'])(
    'reaches no row by %s',
    async (path) => {
      const columns = await readColumns();
      const own = Object.values(leadFields).filter(({ optionalIn }) =>
        optionalIn.some((form) => form === path),
      );
      const { kind: _, ...forged } = forge(
        columns.filter(({ name }) => !own.some(({ column }) => column === name)),
      );
      const form = { email: `fields-${path}@example.org`, idea: 'What does it cost?', videoId: 'video-1' };
      const id = await post(path, { ...forged, ...form, watchTime: 120, language: 'NL', timestamp });
      await storeAndRead();
      const row = await readLead(id ?? '');
      expect(row).toMatchObject({ email: form.email });
      for (const { name, type } of columns) expect(String(row[name]), name).not.toBe(String(forgedOf[type]));
    },
  );

  it("reaches no row by the owner's change", async () => {
    const id = await post('prompt-signup', { email: 'change@example.org', language: 'NL', timestamp });
    await storeAndRead();
    const before = await readLead(id ?? '');
    const { status: _, ...forged } = forge(await readColumns());
    const change = test.http.patch(`/api/admin/leads/${id}`).set('authorization', `Bearer ${token}`);
    await change.send({ ...forged, note: 'mine' }).expect(200);
    expect(await readLead(id ?? '')).toEqual({
      ...before,
      note: 'mine',
      noted_at: expect.any(Date) as unknown,
      revision: expect.anything() as unknown,
    });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('named %s changes nothing', async (name) => {
    const payload = `{"email":"a@example.org","${name}":{"isAdmin":true,"verdict":"accepted"}}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await test.fastify.inject({ method: 'POST', url: '/api/unsubscribe', headers, payload });
    expect([202, 400]).toContain(answer.statusCode);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

it('none of them is in the log', () => {
  expect(test.log.length).toBeGreaterThan(naughtyTexts.length);
  expect(test.log.join('')).not.toMatch(/script>|drop table|example\.org/);
});
