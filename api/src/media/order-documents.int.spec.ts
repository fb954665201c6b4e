import {
  type LegalDocumentsAnswer,
  legalDocuments,
  type LegalOrder,
  type MediaAnswer,
  textLanguages,
} from '@voordeur/contracts/http';
import { beforeEach, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/documents';
const test = useApp();
const owner = useOwner(test);

beforeEach(() => test.database.dataSource.query('truncate media, site_settings cascade'));

const readOrders = async () =>
  (
    await test.database.dataSource.query<{ media_id: string; data: Buffer }[]>(
      `select media_id, data from media_parts where file = '' order by media_id`,
    )
  ).map(({ media_id: id, data }) => ({ id, order: JSON.parse(data.toString()) as LegalOrder }));

it('is for the owner only', async () => {
  await test.http.post(path).send({ isRead: false }).expect(401);
  expect(await readOrders()).toEqual([]);
});

it.each([{}, { isRead: 'yes' }, { isRead: null }])('refuses %j', async (body) => {
  await owner.post(path, body).expect(400);
});

it('orders every document in every language, with the facts as they are saved now', async () => {
  const company = { name: 'Anna’s <b>*bakery*</b>', address: 'Street 2' };
  await test.database.dataSource.query(`insert into site_settings (key, value) values ('company', $1)`, [
    JSON.stringify(company),
  ]);
  const { documents } = (await owner.post(path, { isRead: true }).expect(201)).body as LegalDocumentsAnswer;
  expect(documents).toHaveLength(legalDocuments.length * textLanguages.length);
  const orders = await readOrders();
  expect(orders.map(({ id, order: { document, language } }) => ({ document, language, id }))).toEqual(
    documents,
  );
  for (const { order } of orders) {
    expect(order).toMatchObject({ product: 'Voordeur', isRead: true, facts: company });
    // The example’s own count as none.
    expect(order.facts).not.toHaveProperty('email');
    expect(order.facts.date).toMatch(/\d{4}$/);
  }
  const [first] = documents;
  const waiting = (await owner.get(`/api/admin/media/${first?.id}`).expect(200)).body as MediaAnswer;
  expect(waiting).toMatchObject({ kind: 'legal', state: 'waiting', path: null });
});

it('orders none where there is no room', async () => {
  await test.database.dataSource.query(
    `insert into media (id, kind, bytes) select gen_random_uuid(), 'picture', 20000000 from generate_series(1, 100)`,
  );
  const answer = await owner.post(path, { isRead: false }).expect(422);
  expect(answer.body).toMatchObject({ code: 'no-room' });
  expect(await readOrders()).toEqual([]);
});
