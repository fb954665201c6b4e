import { giveUp } from '../local/advice.js';
import { readBackupSettings } from './backup-settings.js';
import { describeSnapshot, listSnapshots, openRepository } from './restic.js';

/** `make backup LIST=1`: the snapshots that can be restored, oldest first. */
try {
  const settings = readBackupSettings();
  await openRepository(settings);
  const snapshots = await listSnapshots(settings);
  for (const snapshot of snapshots) process.stdout.write(`${describeSnapshot(snapshot, settings)}\n`);
  const count = snapshots.length === 1 ? '1 snapshot' : `${snapshots.length} snapshots`;
  process.stdout.write(`${count} in ${settings.repository}. make restore SNAPSHOT=…\n`);
} catch (error) {
  giveUp(error);
}
