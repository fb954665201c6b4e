import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser';
import { flattenTexts } from '@voordeur/contracts/http';
import { type MessageTree, messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { isInCatalogue } from './catalogues';

const english = flattenTexts(messages.en);
const keys = Object.keys(english);
const folder = join(import.meta.dirname, '../../../contracts/src/messages');

/** The catalogues of other languages, whether this site has them or not. */
const others = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'en.json')
  .map((name): [string, Record<string, string>] => [
    name.replace('.json', ''),
    flattenTexts(JSON.parse(readFileSync(join(folder, name), 'utf8')) as MessageTree),
  ]);

it.each(others)('%s has each text', (_language, texts) => {
  expect(Object.keys(texts).sort()).toEqual([...keys].sort());
});

it.each(keys)('%s parses, says something, and has the same placeholders in each language', (key) => {
  expect(english[key]?.trim()).not.toBe('');
  for (const [, texts] of others) {
    expect(texts[key]?.trim()).not.toBe('');
    expect(isStructurallySame(parse(english[key] ?? ''), parse(texts[key] ?? ''))).toEqual({ success: true });
  }
});

it('has no text that nobody says', () => {
  // A key that is in no catalogue does not compile (modules.d.ts), so only the other way round is left.
  const elsewhere = ['api/src/calendar', 'contracts/src/http', 'worker/src/calendar', 'worker/src/mail'];
  const source = ['..', ...elsewhere.map((folder) => `../../../${folder}`)]
    .map((folder) => readSources(join(import.meta.dirname, folder)))
    .join('\n');
  expect(keys.filter((key) => !source.includes(`'${key}'`) && !source.includes(`"${key}"`))).toEqual([]);
});

it.each(['site', 'admin'] as const)('all that the screens of the %s say is in its catalogue', (name) => {
  const files = filesOf(join(import.meta.dirname, `../${name}/main.tsx`), name);
  expect(files.length).toBeGreaterThan(60);
  const said = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    return [...source.matchAll(/['"]([A-Za-z]+(?:\.[A-Za-z]+)+)['"]/g)].map(([, key = '']) => ({
      file,
      key,
    }));
  });
  const missing = said.filter(({ file, key }) => {
    const isAdded = file.includes('/own-calendar') && isInCatalogue('calendar', key);
    // The set-up changes this text of the site.
    if (key === 'home.hero.headline' && file.endsWith('/setup/tagline.tsx')) return false;
    return key in english && !isInCatalogue(name, key) && !isAdded;
  });
  expect(missing).toEqual([]);
});

/** A file and all that it imports, at once or later; of the admin the site loads but the pencil, which has a catalogue of its own. */
function filesOf(entry: string, name: 'site' | 'admin'): string[] {
  // A set that grows while it's walked.
  const files = new Set([entry]);
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const found = ['.ts', '.tsx'].map((end) => join(dirname(file), path) + end).find(existsSync);
      if (found && (name === 'admin' || !found.includes('/src/admin/'))) files.add(found);
    }
  }
  return [...files];
}

function readSources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.spec.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
