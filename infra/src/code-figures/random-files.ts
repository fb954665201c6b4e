import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';

/**
 * `node infra/dist/code-figures/random-files.js SEED`: three product files of each workspace that hold a comment, the
 * same for the same seed and files, to read how they are written.
 */
const filesEach = 3;
const [seed = ''] = process.argv.slice(2);
const order = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
const hasComment = (file: string) => /^\s*(\/\*\*|\/\/|--) /m.test(readFileSync(join(root, file), 'utf8'));

for (const workspace of ['contracts', 'server', 'api', 'worker', 'web']) {
  const files = execFileSync('git', ['ls-files', `${workspace}/src`], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) => /\.(ts|tsx|css|sql)$/.test(file) && !/\.spec\.|\/testing\//.test(file) && hasComment(file),
    )
    .sort((a, b) => order(a).localeCompare(order(b)));
  process.stdout.write(`${files.slice(0, filesEach).join('\n')}\n`);
}
