// make files NAME=notices: the licences of the packages that the browser gets, because bundling strips them from the code. Those
// of the server keep theirs in node_modules, in the images too.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Where a package finds another, as Node looks for it. */
function folderOf(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  return from === '.' ? undefined : folderOf(name, dirname(from));
}

const shipped = new Set();
function collect(folder) {
  for (const name of Object.keys(readPackage(folder).dependencies ?? {})) {
    const found = name.startsWith('@voordeur/') ? undefined : folderOf(name, folder);
    if (found === undefined || shipped.has(found)) continue;
    shipped.add(found);
    collect(found);
  }
}
collect('web');

/** Packages by the text of their licence, which many share. */
const texts = new Map();
for (const folder of [...shipped].sort()) {
  const { name, version, license } = readPackage(folder);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
  const text = file
    ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    : 'No file of its own.';
  texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
}
const parts = Array.from(texts, ([text, names]) => `## ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
const head =
  '# Third-party notices\n\nOf the packages that the pages of the site may contain. Written by `make files NAME=notices`.\n';
writeFileSync('THIRD-PARTY-NOTICES.md', [head, ...parts].join('\n'));
console.log(`THIRD-PARTY-NOTICES.md: ${shipped.size} packages`);
