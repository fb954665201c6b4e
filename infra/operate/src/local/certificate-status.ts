import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inContainer } from './running-stack.js';
import { checkout } from './settings.js';

/** The last attempt, as infra/operate/docker/get-certificate.sh writes it. */
export interface CertificateStatus {
  domain: string;
  at: Date;
  failure: { what: string; next: string; words: string } | null;
  /** Until when the certificate is valid; null after a failure. */
  validUntil: Date | null;
}

/** Null before the first attempt. */
export function readStatus(kind: 'local' | 'compose', localDir: string): CertificateStatus | null {
  const lines = kind === 'local' ? readLocal(localDir) : readFromContainer();
  const of = Object.fromEntries(
    lines.split('\n').map((line): [string, string] => {
      const [name = ''] = line.split(' ', 1);
      return [name, line.slice(name.length + 1)];
    }),
  );
  if (!of['result']) return null;
  const { domain = '', at = '', until, what = '', next = '', words = '' } = of;
  return {
    domain,
    at: new Date(at),
    failure: of['result'] === 'failed' ? { what, next, words } : null,
    validUntil: until === undefined ? null : new Date(until),
  };
}

function readLocal(localDir: string): string {
  const file = join(localDir, 'certificates/status');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function readFromContainer(): string {
  const [program = '', ...args] = inContainer;
  const asked = spawnSync(program, [...args, 'nginx', 'cat', '/srv/certificates/status'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  return asked.status === 0 ? asked.stdout : '';
}
