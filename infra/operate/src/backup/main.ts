import { Advice, giveUp } from '../local/advice.js';
import { type BackupSettings, readBackupSettings } from './backup-settings.js';

/** Each loads only what it needs: TypeORM would be much of the memory of the nightly backup. */
const commands: Record<string, (settings: BackupSettings) => Promise<void>> = {
  backup: async (settings) => (await import('./backup.js')).backUp(settings),
  'list-backups': async (settings) => (await import('./backup.js')).listBackups(settings),
  restore: async (settings) => (await import('./restore.js')).restore(settings),
  'restore-drill': async (settings) => (await import('./restore.js')).restore(settings, { isDrill: true }),
  export: async (settings) => (await import('./export.js')).exportAll(settings),
  import: async (settings) => (await import('./import.js')).importAll(settings),
};

// A backup whose output nobody reads any more (make backup | head) is made all the same.
process.stdout.on('error', () => undefined);
try {
  const command = commands[process.argv[2] ?? ''];
  if (!command) throw new Advice('There is no such command.', `one of ${Object.keys(commands).join(', ')}.`);
  await command(readBackupSettings());
} catch (error) {
  giveUp(error);
}
