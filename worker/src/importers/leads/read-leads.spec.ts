import { expect, test } from 'vitest';
import { readLeads } from './read-leads.js';

const now = new Date('2026-04-01T12:00:00Z');
const read = async (file: string | Buffer) =>
  (await readLeads(Buffer.from(file), { timeZone: 'Europe/Amsterdam', now })).leads.map(({ lead }) => lead);
const datesOf = async (...dates: string[]) =>
  (await read(['email,created_at', ...dates.map((date) => `anna@example.org,"${date}"`)].join('\n'))).map(
    ({ receivedAt }) => receivedAt.toISOString(),
  );

test.each([
  ['2026-03-01 09:00:00.123456 +0000 UTC', '2026-03-01T09:00:00.123Z'],
  ['2026-03-01 09:00:00 +0200 CEST', null],
  ['2026-03-01 09:00:00 UTC', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01T09:00:00UTC', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01 09:00:00.123456+00', '2026-03-01T09:00:00.123Z'],
  ['2026-03-01 09:00:00 +01:00', '2026-03-01T08:00:00.000Z'],
  ['31-12-2025 14:05', '2025-12-31T13:05:00.000Z'],
  ['1-3-2026 9:00', '2026-03-01T08:00:00.000Z'],
  ['1-3-2026 09:00:30', '2026-03-01T08:00:30.000Z'],
  ['01-03-2026', '2026-02-28T23:00:00.000Z'],
  ['31-02-2026', null],
  ['01/03/2026', null],
  ['1772355600', null],
  ['Mar 1, 2026 9:00 AM', null],
])('%s is %s', async (date, expected) => {
  if (expected !== null) expect(await datesOf(date)).toEqual([expected]);
  else
    await expect(datesOf(date)).rejects.toThrow(
      'line 2: created_at is no date such as 2026-12-31 14:05 or 31-12-2026 14:05',
    );
});

test.each(['1969-12-31T23:59:59Z', '1970-01-01 00:30', '1-1-1900'])(
  'a date before 1970 is named with its line: %s',
  async (date) => {
    await expect(datesOf('2026-03-01', date)).rejects.toThrow('line 3: created_at is before 1970');
  },
);

test.each([
  [
    'listmonk',
    'uuid,email,name,attributes,status,created_at',
    'u,anna@example.org,Anna,{},blocklisted,2026-03-01',
  ],
  [
    'Ghost',
    'id,email,name,note,subscribed_to_emails,created_at',
    '65f,anna@example.org,Anna,,true,2026-03-01',
  ],
])("a subscriber of %s's is a newsletter signup that is done with", async (_tool, header, row) => {
  const [lead] = await read(`${header}\n${row}\n`);
  expect(lead).toMatchObject({
    kind: 'newsletter',
    status: 'archived',
    email: 'anna@example.org',
    name: 'Anna',
  });
  const [asBefore] = await read('email,name,created_at\nanna@example.org,Anna,2026-03-01\n');
  expect(lead?.id).toBe(asBefore?.id);
});

const plain = 'email,created_at,message\nanna@example.org,2026-03-01,"Hi; you; there; now"\n';
test.each([
  ['semicolons and the line of Excel that says so', `sep=;\n${plain.replaceAll(',', ';')}`],
  ['tabs', plain.replaceAll(',', '\t')],
  ['UTF-16 with tabs, as Excel saves it', Buffer.from(`\ufeff${plain.replaceAll(',', '\t')}`, 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\ufeff${plain}`, 'utf16le').swap16()],
  ['carriage returns alone', plain.replaceAll('\n', '\r')],
  ['empty cells beyond the header', plain.replace('now"', 'now",,')],
  ['columns without a name', plain.replace('message', 'message,,').replace('now"', 'now",,')],
  ['rows of empty cells', plain.replace('\n', '\n,,\n\n').concat(',,\n')],
])('a file with %s is read', async (_what, file) => {
  expect(await read(file)).toEqual(await read(plain));
});

test.each([
  [
    'two columns of one name',
    'email,created_at,message,Message\n',
    'the same column twice, as number 3 and 4',
  ],
  ['two names of one column', 'email,created_at,message,idea\n', 'the same column twice, as number 3 and 4'],
  [
    'a cell too many',
    'email,created_at\nanna@example.org,2026-03-01,more\n',
    'line 2: this row doesn’t have as many',
  ],
  [
    'windows-1252',
    Buffer.from('email,created_at\ncaf\xe9@example.org,2026-03-01\n', 'latin1'),
    'save it as "CSV UTF-8"',
  ],
])('a file with %s is refused, and nothing in it is shown', async (_what, file, message) => {
  await expect(read(file)).rejects.toThrow(message.replace('’', "'"));
  await expect(read(file)).rejects.not.toThrow(/anna|more|caf/);
});

test.each([
  '\ufeffanna@example.org',
  'anna@example.org\u200b',
  ' anna@example.org\u00a0',
  '<anna@example.org>',
  'mailto:anna@example.org',
])('%j is an address, and the same lead', async (email) => {
  const [lead] = await read(`email,created_at\n${email},2026-03-01\n`);
  expect(lead).toEqual((await read('email,created_at\nanna@example.org,2026-03-01\n'))[0]);
});

test('an address of a domain with other letters is taken as it is typed', async () => {
  const [lead] = await read('email,created_at\nrosa@b\u00fccher.example,2026-03-01\n');
  expect(lead).toMatchObject({ email: 'rosa@b\u00fccher.example' });
});
