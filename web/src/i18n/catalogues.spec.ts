import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser';
import { flattenTexts } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';

const en = flattenTexts(messages.en);
const nl = flattenTexts(messages.nl);
const keys = Object.keys(en);

it('has each text in both languages', () => {
  expect(Object.keys(nl).sort()).toEqual([...keys].sort());
});

it.each(keys)('%s parses, says something, and has the same placeholders in both languages', (key) => {
  const texts = [en[key] ?? '', nl[key] ?? ''];
  for (const text of texts) expect(text.trim()).not.toBe('');
  const [english = [], dutch = []] = texts.map((text) => parse(text));
  expect(isStructurallySame(english, dutch)).toEqual({ success: true });
});

it('has no text that neither the site nor a mail says', () => {
  // A key that is in no catalogue does not compile (virtual-texts.d.ts), so only the other way round is left.
  const source = ['..', '../../../worker/src/mail']
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
