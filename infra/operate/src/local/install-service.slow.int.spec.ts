import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './settings.js';

// Whether systemd starts it can't be shown where systemd itself doesn't run; that its own check takes the unit, it can.
it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'writes a unit that systemd takes, with the release that runs',
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'voordeur unit-'));
    try {
      const unit = join(dir, 'voordeur.service');
      execFileSync(join(root, 'infra/operate/scripts/install-service.sh'), [unit], {
        env: { ...process.env, LOCAL_DIR: '/var/lib/100% ours' },
      });
      const lines = readFileSync(unit, 'utf8').split('\n');
      expect(lines).toContain(
        `ExecStart="${process.execPath}" "/var/lib/100%% ours/current/infra/operate/dist/local/up.js"`,
      );
      expect(lines).toContain(`ExecStop="${root}/infra/operate/scripts/stop.sh" "/var/lib/100%% ours"`);
      expect(lines).toContain(`Environment="CHECKOUT=${root}"`);
      expect(lines).toContain(`WorkingDirectory=${root}`);
      expect(lines.some((line) => line.startsWith('AmbientCapabilities'))).toBe(false);
      // On ports below 1024.
      execFileSync(join(root, 'infra/operate/scripts/install-service.sh'), [unit], {
        env: { ...process.env, DOMAIN: 'front.test' },
      });
      expect(readFileSync(unit, 'utf8').split('\n')).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
);
