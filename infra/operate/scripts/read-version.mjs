// Prints the version of this checkout: package.json's, and how git describes the commit if it's a clone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../..', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

function describeCommit() {
  try {
    const git = ['describe', '--tags', '--always', '--dirty'];
    return execFileSync('git', git, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

const commit = describeCommit();
console.log(commit === '' || commit === `v${version}` ? version : `${version} (${commit})`);
