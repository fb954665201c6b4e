import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Media, MediaPart } from '@voordeur/contracts/db';
import {
  guidePath,
  type LegalOrder,
  markIcon,
  markIconSizes,
  markPath,
  type MediaAnswer,
  picturePath,
  pictureSet,
  videoPath,
} from '@voordeur/contracts/http';
import type { Job, Queue } from 'bullmq';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../testing/hooks.js';
import { applyRetention } from '../maintenance/apply-retention.js';
import { checkNext } from './check-uploads.js';
import { writeMediaFiles } from './media-files.js';
import type { LiveMail } from '../mail/live-mail.js';
import { MaintenanceProcessor } from '../maintenance/maintenance.processor.js';
import { Config } from '../platform/config.js';
import { wordsOfPdf } from '../testing/words-of-pdf.js';

const database = useDatabase();
let dir: string;
const goesOn = new AbortController().signal;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voordeur-media-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

/** The nightly job of a worker that renders pages. */
const sweep = () => {
  const retention = { rawDays: 395, ipDays: 30 };
  const config = Object.assign(new Config(), { retention, pages: { dir } });
  const processor = new MaintenanceProcessor({} as Queue, config, {} as LiveMail, database.dataSource);
  return processor.process({ name: 'apply-retention' } as Job);
};
const files = () => readdirSync(join(dir, 'files')).sort();
const check = () => checkNext(database.dataSource, dir, goesOn);

/** As the api leaves an upload that is complete. */
async function put(
  upload: Buffer,
  { partBytes = upload.length, kind = 'picture' }: { partBytes?: number; kind?: MediaAnswer['kind'] } = {},
): Promise<string> {
  const id = uuidv7();
  const { manager } = database.owner;
  await manager.insert(Media, { id, kind, bytes: upload.length, state: 'waiting' });
  for (let start = 0; start < upload.length; start += partBytes)
    await manager.insert(MediaPart, {
      ...{ mediaId: id, file: '', start },
      data: upload.subarray(start, start + partBytes),
    });
  return id;
}

async function read(id: string): Promise<Media> {
  return database.owner.manager.findOneByOrFail(Media, { id });
}

const asset = (name: string) => readFileSync(join(import.meta.dirname, '../../../web/public/media', name));

/** With its header at the end, as a camera writes it. */
function moved(clip: Buffer): Buffer {
  const [start, end] = ['moov', 'free'].map((type) => clip.indexOf(type) - 4);
  return Buffer.concat([clip.subarray(0, start), clip.subarray(end), clip.subarray(start, end)]);
}

/** As a camera makes it, wide enough for each width. */
function picture(width = 1_300, height = 20) {
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  return noise
    .jpeg({ quality: 50 })
    .withExif({ IFD0: { Copyright: 'a camera of hers' }, IFD3: { GPSLatitude: '52/1' } });
}

it('becomes files of each format and width, without the camera and the place', async () => {
  const upload = await picture().toBuffer();
  expect(upload.toString('latin1')).toContain('a camera of hers');
  const id = await put(upload, { partBytes: 10_000 });
  expect(await check()).toBe(true);
  const { state, path } = await read(id);
  expect(state).toBe('ready');
  expect(path).toMatch(picturePath);
  const sets = (['avif', 'webp'] as const).map((format) => pictureSet(path ?? '', format));
  const names = sets
    .join(', ')
    .split(', ')
    .map((one) => one.replace(/^\/files\/(\S+) \d+w$/, '$1'));
  expect(files()).toEqual(names.sort());
  for (const name of names) {
    const bytes = readFileSync(join(dir, 'files', name));
    const made = await sharp(bytes).metadata();
    expect(made).toMatchObject({ width: Number(/-(\d+)\./.exec(name)?.[1]) });
    expect(made.exif).toBeUndefined();
    expect(made.format).toBe(name.endsWith('avif') ? 'heif' : 'webp');
    expect(bytes.toString('latin1')).not.toContain('a camera of hers');
  }
  expect(await check()).toBe(false);
  // The upload itself is gone.
  expect(await database.query(`select from media_parts where file = ''`)).toEqual([]);
});

it('becomes the icons of the site if it is a mark, and a JPEG if it is a share picture', async () => {
  const upload = await picture().toBuffer();
  const mark = await put(upload, { kind: 'mark' });
  await check();
  const hash = markPath.exec((await read(mark)).path ?? '')?.[1] ?? '';
  const icons = ([...markIconSizes, 'maskable'] as const).map((icon) => markIcon(hash, icon));
  const ofMark = [`/files/${hash}-mark.webp`, ...icons].map((path) => path.replace('/files/', '')).sort();
  expect(files()).toEqual(ofMark);

  const share = await put(upload, { kind: 'share-picture' });
  await check();
  const { path } = await read(share);
  expect(path).toBe(`/files/${hash}-share.jpg`);
  expect(files()).toEqual([...ofMark, `${hash}-share.jpg`].sort());
  for (const name of files())
    expect(readFileSync(join(dir, 'files', name)).toString('latin1')).not.toContain('a camera of hers');
});

