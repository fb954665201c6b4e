import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  SiteHistoryAnswer,
  SiteSettingAnswer,
  SiteSettingKey,
  SiteSettingsAnswer,
} from '@voordeur/contracts/http';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';
import { Site } from '../platform/site.js';
import { createTestApp } from '../testing/create-test-app.js';

const path = '/api/admin/site';
const test = useApp();
const owner = useOwner(test);

beforeEach(() => test.database.dataSource.query('truncate site_settings, site_edits, texts_state'));

const put = (body: object) => test.http.put(path).set('authorization', owner.bearer()).send(body);

const settingIn = (answer: { body: unknown }, key: SiteSettingKey): SiteSettingAnswer | undefined =>
  (answer.body as SiteSettingsAnswer).settings.find((setting) => setting.key === key);

const read = async (key: SiteSettingKey) => settingIn(await owner.get(path).expect(200), key);

const historyOf = async () =>
  ((await owner.get(`${path}/history`).expect(200)).body as SiteHistoryAnswer).edits;

async function change(key: SiteSettingKey, value: unknown): Promise<void> {
  const { value: writtenOver } = (await read(key)) ?? {};
  await put({ changes: [{ key, value, writtenOver }] }).expect(200);
}

it('is for the owner only', async () => {
  await test.http.get(path).expect(401);
  await test.http.put(path).send({ changes: [] }).expect(401);
  await test.http.get(`${path}/history`).expect(401);
  await test.http.post(`${path}/undo`).send({}).expect(401);
});

it('begins with the file, and one that is the file’s again follows it', async () => {
  const first = await read('product');
  expect(first).toEqual({ key: 'product', value: 'Voordeur', default: 'Voordeur', isLocked: false });
  await change('product', 'De Lamp');
  expect(await read('product')).toMatchObject({ value: 'De Lamp', default: 'Voordeur' });
  await change('product', 'Voordeur');
  expect(await test.database.dataSource.query('select * from site_settings')).toEqual([]);
});

it('holds for the rest of the api: a launch step is done, the secret’s issuer and the days off are hers', async () => {
  const open = async () =>
    ((await owner.get('/api/admin/launch-checklist')).body as { open: string[] }).open.includes('calendar');
  expect(await open()).toBe(true);
  await change('scheduler', { provider: 'calendly', address: 'https://calendly.com/de-lamp/30min' });
  expect(await open()).toBe(false);
  await change('daysOff', ['sunday']);
  expect(test.app.get(Site).daysOff(test.config).daysOff).toEqual(['sunday']);
});

it('takes a lamp colour that can be read', async () => {
  const colours = { set: 'blue-hour', lamp: '#8AB4F8' };
  await change('colours', colours);
  expect(await read('colours')).toMatchObject({ value: colours, default: null });
});

it('opens the guide that visitors get, and takes an uploaded one alone', async () => {
  const { guideUrl } = (await owner.get(path)).body as SiteSettingsAnswer;
  await test.http.get(guideUrl).expect(200);
  const file = `/files/${'0'.repeat(32)}-guide.pdf`;
  for (const value of [{ file }, { file: file.replace('-guide', '') }, { file: '/private/guide.pdf' }, {}]) {
    const refused = await put({ changes: [{ key: 'guide', value, writtenOver: null }] }).expect(422);
    expect(refused.body).toMatchObject({ code: 'broken-setting' });
  }
  await test.database.dataSource.query(
    `insert into media (id, kind, bytes, state, path) values (gen_random_uuid(), 'guide', 9, 'ready', $1)`,
    [file],
  );
  await change('guide', { file });
  expect((await test.http.get(guideUrl).expect(200)).headers['x-accel-redirect']).toBe(file);
  await change('guide', null);
  expect((await test.http.get(guideUrl)).headers['x-accel-redirect']).toBe('/private/guide.pdf');
});

it('has the owner’s videos, whose views are counted, each under an id of its own', async () => {
  const { value } = (await read('videos')) ?? {};
  const [first] = value as [{ id: string }];
  const hers = { ...first, id: 'hers' };
  const isCounted = async (videoId: string) => {
    const view = { videoId, videoTitle: 'Video', watchDuration: 9 };
    return (await test.http.post('/api/video-view').send(view)).status === 202;
  };
  expect(await isCounted('hers')).toBe(false);
  const refused = await put({ changes: [{ key: 'videos', value: [first, hers, hers], writtenOver: value }] });
  expect(refused.body).toMatchObject({ code: 'broken-setting', details: [{ field: 'videos.2.id' }] });
  await put({ changes: [{ key: 'videos', value: null, writtenOver: value }] }).expect(422);
  await change('videos', [hers]);
  for (const id of ['hers', first.id]) expect(await isCounted(id)).toBe(true);
});

