import { createHash } from 'node:crypto';
import type { TextDraftsAnswer, TextHistoryAnswer, TranslationsAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp, useOwner } from '../testing/hooks.js';

const path = '/api/admin/translations';
const test = useApp();
const owner = useOwner(test);

beforeEach(() => test.database.dataSource.query('truncate texts, text_edits, texts_state, text_drafts'));

const call = (method: 'get' | 'put' | 'post' | 'delete', url: string) =>
  test.http[method](path + url).set('authorization', `Bearer ${owner.token}`);
const put = (key: string, value: string, language = 'nl') => call('put', '').send({ key, value, language });
const draft = (key: string, value: string, language = 'nl') =>
  call('put', '/drafts').send({ key, value, language });
const drafts = async () => (await call('get', '/drafts').expect(200)).body as TextDraftsAnswer;
const changed = async () => (await test.http.get(path).expect(200)).body as TranslationsAnswer;
const edits = async () => ((await call('get', '/history').expect(200)).body as TextHistoryAnswer).edits;
const publish = () => call('post', '/drafts/publish');
const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`;
const nothing = { en: {}, nl: {} };

const key = 'home.hero.book';
const builtIn = messages.nl.home.hero.book;

describe('a draft', () => {
  it('is kept byte for byte, and changes nothing for visitors', async () => {
    const value = ' Kom\tlangs\n— e\u0301 🚪 ';
    expect((await draft(key, value).expect(200)).body).toEqual({ key, value, language: 'nl' });
    expect((await drafts()).drafts).toMatchObject([{ key, language: 'nl', value, writtenOver: builtIn }]);
    expect(await changed()).toEqual(nothing);
    expect(await edits()).toEqual([]);
  });

  it('is one for a text and language, the last of them, over the text that the first was begun on', async () => {
    await draft(key, 'Een').expect(200);
    await put(key, 'Gepubliceerd').expect(200);
    await draft(key, 'Twee').expect(200);
    await draft(key, 'Two', 'en').expect(200);
    expect((await drafts()).drafts).toMatchObject([
      { language: 'en', value: 'Two' },
      { language: 'nl', value: 'Twee', writtenOver: builtIn },
    ]);
  });

  it('that equals the published text is removed', async () => {
    await draft(key, 'Een').expect(200);
    expect((await draft(key, '').expect(200)).body).toMatchObject({ value: builtIn });
    expect((await drafts()).drafts).toEqual([]);
    await put(key, 'Kom langs').expect(200);
    await draft(key, '').expect(200);
    expect((await drafts()).drafts).toMatchObject([{ value: builtIn, writtenOver: 'Kom langs' }]);
  });

  it('with If-Match replaces only the draft that was opened, or the text where there was none', async () => {
    await draft(key, 'Een').set('if-match', tagOf('x')).expect(412);
    await draft(key, 'Een').set('if-match', tagOf(builtIn)).expect(200);
    const answer = await draft(key, 'Twee').set('if-match', tagOf(builtIn)).expect(412);
    expect(answer.body).toMatchObject({ code: 'text-conflict', details: [{ message: 'Een' }] });
    await draft(key, 'Twee').set('if-match', tagOf('Een')).expect(200);
    expect((await drafts()).drafts).toMatchObject([{ value: 'Twee' }]);
  });

  it.each([
    ['an unknown key', { key: 'gone.key', value: 'x', language: 'nl' }, 404],
    ['a broken message', { key: 'bar.home', value: 'Naar {product', language: 'nl' }, 422],
    ['a lost placeholder', { key: 'bar.home', value: 'Naar huis', language: 'nl' }, 422],
    ['a NUL', { key, value: 'a\0', language: 'nl' }, 400],
    ['another language', { key, value: 'a', language: 'de' }, 400],
  ])('refuses %s', async (_, body, status) => {
    await call('put', '/drafts').send(body).expect(status);
    expect((await drafts()).drafts).toEqual([]);
  });

  it('is discarded alone, or with all others', async () => {
    for (const language of ['en', 'nl']) await draft(key, 'Een', language).expect(200);
    await draft('home.hero.ask', 'Vraag maar').expect(200);
    await call('post', '/drafts/discard').send({ key, language: 'nl' }).expect(204);
    await call('post', '/drafts/discard').send({ key, language: 'nl' }).expect(204);
    expect((await drafts()).drafts.map((one) => one.language)).toEqual(['en', 'nl']);
    await call('post', '/drafts/discard').send({ key }).expect(400);
    await call('delete', '/drafts').expect(204);
    expect((await drafts()).drafts).toEqual([]);
    expect(await changed()).toEqual(nothing);
  });
});

describe('publishing', () => {
  it('is one version, with a line in the history for each text', async () => {
    await put(key, 'Kom langs', 'nl').expect(200);
    await draft(key, '', 'nl').expect(200);
    await draft(key, 'Come by', 'en').expect(200);
    await draft('home.hero.ask', 'Vraag maar').expect(200);
    const before = (await edits()).length;
    const answer = (await publish().expect(200)).body as { version: string; published: number };
    expect(answer.published).toBe(3);
    expect(await drafts()).toEqual({ version: answer.version, drafts: [] });
    expect(await changed()).toEqual({
      en: { home: { hero: { book: 'Come by' } } },
      nl: { home: { hero: { ask: 'Vraag maar' } } },
    });
    const added = (await edits()).slice(0, -before);
    expect(added.map((edit) => edit.new).sort()).toEqual([builtIn, 'Come by', 'Vraag maar'].sort());
    expect(Math.max(...added.map(({ editedAt }) => Date.parse(editedAt)))).toBe(
      Math.min(...added.map(({ editedAt }) => Date.parse(editedAt))),
    );
    expect((await publish().expect(200)).body).toEqual({ version: answer.version, published: 0 });
  });

  it('changes nothing where a text has changed since, until that was seen', async () => {
    await draft(key, 'Mijn').expect(200);
    await draft('home.hero.ask', 'Vraag maar').expect(200);
    await put(key, 'Hun').expect(200);
    const refused = await publish().expect(412);
    expect(refused.body).toMatchObject({
      code: 'text-conflict',
      details: [{ field: `nl.${key}`, message: 'Hun' }],
    });
    expect((await changed()).nl).toEqual({ home: { hero: { book: 'Hun' } } });
    const { version, drafts: kept } = await drafts();
    expect(kept).toHaveLength(2);
    await put('home.hero.lead', 'Nog een').expect(200);
    await publish().set('if-match', `"${version}"`).expect(412);
    await publish()
      .set('if-match', `"${(await drafts()).version}"`)
      .expect(200);
    expect((await changed()).nl).toEqual({
      home: { hero: { ask: 'Vraag maar', book: 'Mijn', lead: 'Nog een' } },
    });
  });

  it('is whole or not at all, when its process dies in the middle', async () => {
    await draft(key, 'Een').expect(200);
    await draft('home.hero.ask', 'Vraag maar').expect(200);
    const { dataSource } = test.database;
    const barrier = dataSource.createQueryRunner();
    await barrier.startTransaction();
    // The drafts are deleted by then, and the first text isn't written yet.
    await barrier.query('lock table texts in share mode');
    const dying = publish().then(({ status }) => status);
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await dataSource.query<unknown[]>(kill)).length).toBe(1);
    expect(await dying).toBeGreaterThanOrEqual(500);
    await barrier.rollbackTransaction();
    await barrier.release();
    expect((await drafts()).drafts).toHaveLength(2);
    expect(await changed()).toEqual(nothing);
    expect(await edits()).toEqual([]);
    expect((await publish().expect(200)).body).toMatchObject({ published: 2 });
    expect(await edits()).toHaveLength(2);
  });

  it('by two tabs at once happens once', async () => {
    await draft(key, 'Een').expect(200);
    const answers = await Promise.all([publish(), publish(), publish()]);
    expect(answers.map((answer) => (answer.body as { published: number }).published).sort()).toEqual([
      0, 0, 1,
    ]);
    expect(await edits()).toHaveLength(1);
  });

  it('leaves a draft of a key that this build does not have, and refuses one that it cannot show', async () => {
    await test.database.dataSource.query(
      `insert into text_drafts values ('nl', 'gone.key', 'x', 'y'), ('nl', 'bar.home', 'Naar huis', $1)`,
      [messages.nl.bar.home],
    );
    expect((await drafts()).drafts).toHaveLength(1);
    const answer = await publish().expect(422);
    expect(answer.body).toMatchObject({ code: 'broken-text', details: [{ field: 'nl.bar.home' }] });
    await call('post', '/drafts/discard').send({ key: 'bar.home', language: 'nl' }).expect(204);
    expect((await publish().expect(200)).body).toMatchObject({ published: 0 });
    const rows = await test.database.dataSource.query<unknown[]>('select from text_drafts');
    expect(rows).toHaveLength(1);
  });
});