it('is turned as its camera was held, and not made larger than it is', async () => {
  const upload = await picture(200, 100).withMetadata({ orientation: 6 }).toBuffer();
  const id = await put(upload);
  await check();
  const { path } = await read(id);
  expect(await sharp(readFileSync(join(dir, path ?? ''))).metadata()).toMatchObject({
    width: 100,
    height: 200,
  });
});

it.each([
  ['document', /^\/files\/[0-9a-f]{32}\.pdf$/],
  ['guide', guidePath],
] as const)('is served as it came if it is a PDF: a %s', async (kind, name) => {
  const pdf = Buffer.from('%PDF-1.7\n…\nstartxref\n9\n%%EOF\n');
  const id = await put(pdf, { kind, partBytes: 10 });
  await check();
  const { path } = await read(id);
  expect(path).toMatch(name);
  expect(readFileSync(join(dir, path ?? '')).equals(pdf)).toBe(true);
});

it('is served without what a program wrote if it is a video, by its duration, and as it came if it is captions', async () => {
  const clip = asset('video-1.mp4');
  // Boxes begin in one part and end in another.
  const id = await put(clip, { kind: 'video', partBytes: 1_000 });
  await check();
  const { state, path } = await read(id);
  expect(state).toBe('ready');
  expect(path).toMatch(/^\/files\/[0-9a-f]{32}-12\.mp4$/);
  expect(videoPath.exec(path ?? '')?.[1]).toBe('12');
  const served = readFileSync(join(dir, path ?? ''));
  expect(clip.toString('latin1')).toContain('udta');
  expect(served.toString('latin1')).not.toContain('udta');
  expect(served.length).toBe(clip.length);
  expect(served.subarray(clip.indexOf('mdat')).equals(clip.subarray(clip.indexOf('mdat')))).toBe(true);
  expect(await database.query(`select from media_parts where file = ''`)).toEqual([]);

  const vtt = asset('video-1-nl.vtt');
  const captions = await put(vtt, { kind: 'captions' });
  await check();
  const written = (await read(captions)).path ?? '';
  expect(written).toMatch(/^\/files\/[0-9a-f]{32}\.vtt$/);
  expect(readFileSync(join(dir, written)).equals(vtt)).toBe(true);
});

it.each([
  ['not-fast-start', moved],
  ['not-readable', (clip: Buffer) => clip.subarray(0, -1)],
] as const)('is refused if it is a video that is %s', async (refusal, of) => {
  const id = await put(of(asset('video-1.mp4')), { kind: 'video', partBytes: 100_000 });
  await check();
  expect(await read(id)).toMatchObject({ state: 'refused', refusal, path: null });
  expect(await database.query('select from media_parts')).toEqual([]);
});

it('is refused with a reason where it cannot be read', async () => {
  const id = await put(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  );
  expect(await check()).toBe(true);
  expect(await read(id)).toMatchObject({ state: 'refused', refusal: 'not-readable', path: null });
  expect(await database.query('select from media_parts')).toEqual([]);
});

it('shows nothing of what is hidden behind a picture', async () => {
  const upload = Buffer.concat([
    await picture().toBuffer(),
    Buffer.from('PK\x03\x04 <script>alert(1)</script>'),
  ]);
  const id = await put(upload);
  await check();
  expect((await read(id)).state).toBe('ready');
  for (const name of files()) expect(readFileSync(join(dir, 'files', name)).includes('alert(1)')).toBe(false);
});

describe('a worker that ends', () => {
  it('meanwhile: nothing is shown, and another begins once its time is over', async () => {
    const id = await put(await picture().toBuffer());
    const stopped = new AbortController();
    const checking = checkNext(database.dataSource, dir, stopped.signal);
    stopped.abort();
    await expect(checking).rejects.toThrow();
    expect(await read(id)).toMatchObject({ state: 'waiting', path: null });
    expect(await check()).toBe(false);
    await database.owner.query(`update media set claimed_until = now()`);
    expect(await check()).toBe(true);
    expect((await read(id)).state).toBe('ready');
  });

  it('each time: the file is refused after a few', async () => {
    const id = await put(await picture().toBuffer());
    await database.owner.query('update media set checks = 5');
    expect(await check()).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'refused', refusal: 'not-readable' });
  });
});

