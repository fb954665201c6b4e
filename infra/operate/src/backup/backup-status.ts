import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The state of the backups for `make doctor` and the metrics. Times are ISO, UTC. */
export interface BackupStatus {
  /** When the last good one ended. */
  succeededAt?: string;
  durationSeconds?: number;
  /** Its size before compression. */
  sizeBytes?: number;
  snapshot?: string;
  repository?: string;
  /** On the disk that holds the data too: no help when that disk fails. */
  isOnSameDisk?: boolean;
  /** When the repository was last found sound. */
  checkedAt?: string;
  failedAt?: string | undefined;
  failure?: string | undefined;
}

const folderOf = (localDir: string) => join(localDir, 'metrics');
const fileOf = (localDir: string) => join(folderOf(localDir), 'backup.json');

/** Empty before the first backup. */
export function readBackupStatus(localDir: string): BackupStatus {
  const file = fileOf(localDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BackupStatus) : {};
}

/** Adds to it, and writes what node_exporter collects (https://github.com/prometheus/node_exporter#textfile-collector). */
export function recordBackup(localDir: string, news: BackupStatus): void {
  mkdirSync(folderOf(localDir), { recursive: true });
  const status = { ...readBackupStatus(localDir), ...news };
  writeWhole(fileOf(localDir), `${JSON.stringify(status, null, 2)}\n`);
  const seconds = (at: string) => Date.parse(at) / 1_000;
  const gauges: [string, string, number | undefined][] = [
    [
      'last_success_timestamp_seconds',
      'When the last good backup began.',
      status.succeededAt && seconds(status.succeededAt),
    ],
    ['duration_seconds', 'How long it took.', status.durationSeconds],
    ['size_bytes', 'What it holds, before compression.', status.sizeBytes],
    [
      'last_check_timestamp_seconds',
      'When the repository was last found sound.',
      status.checkedAt && seconds(status.checkedAt),
    ],
  ].filter((gauge): gauge is [string, string, number] => typeof gauge[2] === 'number');
  const text = gauges.map(([name, help, value]) => {
    const metric = `voordeur_backup_${name}`;
    return `# HELP ${metric} ${help}\n# TYPE ${metric} gauge\n${metric} ${value}\n`;
  });
  writeWhole(join(folderOf(localDir), 'voordeur_backup.prom'), text.join(''));
}

/** Readers see the old one or the new one. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o644 });
  renameSync(`${file}.new`, file);
}
