import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inContainer } from './running-stack.js';
import { checkout } from './settings.js';

/** The last attempt, as infra/operate/docker/get-certificate.sh writes it. */
export interface CertificateStatus {
  domain: string;
  at: Date;
  /** certbot's words; null where there is a certificate. */
  failure: string | null;
}

/** Null before the first attempt. */
export function readStatus(kind: 'local' | 'compose', localDir: string): CertificateStatus | null {
  const lines = (kind === 'local' ? readLocal(localDir) : readFromContainer()).split('\n');
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const [result] = valuesOf('result');
  if (!result) return null;
  const [[domain = ''], [at = '']] = [valuesOf('domain'), valuesOf('at')];
  return { domain, at: new Date(at), failure: result === 'failed' ? valuesOf('words').join('\n') : null };
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