it('reads what another process stored', async () => {
  await test.database.dataSource.query(
    `insert into site_settings (key, value) values ('product', '"Elders"'), ('older', '1')`,
  );
  await expect.poll(() => test.app.get(Site).config.product, { timeout: 10_000 }).toBe('Elders');
});

it('makes all changes of a call or none, as one version of the pages', async () => {
  const before = (await owner.get(path)).body as SiteSettingsAnswer;
  const changes = [
    { key: 'price', value: null, writtenOver: before.settings.find(({ key }) => key === 'price')?.value },
    { key: 'phone', value: 'no number', writtenOver: null },
  ];
  const refused = await put({ changes }).expect(422);
  expect(refused.body).toMatchObject({ code: 'broken-setting', details: [{ field: 'phone' }] });
  expect(await owner.get(path)).toHaveProperty('body.settings', before.settings);
  const made = await put({ changes: [changes[0], { ...changes[1], value: '+31 20 123 4567' }] }).expect(200);
  expect(settingIn(made, 'price')?.value).toBeNull();
  expect(settingIn(made, 'phone')?.value).toBe('+31 20 123 4567');
  expect((made.body as SiteSettingsAnswer).version).toBe((await historyOf())[0]?.id);
  const state = await owner.get('/api/admin/translations/state').expect(200);
  expect(state.body).toMatchObject({ version: (made.body as SiteSettingsAnswer).version });
});

it('refuses what was changed since it was opened', async () => {
  await change('product', 'Een');
  const late = { key: 'product', value: 'Twee', writtenOver: 'Voordeur' };
  const refused = await put({ changes: [late] }).expect(412);
  expect(refused.body).toMatchObject({ code: 'setting-conflict', details: [{ field: 'product' }] });
  expect((await read('product'))?.value).toBe('Een');
});

it('lets one of two at the same moment through', async () => {
  const twice = ['Een', 'Twee'].map((value) =>
    put({ changes: [{ key: 'product', value, writtenOver: 'Voordeur' }] }),
  );
  const statuses = (await Promise.all(twice)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 412]);
});

it('leaves what the file locks to the operator, whatever was changed before', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-site-'));
  const root = new URL('../../../', import.meta.url).pathname;
  const file = JSON.parse(readFileSync(join(root, 'site.config.json'), 'utf8')) as object;
  writeFileSync(join(dir, 'site.config.json'), JSON.stringify({ ...file, locked: ['product'] }));
  copyFileSync(join(root, 'site.config.schema.json'), join(dir, 'site.config.schema.json'));
  const locking = await createTestApp({ SITE_CONFIG: join(dir, 'site.config.json') });
  try {
    await locking.database.dataSource.query(
      `insert into site_settings (key, value) values ('product', '"Oud"')`,
    );
    const bearer = `Bearer ${await locking.login()}`;
    const answer = await locking.http.get(path).set('authorization', bearer).expect(200);
    expect(settingIn(answer, 'product')).toMatchObject({ value: 'Voordeur', isLocked: true });
    const changes = [{ key: 'product', value: 'Nieuw', writtenOver: 'Voordeur' }];
    const refused = await locking.http.put(path).set('authorization', bearer).send({ changes }).expect(422);
    expect(refused.body).toMatchObject({ code: 'locked-setting', details: [{ field: 'product' }] });
  } finally {
    await locking.close();
    rmSync(dir, { recursive: true });
  }
});

