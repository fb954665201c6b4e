import type { OneLeadAnswer, ReplyBody } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { useApp, useLeads, useOwner } from '../testing/hooks.js';

const test = useApp({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'door@example.org',
  OWNER_EMAIL: 'owner@example.org',
});
const owner = useOwner(test);
const { query, store } = useLeads(test);

const words: ReplyBody = { subject: 'Your question', text: 'Hello,\n\nYes, on Friday.' };
const reply = (id: string, body: object = words) => owner.post(`/api/admin/leads/${id}/reply`, body);
const open = async (id: string) =>
  (await owner.get(`/api/admin/leads/${id}`).expect(200)).body as OneLeadAnswer;
const effects = () => query('select kind, destination, type, payload, state, lead_id as lead from outbox');

describe('POST /api/admin/leads/:id/reply', () => {
  it('plans one mail of one reply, however often it is pressed', async () => {
    const id = await store();
    const answers = await Promise.all([reply(id), reply(id), reply(id)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const crlf = await reply(id, { ...words, text: `${words.text.replaceAll('\n', '\r\n')}\r\n` }).expect(
      202,
    );
    expect(new Set([...answers, crlf].map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect(await effects()).toEqual([
      { kind: 'mail', destination: 'smtp-replies', type: 'reply', payload: {}, state: 'waiting', lead: id },
    ]);
    const { status, answeredAt, canReply, replies } = await open(id);
    expect({ status, answeredAt, canReply }).toEqual({ status: 'new', answeredAt: null, canReply: true });
    expect(replies).toMatchObject([{ ...words, state: 'sending', sentAt: null, error: null }]);
  });

  it('is another reply with other words, and to another lead', async () => {
    const [id, other] = [await store(), await store()];
    await reply(id).expect(202);
    await reply(id, { ...words, text: 'And more.' }).expect(202);
    await reply(other).expect(202);
    expect((await open(id)).replies.map(({ text }) => text)).toEqual([words.text, 'And more.']);
    expect(await effects()).toHaveLength(3);
  });

  it('tries one that failed again as the same mail, and leaves one that was sent', async () => {
    const id = await store();
    await reply(id).expect(202);
    const [before] = await query('select id from outbox');
    await query(
      `update outbox set state = 'failed', due_at = null, failures = 6, attempts = 6, last_error = '451'`,
    );
    expect((await open(id)).replies).toMatchObject([{ state: 'failed', error: '451' }]);
    await reply(id).expect(202);
    expect(await query('select id, state, failures, attempts, due_at <= now() as due from outbox')).toEqual([
      { ...before, state: 'waiting', failures: 0, attempts: 6, due: true },
    ]);
    await query(`update outbox set state = 'sent', due_at = null, last_error = null`);
    await query('update lead_replies set sent_at = now()');
    await reply(id).expect(202);
    expect(await effects()).toMatchObject([{ state: 'sent' }]);
    expect((await open(id)).replies).toMatchObject([{ state: 'sent', error: null }]);
  });

  it('goes with its lead', async () => {
    const id = await store();
    await reply(id).expect(202);
    await query('delete from leads');
    expect(await query('select * from lead_replies')).toEqual([]);
  });

  it.each([
    ['one without an address', { email: null, phone: '0612345678' }],
    ['an address that could be read as two', { email: 'a,b@example.org' }],
    ['one in quarantine', { verdict: 'quarantined' }],
  ])('refuses %s', async (_, given) => {
    const id = await store(given);
    expect((await reply(id).expect(422)).body).toMatchObject({ code: 'cannot-reply' });
    expect((await open(id)).canReply).toBe(false);
    expect(await effects()).toEqual([]);
  });

  it.each([
    ['no words', {}],
    ['no subject', { text: 'a' }],
    ['blank words', { ...words, text: ' \n ' }],
    ['a subject of two lines', { ...words, subject: 'a\nBcc: other@example.org' }],
    ['a long subject', { ...words, subject: 'x'.repeat(201) }],
    ['a long text', { ...words, text: 'x'.repeat(10_001) }],
    ['NUL', { ...words, text: 'a\0b' }],
  ])('refuses %s', async (_, body) => {
    const id = await store();
    expect((await reply(id, body).expect(400)).body).toMatchObject({ code: 'invalid-body' });
    expect(await effects()).toEqual([]);
  });

  it('is for the owner only, and of a lead that is there', async () => {
    await test.http
      .post(`/api/admin/leads/${await store()}/reply`)
      .send(words)
      .expect(401);
    for (const id of [uuidv7(), 'nonsense', '%00']) await reply(id).expect(404);
    expect(await effects()).toEqual([]);
  });
});
