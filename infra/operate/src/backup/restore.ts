import { once } from 'node:events';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Advice } from '../local/advice.js';
import { step } from '../local/progress.js';
import type { BackupSettings } from './backup-settings.js';
import { alone } from './alone.js';
import { replacedOf } from './databases.js';
import { describeSnapshot, fetchSnapshot, findSnapshot, openRepository } from './restic.js';
import { checkFits, loadDump, replaceDatabase } from './restore-into.js';
import { readContents } from './take-snapshot.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** `make restore SNAPSHOT=…` and, as a drill, `make restore-drill`, which compares and changes nothing. */
export async function restore(settings: BackupSettings, { isDrill } = { isDrill: false }): Promise<void> {
  const { databaseUrl } = settings;
  await openRepository(settings);
  const snapshot = await findSnapshot(settings, process.env['SNAPSHOT'] ?? 'latest');
  say(`Snapshot ${describeSnapshot(snapshot, settings)}`);
  if (!isDrill) await ask(settings);
  const startedAt = Date.now();
  await alone(settings, async (folder) => {
    const of = isDrill ? 3 : 5;
    await step(1, of, 'fetching it', () => fetchSnapshot(settings, snapshot.id, folder));
    const contents = readContents(folder);
    checkFits(settings, contents.manifest);
    const load = (scratchUrl: string) => loadDump(scratchUrl, join(folder, 'dump'));
    await replaceDatabase(settings, contents, load, { isDrill });
    if (!isDrill) putFilesBack(settings, join(folder, 'files'));
    for (const [table, { rows }] of Object.entries(contents.manifest.tables))
      if (isDrill && rows > 0)
        say(`      ${table.padEnd(28)} ${rows.toLocaleString('en').padStart(12)}, equal`);
  });
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  if (isDrill) say(`The backup can be restored: ${seconds} s, and nothing of it is left behind.`);
  else
    say(
      `Restored in ${seconds} s. What was there before is kept as the database ${replacedOf(databaseUrl)} until the next ` +
        'restore. Everyone is logged out of the admin, and API keys and shared links are revoked: make new ones.',
    );
}

async function ask({ databaseUrl }: BackupSettings): Promise<void> {
  if (process.env['YES'] === '1') return;
  say(
    `This puts the data of that moment in the place of today's. What has been stored since is then only in the database
${replacedOf(databaseUrl)}; one of that name is removed. What waits in Redis is kept. Whom you erased since
is there again: erase them once more.`,
  );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question('Type yes to go on: '), closed]);
  terminal.close();
  if (answer !== 'yes') throw new Advice('Nothing was changed.', 'run it again when you are sure.');
}

/**
 * A file of the owner's that is missing is put back; one that differs, and in a container every one, goes into another folder
 * for them to compare.
 */
function putFilesBack({ checkout, localDir }: BackupSettings, from: string): void {
  const restored = join(localDir, 'restored');
  const mayWrite = canWrite(checkout);
  const differing: string[] = [];
  for (const file of existsSync(from) ? readdirSync(from, { recursive: true, encoding: 'utf8' }) : []) {
    if (!lstatSync(join(from, file)).isFile()) continue;
    const own = join(checkout, file);
    if (existsSync(own) && readFileSync(own).equals(readFileSync(join(from, file)))) continue;
    const to = existsSync(own) || !mayWrite ? join(restored, file) : own;
    if (to !== own) differing.push(file);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFileSync(join(from, file), `${to}.new`);
    renameSync(`${to}.new`, to);
  }
  if (differing.length > 0)
    say(
      `These files differ from those of the snapshot, which are now in ${relative(checkout, restored)}: ${differing.join(', ')}.`,
    );
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
