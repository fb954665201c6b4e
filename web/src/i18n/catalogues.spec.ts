import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser';
import { flattenTexts } from '@voordeur/contracts/http';
import { type MessageTree, messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';

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
  // A key that is in no catalogue does not compile (virtual-texts.d.ts), so only the other way round is left.
  const source = ['..', '../../../worker/src/mail', '../../../contracts/src/http']
    .map((folder) => readSources(join(import.meta.dirname, folder)))
    .join('\n');
  expect(keys.filter((key) => !source.includes(`'${key}'`) && !source.includes(`"${key}"`))).toEqual([]);
});

function readSources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.spec.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
