// make release VERSION=0.2.0: gives the changes since the last version that number, in CHANGELOG.md, each package.json and
// a tag whose message is the release notes, with the list of its packages (make files NAME=sbom). It pushes nothing. Run in the checkout.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The words of a command, then arguments that may hold spaces. */
const run = (command, ...more) => {
  const [program, ...args] = [...command.split(' '), ...more];
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
};
const giveUp = (what, next) => {
  console.error(`${what}\nWhat to do: ${next}`);
  process.exit(1);
};

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) giveUp('Which version?', 'make release VERSION=0.2.0');
if (run('git status --porcelain') !== '')
  giveUp('There are changes that are not committed.', 'commit or stash them.');
if (run(`git tag --list v${version}`) !== '') giveUp(`v${version} is there already.`, 'choose the next one.');

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const heading = '## Unreleased\n';
const [before, after] = changelog.split(heading);
const notes = after?.split(/^## /m)[0].trim();
if (!notes) giveUp('CHANGELOG.md says nothing under "Unreleased".', 'write there what users will notice.');

const day = new Date().toISOString().slice(0, 10);
writeFileSync('CHANGELOG.md', `${before}${heading}\n## ${version} (${day})\n${after}`);
run(`npm version ${version} --workspaces --include-workspace-root --no-git-tag-version --allow-same-version`);
// The packages of this release, as the tag keeps them.
run('make files NAME=sbom FILE=docs/sbom.cdx.json');
run('git add docs/sbom.cdx.json');
run('git commit --quiet --all --message', `chore: version ${version}`);
// Its headings would be comments to git.
run(`git tag --annotate v${version} --cleanup=verbatim --message`, `Voordeur ${version}\n\n${notes}\n`);
console.log(`Voordeur ${version}\n\n${notes}\n\nTagged v${version}. To publish it: git push --follow-tags`);