describe('a value that won’t do', () => {
  const at = (key: SiteSettingKey, value: unknown) => [key, value] as const;
  it.each([
    [at('product', null), ''],
    [at('product', ''), 'product'],
    [at('product', 'a'.repeat(61)), 'product'],
    [at('product', 'half \ud800 a pair'), 'product'],
    [at('product', 'nul \0'), 'product'],
    [at('price', { nl: 'alleen Nederlands' }), 'price'],
    [at('person', { name: 'An', age: 4 }), 'person'],
    [at('person', { name: 'An', portrait: 'https://elsewhere.example/a.png' }), 'person.portrait'],
    [at('social', { en: { instagram: 'javascript:alert(1)' } }), 'social.en.instagram'],
    [at('streets', [{}]), 'streets.0'],
    [at('daysOff', ['Sunday']), 'daysOff.0'],
    [at('mark', '/media/mark.svg'), 'mark'],
    [at('sharePicture', 'https://elsewhere.example/a.jpg'), 'sharePicture'],
    [at('colours', { set: 'noon' }), 'colours.set'],
    [at('colours', { lamp: '#f0b95a' }), 'colours'],
    [at('scheduler', { provider: 'calendly', address: 'https://cal.com/an' }), 'scheduler.address'],
    [at('scheduler', { provider: 'cal', address: 'https://elsewhere.example/an' }), 'scheduler.address'],
    [at('scheduler', { provider: 'link', address: 'https://:::' }), 'scheduler.address'],
    [at('scheduler', { provider: 'link', address: 'http://elsewhere.example' }), 'scheduler.address'],
  ])('%j', async ([key, value], field) => {
    const { value: writtenOver } = (await read(key)) ?? {};
    const refused = await put({ changes: [{ key, value, writtenOver }] }).expect(422);
    const { code, details } = refused.body as { code: string; details: { field: string }[] };
    expect(code).toBe('broken-setting');
    expect(details[0]?.field).toBe(field);
    expect(await historyOf()).toEqual([]);
  });

  it.each([
    '#f0b95',
    '#f0b95a0',
    'f0b95a',
    'gold',
    '#fff;}body{display:none',
    'url(//elsewhere.example/a)',
    // Too dark to be read.
    '#8b8b8b',
    '#0000ff',
  ])('a lamp colour %s', async (lamp) => {
    const changes = [{ key: 'colours', value: { set: 'hearth', lamp }, writtenOver: null }];
    const refused = await put({ changes }).expect(422);
    expect(refused.body).toMatchObject({ code: 'broken-setting', details: [{ field: 'colours.lamp' }] });
    expect((await read('colours'))?.value).toBeNull();
    expect(await historyOf()).toEqual([]);
  });

  it.each([
    [[]],
    [['product']],
    [[{ key: 'languages', value: ['en'], writtenOver: ['en', 'nl'] }]],
    [[{ key: 'product', value: 'a' }]],
    [[{ key: 'product', writtenOver: 'Voordeur' }]],
    [Array(2).fill({ key: 'product', value: 'a', writtenOver: 'Voordeur' })],
    ['product'],
  ])('no changes: %j', async (changes) => {
    await put({ changes }).expect(400);
  });
});

describe('the history', () => {
  it('has each change, newest first, and undoes one', async () => {
    await change('product', 'Een');
    await change('price', null);
    const [price, product] = await historyOf();
    expect(price).toMatchObject({ key: 'price', new: null });
    expect(product).toMatchObject({ key: 'product', old: 'Voordeur', new: 'Een' });
    const undone = await owner.post(`${path}/undo`, { id: product?.id }).expect(200);
    expect(settingIn(undone, 'product')?.value).toBe('Voordeur');
    expect((await historyOf())[0]).toMatchObject({ key: 'product', old: 'Een', new: 'Voordeur' });
  });

  it('undoes what was changed since only by force', async () => {
    await change('product', 'Een');
    const [edit] = await historyOf();
    await change('product', 'Twee');
    await owner.post(`${path}/undo`, { id: edit?.id }).expect(412);
    await owner.post(`${path}/undo`, { id: edit?.id, force: true }).expect(200);
    expect((await read('product'))?.value).toBe('Voordeur');
    await owner.post(`${path}/undo`, { id: '019c0000-0000-7000-8000-000000000000' }).expect(404);
  });
});

describe('pages of cases', () => {
  const side = { number: { en: '1' }, text: { en: 'hour' } };
  const streetWith = (page: object) => ({ name: { en: 'Bakery' }, before: side, after: side, page });
  const story = { en: 'Before.\n\nNow.', nl: 'Eerst.\n\nNu.' };

  async function fieldRefused(...pages: object[]): Promise<string | undefined> {
    const { value: writtenOver } = (await read('streets')) ?? {};
    const change = { key: 'streets', value: pages.map(streetWith), writtenOver };
    const refused = await put({ changes: [change] }).expect(422);
    return (refused.body as { details: { field: string }[] }).details[0]?.field;
  }

  it('have a story of several paragraphs', async () => {
    const streets = [streetWith({ slug: 'bakery', story }), streetWith({ slug: 'bakery-2', story })];
    await change('streets', streets);
    expect((await read('streets'))?.value).toEqual(streets);
  });

  it.each([
    '..',
    '../../etc',
    '/etc/passwd',
    '%2e%2e',
    '..%2fx',
    'a/b',
    'a\\b',
    'A',
    '',
    'a\n',
    'a'.repeat(61),
  ])('have no address like %j', async (slug) => {
    // A line break is refused before the schema is asked.
    expect(await fieldRefused({ slug, story })).toMatch(/^streets(\.0\.page\.slug)?$/);
  });

  it('have each an address of their own, and no control characters', async () => {
    expect(await fieldRefused({ slug: 'a', story }, { slug: 'a', story })).toBe('streets.1.page.slug');
    expect(await fieldRefused({ slug: 'a', story: { en: 'a\u0000b' } })).toBe('streets');
    const quote = { text: { en: 'two\nlines' }, by: { en: 'A baker' } };
    expect(await fieldRefused({ slug: 'a', story, quote })).toBe('streets');
  });
});
