import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const built = join(import.meta.dirname, '../dist/logger.js');

it('drops what a full disk has no room for, and lets the process go on and end', () => {
  const program = `
    const { createLogger } = await import(${JSON.stringify(built)});
    const logger = createLogger('test', 'info');
    for (let n = 0; n < 1_000; n += 1) logger.info({ n }, 'a line');
    await new Promise((done) => setTimeout(done, 50));
    process.stderr.write('done');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'done' });
});
