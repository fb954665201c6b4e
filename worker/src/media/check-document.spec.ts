import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkDocument } from './check-document.js';

const pdf = readFileSync(fileURLToPath(new URL('../../../web/public/terms-en.pdf', import.meta.url)));
const words = (text: string) => Buffer.from(text, 'latin1');

it('takes a document of ours, and one that ends in an empty line', () => {
  for (const one of [pdf, Buffer.concat([pdf, words('\r\n\n')])])
    expect(checkDocument(one, '.pdf')).toEqual(new Map([['.pdf', one]]));
});

it.each([
  ['a page', words('<!doctype html><script>alert(1)</script>')],
  ['a page with a PDF behind it', Buffer.concat([words('<script>alert(1)</script>'), pdf])],
  ['a PDF with a page behind it', Buffer.concat([pdf, words('<script>alert(1)</script>')])],
  ['a PDF with a ZIP behind it', Buffer.concat([pdf, words('PK\x03\x04'.padEnd(2_000, 'x'))])],
  ['a header alone', words('%PDF-1.7\n')],
  ['one that was cut', pdf.subarray(0, -200)],
  ['another version', Buffer.concat([words('%PDF-9.9'), pdf.subarray(8)])],
  ['a picture', words('\xff\xd8\xff\xe0')],
  ['one byte', words('%')],
])('refuses %s', (_, upload) => {
  expect(checkDocument(upload, '.pdf')).toBe('not-readable');
});
