import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Media, MediaPart } from '@voordeur/contracts/db';
import { launchSteps } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp } from '../testing/create-test-app.js';

const password = 'the-password-of-the-mail-server';
const siteBuild = mkdtempSync(join(tmpdir(), 'voordeur-launch-'));
let test: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  test = await createTestApp({ SITE_BUILD: siteBuild, PUBLIC_URL: 'https://front.nl' });
});
afterAll(async () => {
  await test.close();
  rmSync(siteBuild, { recursive: true });
});

async function read(app = test) {
  const answer = await app.http
    .get('/api/admin/launch-checklist')
    .set('authorization', `Bearer ${await app.login()}`)
    .expect(200);
  return answer.body as { open: string[] };
}

/** As a worker leaves a document that it made, and the owner takes it for her terms. */
async function putDocument(content: string, path: string): Promise<void> {
  const { manager } = test.database.dataSource;
  const id = uuidv7();
  await manager.insert(Media, { id, kind: 'legal', bytes: 9, state: 'ready', path });
  const file = path.slice('/files/'.length);
  await manager.insert(MediaPart, { mediaId: id, file, start: 0, data: Buffer.from(content) });
  const answer = await test.http.get('/api/admin/site').set('authorization', `Bearer ${await test.login()}`);
  const { settings } = answer.body as { settings: { key: string; value: object }[] };
  const documents = settings.find(({ key }) => key === 'documents')?.value;
  await test.http
    .put('/api/admin/site')
    .set('authorization', `Bearer ${await test.login()}`)
    .send({
      changes: [{ key: 'documents', value: { ...documents, terms: { en: path } }, writtenOver: documents }],
    })
    .expect(200);
}

it('is for the owner only', async () => {
  await test.http.get('/api/admin/launch-checklist').expect(401);
});

it('names what is left, and drops a step once it is done', async () => {
  const done = ['admin-key', 'public-address'];
  expect(await read()).toEqual({ open: launchSteps.filter((step) => !done.includes(step)) });
  writeFileSync(join(siteBuild, 'templates.json'), '["/terms-en.pdf"]');
  expect((await read()).open).toContain('legal-texts');
  writeFileSync(join(siteBuild, 'templates.json'), '[]');
  expect((await read()).open).not.toContain('legal-texts');
  await putDocument('%PDF-1.7 %%EOF\n%voordeur-template\n', `/files/${'0'.repeat(32)}.pdf`);
  expect((await read()).open).toContain('legal-texts');
  await putDocument('%PDF-1.7 %%EOF\n', `/files/${'1'.repeat(32)}.pdf`);
  expect((await read()).open).not.toContain('legal-texts');
  // As a worker notes its settings when it starts.
  await test.database.dataSource.query(
    `insert into webhook_endpoints (name, configured) values ('setups', true)`,
  );
  expect(await read()).toEqual({ open: ['owner-address', 'example-content', 'calendar'] });
});

it('names a key that can be guessed, in the log too, and never says it', async () => {
  const weak = await createTestApp({
    ADMIN_SECRET_KEY: 'password12345678',
    SITE_BUILD: siteBuild,
    LOG_LEVEL: 'warn',
  });
  try {
    const answer = await weak.http.post('/api/admin/login').send({ secretKey: 'password12345678' });
    const { token } = answer.body as { token: string };
    const open = async () =>
      (await weak.http.get('/api/admin/launch-checklist').set('authorization', `Bearer ${token}`)).body as {
        open: string[];
      };
    await expect.poll(async () => (await open()).open).toContain('admin-key');
    await expect.poll(() => weak.log.join('')).toContain('ADMIN_SECRET_KEY can be guessed');
    expect(weak.log.join('')).not.toContain('password1234');
  } finally {
    await weak.close();
  }
});

it('knows of mail, asks signups to confirm, and answers no secret', async () => {
  const mailing = await createTestApp({
    SMTP_URL: `smtp://me:${password}@mail.front.nl`,
    MAIL_FROM: 'Front <hello@front.nl>',
    OWNER_EMAIL: 'me@front.nl',
    SITE_BUILD: siteBuild,
  });
  try {
    const answer = await read(mailing);
    expect(answer).toEqual({ open: ['owner-address', 'example-content', 'calendar', 'public-address'] });
    expect(JSON.stringify(answer)).not.toContain('front.nl');
    const form = { email: 'you@company.com', language: 'ENG', timestamp: new Date().toISOString() };
    const signup = await mailing.http.post('/api/newsletter-signup').send(form).expect(202);
    expect(signup.body).toMatchObject({ needsConfirmation: true });
    const alone = await test.http.post('/api/newsletter-signup').send(form).expect(202);
    expect(alone.body).toMatchObject({ needsConfirmation: false });
    expect(mailing.log.join()).not.toContain(password);
  } finally {
    await mailing.close();
  }
});
