import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from '../bench/bench-stack.js';
import { readKeepSettings } from '../keep/keep-settings.js';
import { openOrMakeRepository, saveSnapshot } from '../keep/restic.js';
import { dumpInto } from '../keep/take-snapshot.js';
import { withWorkFolder } from '../keep/work-folder.js';
import { giveUp } from '../local/advice.js';
import { startServices } from '../local/stack.js';
import { ownSettings, withStack } from '../local/test-stack.js';
import { withPostgres } from '../local/with-postgres.js';
import { diskUse, readTableSizes } from '../measuring/disk.js';
import { printCells, show } from '../measuring/figures.js';
import { loadVisits } from '../samples/load-visits.js';

/**
 * `make bench-disk PER_DAY=100,1000,10000`: megabytes that a year of so many page views a day takes. Each year has a
 * database of its own, which is filled up to each backup that would be kept at its end, and backed up then.
 */
const perDay = (process.env['PER_DAY'] ?? '100,1000,10000').split(',').map(Number);
const database = 'bench_disk';
const year = 365;

/** Days of the year with a backup that is still there at its end: those of 12 months, 4 weeks and 7 days. */
const numbered = (count: number, work: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => work(index));
const backupDays = new Set([
  ...numbered(12, (index) => Math.round(year - (11 - index) * (year / 12))),
  ...numbered(4, (index) => year - 7 * (3 - index)),
  ...numbered(7, (index) => year - (6 - index)),
]);

const settings = ownSettings('bench-disk', 3);
const heads = ['page views', 'figures', 'database', 'backups', 'for a backup', 'together'];

async function measureYear(visits: number): Promise<number[]> {
  const databaseUrl = await createDatabase(settings, database);
  const repository = join(settings.localDir, 'backup');
  const own = { BACKUP_FOLDER: repository, BACKUP_PASSWORD: 'the password of the measurement' };
  const keep = { ...readKeepSettings({ ...settings.environment, ...own }), databaseUrl };
  await openOrMakeRepository(keep);
  let filled = 0;
  let copied = 0;
  for (const day of [...backupDays].sort((one, other) => one - other)) {
    await loadVisits(
      databaseUrl,
      numbered(year, (index) => (index >= filled && index < day ? visits : 0)),
    );
    filled = day;
    copied = await withWorkFolder(keep, async (folder) => {
      await dumpInto(keep, folder);
      await saveSnapshot(keep, folder);
      return diskUse(folder);
    });
  }
  const { raw, rest } = await readTableSizes(databaseUrl);
  const backups = diskUse(repository);
  rmSync(repository, { recursive: true });
  await withPostgres(settings.databaseUrl, (server) => server.query(`drop database ${database}`));
  return [raw, rest, raw + rest, backups, copied, raw + rest + backups + copied];
}

try {
  await withStack(
    settings,
    async () => {
      printCells(['a day, in MB', ...heads]);
      for (const visits of perDay) printCells([show(visits), ...(await measureYear(visits)).map(show)]);
    },
    startServices,
  );
} catch (error) {
  giveUp(error);
}
