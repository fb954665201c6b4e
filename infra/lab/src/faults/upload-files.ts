import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type MediaAnswer, type MediaBody, type MediaKind, mediaPartBytes } from '@voordeur/contracts/http';
import { queueNames, queuePrefix } from '@voordeur/contracts/jobs';
import { siteFolders } from '@voordeur/operate/local/open-dirs.js';
import type { Settings } from '@voordeur/operate/local/settings.js';
import { until } from '@voordeur/operate/local/until.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { Queue } from 'bullmq';
import { lookWhile, repeatAtOnce, upTo } from '../measuring/load.js';
import { ownConnection } from './load.js';
import { type Ask, insist } from './owner-calls.js';

const partBytes = 128 * 1_024;
/** A worker that dies while it checks an upload leaves it to the next one for 45 s, and may die again. */
const checkedWithinMs = 240_000;

interface Upload {
  path: string;
  bytes: Buffer;
}

/** A PDF of 3 MB that no other is like. It's served under the hash of its bytes. */
export function makeUpload(): Upload {
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    randomBytes(3_000_000),
    Buffer.from('\nstartxref\n9\n%%EOF\n'),
  ]);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { path: `/files/${hash}.pdf`, bytes };
}

const begin = (ask: Ask, kind: MediaKind, { length }: Buffer) =>
  insist(() => ask<MediaAnswer>('media', 'POST', { kind, bytes: length } satisfies MediaBody));

/** Sends the part that comes next, or asks how far the upload is where that wasn't answered. */
async function sendPart(
  ask: Ask,
  { id, received }: MediaAnswer,
  bytes: Buffer,
  partBytes: number,
): Promise<MediaAnswer> {
  const part = bytes.subarray(received, received + partBytes);
  const answer = await ask<MediaAnswer>(`media/${id}?from=${received}`, 'PUT', part);
  return answer ?? insist(() => ask<MediaAnswer>(`media/${id}`));
}

/** Uploads a file. Resolves to it once it has been checked, or else as it is after four minutes. */
export async function uploadWhole(
  ask: Ask,
  kind: MediaKind,
  bytes: Buffer,
  { partBytes = mediaPartBytes, pauseMs = 0 } = {},
): Promise<MediaAnswer> {
  let medium = await begin(ask, kind, bytes);
  while (medium.state === 'uploading') {
    medium = await sendPart(ask, medium, bytes, partBytes);
    await wait(pauseMs);
  }
  const { id } = medium;
  const isChecked = async () => {
    medium = (await ask<MediaAnswer>(`media/${id}`)) ?? medium;
    return medium.state !== 'waiting';
  };
  await until(isChecked, { withinMs: checkedWithinMs, everyMs: 500 });
  return medium;
}

/** Uploads `count` files, two at once. `wrong` takes one that doesn't become what was sent, or is served in half. */
export async function uploadFiles(baseUrl: string, ask: Ask, count: number, wrong: string[]) {
  const known: Upload[] = [];
  let reads = 0;
  const readOne = async () => {
    const upload = known[reads % known.length];
    if (!upload) return;
    reads += 1;
    const answer = await fetch(baseUrl + upload.path, { headers: ownConnection });
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 404 && !(answer.ok && body.equals(upload.bytes)))
      wrong.push(`${upload.path} was served as ${body.length} bytes (${answer.status})`);
  };
  const uploadOne = async () => {
    const upload = makeUpload();
    known.push(upload);
    const medium = await uploadWhole(ask, 'document', upload.bytes, { partBytes, pauseMs: 200 });
    if (medium.path !== upload.path) wrong.push(`an upload is still ${JSON.stringify(medium)}`);
    const served = await fetch(baseUrl + upload.path, { headers: ownConnection });
    if (!Buffer.from(await served.arrayBuffer()).equals(upload.bytes))
      wrong.push(`${upload.path} isn't served`);
  };
  await lookWhile(repeatAtOnce(2, upTo(count), uploadOne), readOne, 100);
  return { uploads: known.length, reads };
}

/** After a day in which no setting named them, the uploads are gone, with one that was begun and all of their files. */
export async function sweepUploads(settings: Settings, ask: Ask, wrong: string[]): Promise<void> {
  const { bytes } = makeUpload();
  await sendPart(ask, await begin(ask, 'document', bytes), bytes, partBytes);
  const folder = join(siteFolders(settings).renderedPages, 'files');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
  const isEmpty = () =>
    withPostgres(settings.databaseUrl, async (db) => (await db.query('select from media')).rowCount === 0);
  await withPostgres(settings.databaseUrl, (db) =>
    db.query(`update media set used_at = used_at - interval '25 hours'`),
  );
  const queue = new Queue(queueNames.maintenance, {
    connection: { url: settings.redisUrl },
    prefix: queuePrefix,
  });
  await queue.add('apply-retention', {});
  await queue.close();
  const isSwept = async () => (await isEmpty()) && readdirSync(folder).length === 0;
  if (!(await until(isSwept, { withinMs: 60_000, everyMs: 200 })))
    wrong.push(`a day later ${readdirSync(folder).length} files are left`);
}
