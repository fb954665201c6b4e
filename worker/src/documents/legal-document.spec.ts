import { readFileSync } from 'node:fs';
import {
  legalDocuments,
  type LegalFacts,
  type LegalOrder,
  requiredFacts,
  textLanguages,
} from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { checkDocument } from '../media/check-document.js';
import { wordsOfPdf } from '../testing/words-of-pdf.js';
import { makeLegalDocument } from './legal-document.js';

const facts: LegalFacts = {
  ...{ name: 'Renée Groß', number: '12345678', vat: 'NL123456789B01', address: 'Zeeëgelstraat 2' },
  ...{ town: '1234 AB Łódź', place: 'Łódź', email: 'anna@front.nl', phone: '+31 20 123 4567' },
  ...{ scheduler: 'Calendly', court: 'Midden-Nederland', hosting: 'Hetzner, Germany' },
  ...{ mailer: 'Soverin, the Netherlands', formServices: 'nobody', visitServices: 'nobody' },
  ...{ outsideEurope: 'none', date: '30 November 2026' },
};
const mark = '%voordeur-template\n';

async function make(order: Partial<LegalOrder> = {}) {
  const usual = { document: 'terms', language: 'en', product: 'Front', facts, isRead: true } as const;
  const { pdf, isDraft } = await makeLegalDocument({ ...usual, ...order });
  return { pdf, isDraft, words: wordsOfPdf(pdf), text: pdf.toString('latin1') };
}

const each = textLanguages.flatMap((language) => legalDocuments.map((document) => ({ document, language })));

it.each(each)('$document in $language is whole, and says every fact that its text names', async (one) => {
  const file = new URL(`./texts/${one.language}/${one.document}.md`, import.meta.url);
  const source = readFileSync(file, 'utf8');
  const { pdf, isDraft, words, text } = await make(one);
  expect(checkDocument(pdf, '.pdf')).toBeInstanceOf(Map);
  const named = [...source.matchAll(/\|(\w+)\]\]|\{\{(\w+):/g)].map(([, fact, part]) => fact ?? part ?? '');
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect(words).toContain((facts as Record<string, string>)[name]);
  expect(words).not.toMatch(/[[\]{}]|undefined|\*\*/);
  expect(isDraft).toBe(false);
  // Readers name its title, in its language.
  const title = /^# (.+)$/m.exec(source)?.[1] ?? '';
  expect(words).toContain(title);
  expect(text).toContain(`/Lang (${one.language})`);
  expect(text).toContain('/S /H1');
  // The same words again: nothing of the text got lost between lines and pages.
  const [, last = ''] = /([^\n]+)\n*$/.exec(source) ?? [];
  expect(words.replaceAll(/\s/g, '')).toContain(last.replace(/^\d\. /, '').replaceAll(/\s/g, ''));
});

it('needs no fact in one language that it does without in another, and each that is asked for', () => {
  for (const language of textLanguages) {
    const texts = legalDocuments.map((name) =>
      readFileSync(new URL(`./texts/${language}/${name}.md`, import.meta.url), 'utf8'),
    );
    const named = [...texts.join('').matchAll(/\|(\w+)\]\]/g)].map(([, fact]) => fact);
    expect([...new Set(named)].sort()).toEqual([...requiredFacts, 'date'].sort());
  }
});

it('is a draft, and says so, until the texts have been read', async () => {
  const unread = await make({ isRead: false });
  expect(unread.isDraft).toBe(true);
  expect(unread.words).toContain("This text isn't final yet");
  expect(unread.text.endsWith(mark)).toBe(true);
  const read = await make();
  expect(read.words).not.toContain('Draft');
  expect(read.text).not.toContain(mark);
  // Its proposals hold.
  for (const { words } of [unread, read]) expect(words).toContain('invoiced for 40 % at the start');
});

it.each(requiredFacts)('is a draft without the fact %s, although the texts have been read', async (name) => {
  const { [name]: _, ...others } = facts;
  const { isDraft, words, text } = await make({ document: 'privacy', facts: others });
  expect(isDraft).toBe(true);
  expect(words).toContain('Draft.');
  expect(text.endsWith(mark)).toBe(true);
});

it('has no words of a fact that not every business has', async () => {
  const { vat: _, ...others } = facts;
  expect((await make()).words).toContain('VAT number NL123456789B01');
  const { words, isDraft } = await make({ facts: others });
  expect(words).not.toContain('VAT number');
  expect(isDraft).toBe(false);
});

it.each([
  '<b>Bold</b> & Co',
  '**Bold** _and_ `code`',
  '[[blank]] {{product}} {{vat:, VAT *}}',
  '[link](https://evil.example) ![](x)',
  "$& $1 $` $'",
  '# 1. > | - \\',
  ') Tj (x) <</S /JavaScript>>',
  'x'.repeat(100),
  'W'.repeat(60),
])('prints a name as it is: %s', async (name) => {
  const { words } = await make({ facts: { ...facts, name } });
  expect(words).toContain(`trade name of ${name}, `);
  // In the head too.
  expect((await make({ product: name })).words).toContain(name);
});

it('leaves out what is invisible or turns the words around it', async () => {
  const name = 'A\u202EB\u0000C\u2066D\u200FE\uFEFF\u0007F';
  expect((await make({ facts: { ...facts, name } })).words).toContain('trade name of ABCDEF, ');
});

it('prints letters of other scripts, without those around them being lost', async () => {
  const { words, pdf } = await make({ facts: { ...facts, name: 'Anna مرحبا 株式会社 😀 Bakker' } });
  expect(checkDocument(pdf, '.pdf')).toBeInstanceOf(Map);
  expect(words).toMatch(/trade name of Anna .*Bakker, /s);
});

it('has the same bytes each time, so it has the same name', async () => {
  const [one, other] = [await make(), await make()];
  expect(one.pdf.equals(other.pdf)).toBe(true);
});
