import { randomBytes } from 'node:crypto';
import { type MediaAnswer, mediaPartBytes } from '@voordeur/contracts/http';
import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/media';
const test = useApp();
const owner = useOwner(test);

beforeEach(() => test.database.dataSource.query('truncate media cascade'));

async function begin(bytes: number): Promise<string> {
  const answer = await owner.post(path, { kind: 'picture', bytes }).expect(201);
  const body = answer.body as MediaAnswer;
  expect(body).toMatchObject({ kind: 'picture', bytes, received: 0, state: 'uploading', path: null });
  return body.id;
}

const put = (id: string, from: number, part: Buffer | string, type = 'application/octet-stream') =>
  test.http
    .put(`${path}/${id}?from=${from}`)
    .set('authorization', owner.bearer())
    .set('content-type', type)
    .send(part);

const read = async (id: string) => (await owner.get(`${path}/${id}`).expect(200)).body as MediaAnswer;
const kept = async () =>
  Buffer.concat(
    (
      await test.database.dataSource.query<{ data: Buffer }[]>(`select data from media_parts order by start`)
    ).map(({ data }) => data),
  );

it('is for the owner only', async () => {
  await test.http.post(path).send({ kind: 'picture', bytes: 9 }).expect(401);
  const id = await begin(9);
  await test.http.get(`${path}/${id}`).expect(401);
  const part = test.http.put(`${path}/${id}?from=0`).set('content-type', 'application/octet-stream');
  await part.send(Buffer.alloc(9)).expect(401);
  expect(await read(id)).toMatchObject({ received: 0 });
});

it('is sent in parts, in order, each taken once, and then waits for a worker', async () => {
  const file = randomBytes(2_500);
  const id = await begin(file.length);
  const parts = [0, 1_000, 2_000].map((start) => [start, file.subarray(start, start + 1_000)] as const);
  const [first, second, third] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]];
  expect((await put(id, ...second).expect(200)).body).toMatchObject({ received: 0 });
  expect((await put(id, ...first).expect(200)).body).toMatchObject({ received: 1_000 });
  expect((await put(id, ...first).expect(200)).body).toMatchObject({ received: 1_000 });
  // Twice at once, as a browser does whose answer was lost.
  await Promise.all([put(id, ...second).expect(200), put(id, ...second).expect(200)]);
  expect(await read(id)).toMatchObject({ received: 2_000, state: 'uploading' });
  expect((await put(id, ...third).expect(200)).body).toMatchObject({ received: 2_500, state: 'waiting' });
  expect((await put(id, ...third).expect(200)).body).toMatchObject({ state: 'waiting' });
  expect((await kept()).equals(file)).toBe(true);
});

it('takes a part of 8 MB, and none that is larger', async () => {
  const id = await begin(2 * mediaPartBytes);
  const answer = await put(id, 0, Buffer.alloc(mediaPartBytes + 1)).expect(413);
  expect(answer.body).toMatchObject({ code: 'part-too-large' });
  await put(id, 0, Buffer.alloc(mediaPartBytes)).expect(200);
  expect(await read(id)).toMatchObject({ received: mediaPartBytes });
});

it.each([
  ['nothing', ''],
  ['more than was announced', Buffer.alloc(11)],
])('refuses a part of %s', async (_, part) => {
  const id = await begin(10);
  expect((await put(id, 0, part).expect(400)).body).toMatchObject({ code: 'invalid-body' });
  expect(await read(id)).toMatchObject({ received: 0 });
});

it.each(['-1', '1e3', '', '99999999999', '0x1', '1;drop table media'])(
  'refuses a part from %j on',
  async (from) => {
    const id = await begin(10);
    const part = test.http.put(`${path}/${id}`).query({ from }).set('authorization', owner.bearer());
    await part.set('content-type', 'application/octet-stream').send(Buffer.alloc(5)).expect(400);
  },
);

it('takes bytes alone, and takes them nowhere else', async () => {
  const id = await begin(10);
  await put(id, 0, '{"a":1}', 'application/json').expect(415);
  await put(id, 0, 'a=1', 'application/x-www-form-urlencoded').expect(415);
  const elsewhere = test.http.post('/api/visit').set('content-type', 'application/octet-stream');
  await elsewhere.send(Buffer.from('{"page":"/"}')).expect(415);
});

it.each([
  { kind: 'program', bytes: 9 },
  { kind: 'picture', bytes: 0 },
  { kind: 'picture', bytes: 25_000_001 },
  { kind: 'picture', bytes: 1.5 },
  { kind: 'picture', bytes: '9' },
  { kind: 'picture' },
])('does not begin for %j', async (body) => {
  await owner.post(path, body).expect(400);
});

it('does not begin where there is no room', async () => {
  await test.database.dataSource.query(
    `insert into media (id, kind, bytes) select gen_random_uuid(), 'picture', 20000000 from generate_series(1, 100)`,
  );
  expect((await owner.post(path, { kind: 'picture', bytes: 9 }).expect(422)).body).toMatchObject({
    code: 'no-room',
  });
});

it('has room again once an upload was refused, or is a few small files', async () => {
  const { dataSource } = test.database;
  await dataSource.query(
    `insert into media (id, kind, bytes, state) select gen_random_uuid(), 'picture', 20000000,
      case when n % 2 = 0 then 'ready' else 'refused' end from generate_series(1, 200) as n`,
  );
  await dataSource.query(
    `insert into media_parts (media_id, file, start, data) select id, 'small.webp', 0, '\\x00' from media where state = 'ready'`,
  );
  await begin(9);
});

it('is not found if nobody announced it', async () => {
  await owner.get(`${path}/${uuidv7()}`).expect(404);
  await put(uuidv7(), 0, Buffer.alloc(5)).expect(404);
  await owner.get(`${path}/x`).expect(404);
});

it('can be put into a setting once it is ready, which says that it is used', async () => {
  const portrait = `/files/${'0'.repeat(32)}-1280.webp`;
  const save = (value: string) =>
    test.http
      .put('/api/admin/site')
      .set('authorization', owner.bearer())
      .send({ changes: [{ key: 'person', value: { name: 'Anna', portrait: value }, writtenOver: before }] });
  const settings = (await owner.get('/api/admin/site').expect(200)).body as {
    settings: { key: string; value: unknown }[];
  };
  const before = settings.settings.find(({ key }) => key === 'person')?.value;
  expect((await save(portrait).expect(422)).body).toMatchObject({
    code: 'broken-setting',
    details: [{ field: 'person.portrait' }],
  });
  await test.database.dataSource.query(
    `insert into media (id, kind, bytes, state, path, used_at) values ($1, 'picture', 9, 'ready', $2, now() - interval '2 days')`,
    [uuidv7(), portrait],
  );
  await save(portrait).expect(200);
  const [row] = await test.database.dataSource.query<{ used: boolean }[]>(
    `select used_at > now() - interval '1 minute' as used from media`,
  );
  expect(row?.used).toBe(true);
});
