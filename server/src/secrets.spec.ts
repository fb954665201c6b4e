import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { edgeKeyOf } from './secrets.js';

it('is what infra/operate/scripts/compose-settings.sh makes for the container of nginx', () => {
  const script = readFileSync(
    new URL('../../infra/operate/scripts/compose-settings.sh', import.meta.url),
    'utf8',
  );
  const [line = ''] = /^EDGE_KEY=.*$/m.exec(script) ?? [];
  const made = execFileSync(
    'bash',
    ['-c', `. infra/operate/scripts/steps.sh; ${line}; printf %s "$EDGE_KEY"`],
    {
      cwd: new URL('../..', import.meta.url),
      env: { PATH: process.env['PATH'], JWT_SECRET: 'a secret $of (the) tests' },
    },
  );
  expect(made.toString()).toBe(edgeKeyOf('a secret $of (the) tests'));
});
