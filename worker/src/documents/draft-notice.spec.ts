import { readFileSync } from 'node:fs';
import { legalDocuments, textLanguages } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';

const texts = new URL('./texts/', import.meta.url);

it.each(textLanguages.flatMap((language) => legalDocuments.map((name) => [language, name] as const)))(
  'the notice above the %s %s is a short line for visitors, not a task for the owner',
  (language, name) => {
    const text = readFileSync(new URL(`${language}/${name}.md`, texts), 'utf8');
    const [notice = ''] = /^> .+$/m.exec(text) ?? [];
    expect(notice.length).toBeLessThan(130);
  },
);
