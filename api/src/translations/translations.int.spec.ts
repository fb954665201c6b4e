import { createHash } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { AdminSession } from '@voordeur/contracts/db';
import type {
  ImportAnswer,
  TextHistoryAnswer,
  TranslationsAnswer,
  TranslationsStateAnswer,
} from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/translations';
const test = useApp();
const owner = useOwner(test);

beforeEach(() => test.database.dataSource.query('truncate texts, text_edits, texts_state'));

type Method = 'get' | 'put' | 'post' | 'delete';
const call = (method: Method, url: string, bearer: string | null = owner.token) => {
  const request = test.http[method](path + url);
  return bearer === null ? request : request.set('authorization', `Bearer ${bearer}`);
};
const put = (key: string, value: string, language = 'nl') => call('put', '').send({ key, value, language });
const changed = async () => (await test.http.get(path).expect(200)).body as TranslationsAnswer;
const state = async () => (await call('get', '/state').expect(200)).body as TranslationsStateAnswer;
const history = async (query = '') =>
  (await call('get', `/history${query}`).expect(200)).body as TextHistoryAnswer;
const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`;
const nothing = { en: {}, nl: {} };

const key = 'home.hero.book';
const builtIn = messages.nl.home.hero.book;

describe('every call but the site’s own', () => {
  const calls: [Method, string, object?][] = [
    ['get', '/manage'],
    ['get', '/built-in'],
    ['get', '/state'],
    ['put', '', { key, value: 'x', language: 'nl' }],
    ['get', '/history'],
    ['get', '/drafts'],
    ['put', '/drafts', { key, value: 'x', language: 'nl' }],
    ['delete', '/drafts'],
    ['post', '/drafts/discard', { key, language: 'nl' }],
    ['post', '/drafts/publish'],
    ['post', '/undo', { id: '018f0000-0000-7000-8000-000000000000' }],
    ['post', '/undo-together', { ids: ['018f0000-0000-7000-8000-000000000000'] }],
    ['post', '/import', { nl: { home: { hero: { book: 'x' } } } }],
    ['post', '/import?dryRun=true', {}],
    ['get', '/export'],
  ];

  async function tokenNoMore(kind: 'expired' | 'revoked'): Promise<string> {
    const one = await test.login();
    if (kind === 'revoked') {
      await test.http.post('/api/admin/logout').set('authorization', `Bearer ${one}`).expect(204);
    } else {
      const { sub } = test.app.get(JwtService).decode<{ sub: string }>(one);
      const sessions = test.database.dataSource.getRepository(AdminSession);
      await sessions.update({ id: sub }, { expiresAt: new Date(Date.now() - 1) });
    }
    return one;
  }

  it.each(calls)('is for the owner: %s %s', async (method, url, body) => {
    const refused = [
      null,
      'nonsense',
      `${owner.token}x`,
      await tokenNoMore('expired'),
      await tokenNoMore('revoked'),
    ];
    for (const bearer of refused) {
      const answer = await call(method, url, bearer).send(body).expect(401);
      expect(answer.body).toMatchObject({ code: 'session-expired' });
    }
    expect(await changed()).toEqual(nothing);
  });
});

describe('GET /api/admin/translations', () => {
  it('gives what was changed, to anybody, and 304 until something is', async () => {
    const first = await test.http.get(path).expect(200);
    expect(first.body).toEqual(nothing);
    expect(first.headers).toMatchObject({ etag: '"built-in"', 'cache-control': 'no-cache' });
    const ask = (tag: string) => test.http.get(path).set('if-none-match', tag);
    await ask('"built-in"').expect(304);

    await put(key, 'Kom langs').expect(200);
    const second = await ask('"built-in"').expect(200);
    expect(second.body).toEqual({ en: {}, nl: { home: { hero: { book: 'Kom langs' } } } });
    const { etag = '' } = second.headers as { etag?: string };
    expect(etag).toBe(`"${(await state()).version}"`);
    const still = await ask(`"other", W/${etag}`).expect(304);
    expect(still.text).toBe('');
    expect(still.headers).toMatchObject({ etag, 'cache-control': 'no-cache' });
  });

  it('leaves out a text of a key that this build does not have', async () => {
    await test.database.dataSource.query(`insert into texts values ('nl', 'gone.key', 'x')`);
    expect(await changed()).toEqual(nothing);
    expect((await call('get', '/manage')).body).toEqual(messages);
  });
});

describe('PUT /api/admin/translations', () => {
  it('changes one text of one language, byte for byte', async () => {
    const value = '  Kom\tlangs “nu”\n— é e\u0301 🚪 ';
    const answer = await put(key, value).expect(200);
    expect(answer.body).toEqual({ key, value, language: 'nl' });
    const { nl, en } = (await call('get', '/manage').expect(200)).body as typeof messages;
    expect(nl.home.hero).toEqual({ ...messages.nl.home.hero, book: value });
    expect(en).toEqual(messages.en);
    expect((await call('get', '/built-in').expect(200)).body).toEqual(messages);
  });

  it('goes back to the built-in text by an empty value, and by the text itself', async () => {
    for (const back of ['', builtIn]) {
      await put(key, 'Kom langs').expect(200);
      const answer = await put(key, back).expect(200);
      expect(answer.body).toEqual({ key, value: builtIn, language: 'nl' });
      expect(await changed()).toEqual(nothing);
    }
    expect((await history()).edits).toHaveLength(4);
  });

  it('makes no edit of a text that stays the same', async () => {
    await put(key, 'Kom langs').expect(200);
    const before = await state();
    await put(key, 'Kom langs').expect(200);
    expect(await state()).toEqual(before);
    expect((await history()).edits).toHaveLength(1);
  });

  it.each(['gone.key', 'home', 'home.hero', '__proto__', 'constructor', 'home.hero.book.x'])(
    'does not know %s',
    async (unknown) => {
      const answer = await put(unknown, 'x').expect(404);
      expect(answer.body).toMatchObject({ code: 'not-found' });
    },
  );

  it.each([
    ['a NUL', { key, language: 'nl', value: 'a\0' }],
    ['half a character', { key, language: 'nl', value: 'a\ud83d' }],
    ['a bell', { key, language: 'nl', value: 'a\u0007' }],
    ['a text of 5,001', { key, language: 'nl', value: 'x'.repeat(5_001) }],
    ['a number', { key, language: 'nl', value: 1 }],
    ['null', { key, language: 'nl', value: null }],
    ['another language', { key, language: 'NL', value: 'x' }],
    ['no key', { language: 'nl', value: 'x' }],
    ['a list of keys', { key: [key], language: 'nl', value: 'x' }],
  ])('refuses %s', async (_, body) => {
    expect((await call('put', '').send(body).expect(400)).body).toMatchObject({ code: 'invalid-body' });
    expect(await changed()).toEqual(nothing);
  });

  it('refuses a message that the site cannot show, and says where', async () => {
    const answer = await put('bar.home', 'Naar {product').expect(422);
    expect(answer.body).toMatchObject({
      code: 'broken-text',
      details: [
        {
          field: 'value',
          fault: 'syntax',
          name: 'EXPECT_ARGUMENT_CLOSING_BRACE',
          place: { offset: 5, line: 1, column: 6 },
        },
      ],
    });
    const lost = await put('bar.home', 'Naar huis').expect(422);
    expect(lost.body).toMatchObject({ details: [{ fault: 'missing-argument', name: 'product' }] });
    expect(await changed()).toEqual(nothing);
  });

  it('with If-Match changes only the text that was opened, and shows the one that is there', async () => {
    const save = (value: string, opened: string) => put(key, value).set('if-match', opened);
    await save('Een', tagOf(builtIn)).expect(200);
    await save('Twee', tagOf('Een')).expect(200);
    await save('Drie', '*').expect(200);
    for (const opened of [tagOf(builtIn), tagOf('Een'), '"x"', 'x', '']) {
      const answer = await save('Anders', opened);
      expect(answer.status).toBe(412);
      expect(answer.body).toMatchObject({
        code: 'text-conflict',
        details: [{ field: 'value', message: 'Drie' }],
      });
    }
    expect((await changed()).nl).toEqual({ home: { hero: { book: 'Drie' } } });
  });

  it('lets one of many win that were opened on the same text', async () => {
    const values = Array.from({ length: 8 }, (_, n) => `Poging ${n}`);
    const { dataSource } = test.database;
    const barrier = dataSource.createQueryRunner();
    await barrier.startTransaction();
    // Nobody gets past here before all of them are under way.
    await barrier.query('lock table text_edits in exclusive mode');
    const all = Promise.all(values.map((value) => put(key, value).set('if-match', tagOf(builtIn))));
    const waiting = async () => {
      const sql = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return ((await dataSource.query<{ n: number }[]>(sql))[0] ?? { n: 0 }).n;
    };
    await expect.poll(waiting).toBe(values.length);
    await barrier.rollbackTransaction();
    await barrier.release();
    const answers = await all;
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...values.slice(1).map(() => 412)]);
    const winner = answers.find((answer) => answer.status === 200)?.body as { value: string };
    expect((await changed()).nl).toEqual({ home: { hero: { book: winner.value } } });
    expect((await history()).edits).toMatchObject([{ old: builtIn, new: winner.value }]);
  });
});

describe('the history', () => {
  it('tells each edit, newest first, a page of 50 at a time', async () => {
    for (let n = 0; n < 60; n += 1) await put(key, `Tekst ${n}`).expect(200);
    await put(key, 'Text', 'en').expect(200);
    const first = await history(`?key=${key}&language=nl`);
    const second = await history(`?key=${key}&language=nl&cursor=${first.cursor ?? ''}`);
    const edits = [...first.edits, ...second.edits];
    expect(first.edits).toHaveLength(50);
    expect(second.cursor).toBeNull();
    expect(edits.map((edit) => edit.new)).toEqual(Array.from({ length: 60 }, (_, n) => `Tekst ${59 - n}`));
    edits.slice(0, -1).forEach((edit, n) => {
      expect(edit.old).toBe(edits[n + 1]?.new);
    });
    expect(edits.at(-1)).toMatchObject({ key, language: 'nl', old: builtIn });
    expect((await history()).edits[0]).toMatchObject({ language: 'en', new: 'Text' });
  });

  it.each(['cursor=5', 'language=de', 'key=a&key=b', 'key=%00'])('refuses %s', async (query) => {
    const answer = await call('get', `/history?${query}`).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-query' });
  });
});

describe('undo', () => {
  const undo = (body: object) => call('post', '/undo').send(body);
  const lastEdit = async () => (await history()).edits[0]?.id;

  it('puts the old text back byte for byte, and is an edit itself', async () => {
    const odd = ' e\u0301\n\t“x” ';
    await put(key, odd).expect(200);
    await put(key, 'Nieuw').expect(200);
    expect((await undo({ id: await lastEdit() }).expect(200)).body).toEqual({
      key,
      value: odd,
      language: 'nl',
    });
    expect((await changed()).nl).toEqual({ home: { hero: { book: odd } } });
    await undo({ id: await lastEdit() }).expect(200);
    expect((await changed()).nl).toEqual({ home: { hero: { book: 'Nieuw' } } });
    const oldest = (await history()).edits.at(-1)?.id;
    await undo({ id: oldest, force: true }).expect(200);
    expect(await changed()).toEqual(nothing);
  });

  it('does not take away what came later, unless it must', async () => {
    await put(key, 'Een').expect(200);
    const id = await lastEdit();
    await put(key, 'Twee').expect(200);
    const answer = await undo({ id }).expect(412);
    expect(answer.body).toMatchObject({ code: 'text-conflict', details: [{ message: 'Twee' }] });
    expect((await undo({ id, force: true }).expect(200)).body).toMatchObject({ value: builtIn });
  });

  it.each([
    ['an edit that never was', { id: '018f0000-0000-7000-8000-000000000000' }, 404],
    ['nonsense', { id: 'x' }, 400],
    ['nothing', {}, 400],
    ['a force that is a word', { id: '018f0000-0000-7000-8000-000000000000', force: 'yes' }, 400],
  ])('does not know %s', async (_, body, status) => {
    await undo(body).expect(status);
  });
});

describe('undoing several edits together', () => {
  const undo = (ids: unknown) => call('post', '/undo-together').send({ ids });
  const lead = 'home.hero.lead';
  const editIds = async () => (await history()).edits.map(({ id }) => id);

  it('puts back what each text said before the first of them, as one version', async () => {
    await put(key, 'Eerder').expect(200);
    const earlier = await editIds();
    await put(key, 'Een').expect(200);
    await put(lead, 'Nieuw').expect(200);
    await put(key, 'Twee').expect(200);
    const ids = (await editIds()).filter((id) => !earlier.includes(id));
    const { body } = (await undo(ids).expect(200)) as { body: { version: string } };
    expect((await changed()).nl).toEqual({ home: { hero: { book: 'Eerder' } } });
    expect(body.version).toBe((await state()).version);
  });

  it('takes none back if one of the texts was changed since', async () => {
    await put(lead, 'Nieuw').expect(200);
    await put(key, 'Een').expect(200);
    const ids = await editIds();
    await put(key, 'Twee').expect(200);
    const answer = await undo(ids).expect(412);
    expect(answer.body).toMatchObject({
      code: 'text-conflict',
      details: [{ field: `nl.${key}`, message: 'Twee' }],
    });
    expect((await changed()).nl).toEqual({ home: { hero: { book: 'Twee', lead: 'Nieuw' } } });
    // An edit that was undone already isn't undone again.
    const [last = ''] = await editIds();
    await undo([last]).expect(200);
    await undo([last]).expect(412);
  });

  it.each([
    ['an edit that never was', ['018f0000-0000-7000-8000-000000000000'], 404],
    ['none', [], 400],
    ['nonsense', ['x'], 400],
    ['something else', 'x', 400],
  ])('does not know %s', async (_, ids, status) => {
    await undo(ids).expect(status);
  });
});

describe('import and export', () => {
  const send = (body: object, query = '') => call('post', `/import${query}`).send(body);
  const file = {
    en: { home: { hero: { book: 'Come by' } } },
    nl: { 'home.hero.book': 'Kom langs', bar: { home: messages.nl.bar.home }, gone: { key: 'x' } },
  };
  const changes = [
    { key, language: 'en', old: messages.en.home.hero.book, new: 'Come by' },
    { key, language: 'nl', old: builtIn, new: 'Kom langs' },
  ];

  it('shows what it would do, and then does that', async () => {
    const preview = (await send(file, '?dryRun=true').expect(200)).body as ImportAnswer;
    expect(preview).toEqual({
      applied: false,
      version: 'built-in',
      changes,
      unchanged: 1,
      unknown: [{ key: 'gone.key', language: 'nl' }],
      broken: [],
    });
    expect(await changed()).toEqual(nothing);

    const done = (await send(file).set('if-match', `"${preview.version}"`).expect(200)).body as ImportAnswer;
    expect(done).toEqual({ ...preview, applied: true, version: (await state()).version });
    expect(await state()).toMatchObject({ changed: 2 });
    expect((await history()).edits.map((edit) => edit.new).sort()).toEqual(['Come by', 'Kom langs']);
    await send(file).set('if-match', '"built-in"').expect(412);
  });

  it('changes nothing where one of them is broken', async () => {
    const body = { nl: { home: { hero: { book: 'Kom langs' } }, bar: { home: 'Naar huis' } } };
    const preview = (await send(body, '?dryRun=true').expect(200)).body as ImportAnswer;
    expect(preview.broken).toMatchObject([
      { key: 'bar.home', value: 'Naar huis', problems: [{ fault: 'missing-argument', name: 'product' }] },
    ]);
    const refused = await send(body).expect(422);
    expect(refused.body).toMatchObject({ code: 'broken-text', details: [{ field: 'nl.bar.home' }] });
    expect(await changed()).toEqual(nothing);
  });

  it('takes back what export gave', async () => {
    await put(key, 'Kom langs').expect(200);
    await put('home.hero.ask', 'Ask away', 'en').expect(200);
    const some = await call('get', '/export?only=changed').expect(200);
    expect(some.headers['content-disposition']).toBe('attachment; filename="texts-changed.json"');
    expect(some.body).toEqual(await changed());
    const all = await call('get', '/export').expect(200);
    expect(Buffer.byteLength(all.text)).toBeGreaterThan(32_768);
    await test.database.dataSource.query('truncate texts, text_edits, texts_state');
    expect((await send(all.body as object).expect(200)).body).toMatchObject({ applied: true });
    expect(await changed()).toEqual(some.body);
  });

  const deep = (levels: number): object => (levels === 0 ? { a: 'x' } : { a: deep(levels - 1) });
  it.each([
    ['a list', []],
    ['a language that is a word', { nl: 'x' }],
    ['a number in it', { nl: { home: { hero: { book: 1 } } } }],
    ['null in it', { nl: { home: null } }],
    ['a control character', { nl: { home: { hero: { book: '\0' } } } }],
    ['too long a text', { nl: { home: { hero: { book: 'x'.repeat(5_001) } } } }],
    ['a bottomless one', { nl: deep(2_000) }],
  ])('refuses %s', async (_, body) => {
    const answer = await send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid-body' });
  });

  it('refuses more than a megabyte', async () => {
    await send({ nl: { a: 'x'.repeat(1_048_576) } }).expect(413);
  });
});

describe('the state of the pages', () => {
  it('follows from what the worker wrote', async () => {
    expect(await state()).toEqual({
      version: 'built-in',
      changedAt: null,
      changed: 0,
      pages: { version: null, renderedAt: null, status: 'rendering', failure: null },
    });
    await put(key, 'Kom langs').expect(200);
    const { version } = await state();
    await test.database.dataSource.query(
      'update texts_state set rendered_version = version, rendered_at = now()',
    );
    expect((await state()).pages).toMatchObject({ version, status: 'current' });
    await put(key, 'Kom binnen').expect(200);
    expect((await state()).pages).toMatchObject({ version, status: 'rendering' });
    await test.database.dataSource.query(
      `update texts_state set failure = 'nl home.hero.book', failed_at = now(), failures = 2`,
    );
    expect((await state()).pages).toMatchObject({
      status: 'failed',
      failure: { reason: 'nl home.hero.book', attempts: 2 },
    });
  });
});