describe('a legal document', () => {
  const order = (company: string) =>
    Buffer.from(
      JSON.stringify({
        ...{ document: 'terms', language: 'nl', product: 'Voordeur', isRead: false },
        facts: { name: company },
      } satisfies LegalOrder),
    );
  const words = (path: string | null) => wordsOfPdf(readFileSync(join(dir, path ?? '')));

  it('is made of the facts in its order; one ordered twice is the same file', async () => {
    const ids = [
      await put(order('Bakker & Zn'), { kind: 'legal' }),
      await put(order('Bakker & Zn'), { kind: 'legal' }),
    ];
    const other = await put(order('Jansen'), { kind: 'legal' });
    while (await check());
    const [first, second] = await Promise.all(ids.map(read));
    expect(first).toMatchObject({ state: 'ready', path: second?.path });
    expect(first?.path).toMatch(/^\/files\/[0-9a-f]{32}\.pdf$/);
    expect(words(first?.path ?? null)).toContain('Bakker & Zn');
    expect((await read(other)).path).not.toBe(first?.path);
    expect(files()).toHaveLength(2);
    expect(await database.query(`select from media_parts where file = ''`)).toEqual([]);
  });

  it('is made by another worker once one was killed', async () => {
    const id = await put(order('Bakker'), { kind: 'legal' });
    // As a worker leaves it that was killed right after it began.
    await database.owner.query(`update media set checks = 1, claimed_until = now() + interval '45 seconds'`);
    expect(await check()).toBe(false);
    await database.owner.query(`update media set claimed_until = now()`);
    await check();
    expect(words((await read(id)).path)).toContain('Bakker');
  });

  it.each([
    'no order',
    '{"document":"../../README","language":"nl"}',
    '{"document":"terms","language":"xx"}',
  ])('is given up after a few times if it cannot be made: %s', async (sent) => {
    const id = await put(Buffer.from(sent), { kind: 'legal' });
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(check()).rejects.toThrow();
      await database.owner.query(`update media set claimed_until = now()`);
    }
    expect(await check()).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'refused', path: null });
  });
});

it('comes back where a folder was emptied or a file lost, and others go', async () => {
  await put(await picture().toBuffer());
  await check();
  const all = files();
  rmSync(join(dir, 'files'), { recursive: true });
  await writeMediaFiles(database.dataSource.manager, dir);
  expect(files()).toEqual(all);
  const [old, half, young] = ['of-nobody.webp', `.${all[0]}.00000000`, 'just-now.webp'];
  for (const name of [old, half, young]) writeFileSync(join(dir, 'files', name), 'x');
  for (const name of [old, half]) utimesSync(join(dir, 'files', name), 1, 1);
  await writeMediaFiles(database.dataSource.manager, dir);
  expect(files()).toEqual([...all, young].sort());
});

it('is removed a month after an edit that only undoing would bring back, if it is a video', async () => {
  const clip = asset('video-1.mp4');
  const recent = await put(clip, { kind: 'video' });
  await check();
  const old = await put(asset('video-2.mp4'), { kind: 'video' });
  await check();
  for (const [id, age] of [
    [recent, '29 days'],
    [old, '31 days'],
  ] as const)
    await database.owner.query(
      `insert into site_edits (id, key, old_value, new_value, edited_at) values ($1, 'videos', $2, 'null', now() - $3::interval)`,
      [uuidv7(), JSON.stringify([{ source: (await read(id)).path }]), age],
    );
  await database.owner.query(`update media set used_at = now() - interval '25 hours'`);
  await applyRetention(database.dataSource, { rawDays: 395, ipDays: 30 });
  expect(await database.query('select id from media')).toEqual([{ id: recent }]);
});

it('is removed after a day in which no setting named it, and never one that undoing may bring back', async () => {
  const ids = [];
  for (let n = 0; n < 4; n += 1) {
    ids.push(await put(await picture(90, 20).toBuffer()));
    await check();
  }
  const [used, undone, young, unused] = ids;
  const cut = await put(await picture(90, 20).toBuffer());
  await database.owner.query(`update media set state = 'uploading' where id = $1`, [cut]);
  const pathOf = async (id = '') => (await read(id)).path;
  await database.owner.query(`insert into site_settings (key, value) values ('person', $1)`, [
    JSON.stringify({ name: 'Anna', portrait: await pathOf(used) }),
  ]);
  await database.owner.query(
    `insert into site_edits (id, key, old_value, new_value) values ($1, 'person', $2, 'null')`,
    [uuidv7(), JSON.stringify({ name: 'Anna', portrait: await pathOf(undone) })],
  );
  await database.owner.query(`update media set used_at = now() - interval '25 hours' where id <> $1`, [
    young,
  ]);
  for (const name of files()) utimesSync(join(dir, 'files', name), 1, 1);
  await sweep();
  const left = await database.query('select id, path from media order by id');
  expect(left.map(({ id }) => id)).toEqual([used, undone, young].sort());
  expect([unused, cut]).not.toContain(left[0]?.['id']);
  // The site serves them no more either.
  const hashes = (names: string[]) => [...new Set(names.map((name) => name.slice(0, 32)))].sort();
  expect(hashes(files())).toEqual(hashes(left.map(({ path }) => String(path).slice('/files/'.length))));
});
