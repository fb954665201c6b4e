import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observeFiles } from './observers.js';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'observers-'))));
afterEach(() => {
  rmSync(dir, { recursive: true });
});

/** The file that `what` would be started with (make drill NAME=observe starts the real ones). */
function configOf(what: 'prometheus' | 'alertmanager', settings: Record<string, string>): string {
  writeFileSync(join(dir, what), '#!/bin/sh\n', { mode: 0o700 });
  const env = { PATH: `${dir}:/usr/bin:/bin`, ...settings };
  // Debian's own would start where it is installed.
  writeFileSync(join(dir, `prometheus-${what}`), '#!/bin/sh\n', { mode: 0o700 });
  execFileSync(join(observeFiles, 'start.sh'), [what, dir], { env });
  return readFileSync(join(dir, `${what}.yml`), 'utf8');
}

describe('where alerts go', () => {
  const mail = { MAIL_FROM: 'The door <door@example.org>', OWNER_EMAIL: 'owner@example.org' };
  const receiverOf = (settings: Record<string, string>) =>
    configOf('alertmanager', settings).split('  - name: owner\n')[1];

  it('nowhere without a setting', () => {
    expect(receiverOf(mail)).toBe('');
  });

  it('to the webhook, where there is one', () => {
    expect(
      receiverOf({ ...mail, SMTP_URL: 'smtp://x', ALERT_WEBHOOK_URL: "https://a.example/?a=1&b='2'" }),
    ).toBe(`    webhook_configs:\n      - url: 'https://a.example/?a=1&b=''2'''\n`);
  });

  it.each([
    ['smtps://me%40a.example:p%3A%2F%25%27%22%5C@smtp.example', 'smtp.example:465', false, `p:/%''"\\`],
    ['smtp://me%40a.example:secret@smtp.example/?pool=1', 'smtp.example:587', true, 'secret'],
  ])('by %s', (SMTP_URL, smarthost, startTls, password) => {
    expect(receiverOf({ ...mail, SMTP_URL })?.split('\n')).toEqual([
      '    email_configs:',
      '      - send_resolved: true',
      `        from: 'The door <door@example.org>'`,
      `        to: 'owner@example.org'`,
      `        smarthost: '${smarthost}'`,
      `        require_tls: ${startTls}`,
      `        auth_username: 'me@a.example'`,
      `        auth_password: '${password}'`,
      '',
    ]);
  });

  it('through a relay of one’s own without a login', () => {
    const receiver = receiverOf({ ...mail, SMTP_URL: 'smtp://127.0.0.1:2525' });
    expect(receiver).toContain(`smarthost: '127.0.0.1:2525'\n        require_tls: false\n`);
    expect(receiver).not.toContain('auth');
  });
});

describe("Prometheus' configuration", () => {
  it('by the names of the containers, and by the public address where that is https', () => {
    expect(configOf('prometheus', { PUBLIC_URL: 'http://localhost:8080' })).not.toContain('https:');
    const config = configOf('prometheus', { PUBLIC_URL: 'https://door.example/' });
    expect(config).toContain(`targets: ['https://door.example/api/health/ready']`);
    expect(config).toContain('dns_sd_configs: [{ names: [api], type: A, port: 13001 }]');
    expect(existsSync(join(dir, 'rules.yml'))).toBe(true);
  });

  it('by the addresses of local processes', () => {
    const names = ['nginx', 'alertmanager', 'node-exporter', 'nginx-exporter', 'postgres-exporter'];
    const others = [...names, 'blackbox-exporter'].map((name, index) => `${name}=127.0.0.1:${9_000 + index}`);
    const ADDRESSES = ['api=127.0.0.1:1,127.0.0.1:2', 'worker=127.0.0.1:3', ...others].join(' ');
    const config = configOf('prometheus', { ADDRESSES }).replace(/^\s*#.*$/gm, '');
    expect(config).toContain('static_configs: [{ targets: [127.0.0.1:1,127.0.0.1:2] }]');
    expect(config).toContain(`targets: ['http://127.0.0.1:9000/api/health/ready']`);
    expect(config).not.toMatch(/dns_sd|(nginx|alertmanager|exporter):\d/);
  });
});
