import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';

/** As `checkNext` makes them: a row that anything else wrote names no file elsewhere. */
const fileName =
  /^[0-9a-f]{32}(-\d+\.(avif|webp|mp4)|-mark\.webp|-mark-(\d+|maskable)\.png|-share\.jpg|(-guide)?\.pdf|\.vtt)$/;
/** Longer than one takes to be written, and than a transaction lasts whose rows nobody else sees yet. */
const keepUnknownMs = 5 * 60_000;

/**
 * Writes the uploaded files into `files` of the folder that nginx reads, those that are missing there, and removes others.
 * Postgres alone keeps them, so after any crash, restored database or emptied volume the next call puts it right. A file
 * appears whole or not at all.
 */
export async function writeMediaFiles(db: EntityManager, pagesDir: string): Promise<void> {
  const folder = join(pagesDir, 'files');
  await mkdir(folder, { recursive: true });
  // Whatever the umask: nginx's workers are another user.
  await chmod(folder, 0o755);
  const rows: { file: string; mediaId: string }[] = await db.query(
    `select distinct on (file) file, media_id as "mediaId" from media_parts where file <> '' order by file`,
  );
  const wanted = new Map(rows.map(({ file, mediaId }) => [file, mediaId]));
  const present = new Set(await readdir(folder));
  for (const [file, mediaId] of wanted)
    if (fileName.test(file) && !present.has(file)) await writeFile(db, folder, { file, mediaId });
  for (const name of present) if (!wanted.has(name)) await removeOld(join(folder, name));
}

async function writeFile(
  db: EntityManager,
  folder: string,
  { file, mediaId }: { file: string; mediaId: string },
): Promise<void> {
  const made = join(folder, `.${file}.${randomBytes(4).toString('hex')}`);
  const handle = await open(made, 'wx', 0o644);
  try {
    await handle.chmod(0o644);
    for await (const part of readParts(db, mediaId, file)) await handle.writeFile(part);
    // Else a machine that loses power could show an empty file under the name.
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(made, join(folder, file));
}

/** A file's parts in their order, one at a time: a video is larger than a worker's memory should grow. */
export async function* readParts(
  db: Pick<EntityManager, 'query'>,
  mediaId: string,
  file: string,
): AsyncGenerator<Buffer> {
  for (let start = 0; ;) {
    const [part]: { data: Buffer }[] = await db.query(
      `select data from media_parts where media_id = $1 and file = $2 and start = $3`,
      [mediaId, file, start],
    );
    if (!part) return;
    yield part.data;
    start += part.data.length;
  }
}

async function removeOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > keepUnknownMs) await rm(path, { force: true });
}
