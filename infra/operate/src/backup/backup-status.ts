import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The state of the backups, in words and for the metrics. Times are ISO, UTC. */
export interface BackupStatus {
  /** When the last good one began. */
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

const fileOf = (localDir: string) => join(localDir, 'metrics/backup.json');

/** Empty before the first backup. */
export function readBackupStatus(localDir: string): BackupStatus {
  const file = fileOf(localDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BackupStatus) : {};
}

/** Adds to it, and writes what node_exporter collects (https://github.com/prometheus/node_exporter#textfile-collector). */
export function recordBackup(localDir: string, news: BackupStatus): void {
  mkdirSync(join(localDir, 'metrics'), { recursive: true });
  const status = { ...readBackupStatus(localDir), ...news };
  writeWhole(fileOf(localDir), `${JSON.stringify(status, null, 2)}\n`);
  const { succeededAt, durationSeconds, sizeBytes, checkedAt } = status;
  const gauge = (name: string, help: string, value = NaN) => {
    const metric = `voordeur_backup_${name}`;
    return Number.isNaN(value)
      ? ''
      : `# HELP ${metric} ${help}\n# TYPE ${metric} gauge\n${metric} ${value}\n`;
  };
  const seconds = (at = '') => Date.parse(at) / 1_000;
  writeWhole(
    join(localDir, 'metrics/voordeur_backup.prom'),
    gauge('last_success_timestamp_seconds', 'When the last good backup began.', seconds(succeededAt)) +
      gauge('duration_seconds', 'How long it took.', durationSeconds) +
      gauge('size_bytes', 'What it holds, before compression.', sizeBytes) +
      gauge('last_check_timestamp_seconds', 'When the repository was last found sound.', seconds(checkedAt)),
  );
}

/** Readers see the old one or the new one. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o644 });
  renameSync(`${file}.new`, file);
}
