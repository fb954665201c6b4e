import { inflateSync } from 'node:zlib';

/** The words of a PDF by pdfkit, in their order, through the table by which a reader copies them. */
export function wordsOfPdf(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', text = '']) => [
      id,
      text,
    ]),
  );
  const objectOf = (id = '') => objects.get(id) ?? '';
  const refOf = (text: string, name: string) => objectOf(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]);
  const pages = [...objects.values()].filter((text) => /\/Type \/Page\b/.test(text));
  return pages
    .map((page) => {
      const fonts = [...refOf(page, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g)];
      const letters = new Map(
        fonts.map(([, name = '', id]) => [name, lettersOf(contentOf(refOf(objectOf(id), 'ToUnicode')))]),
      );
      return readContent(contentOf(refOf(page, 'Contents')), letters);
    })
    .join('');
}

function contentOf(object: string): string {
  const [, head = '', data = ''] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream$/.exec(object) ?? [];
  return head.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
}

/** Letters by their numbers in a font. */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', , list = ''] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const units = Buffer.from(hex.replaceAll(' ', ''), 'hex');
      letters.set(parseInt(first, 16) + at, units.swap16().toString('utf16le'));
    }
  return letters;
}

function readContent(content: string, fonts: Map<string, Map<number, string>>): string {
  let words = '';
  let letters = new Map<number, string>();
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? letters;
    for (const [, hex = ''] of (shown ?? '').matchAll(/<(\w*)>/g))
      for (const [code] of hex.matchAll(/.{4}/g)) words += letters.get(parseInt(code, 16)) ?? '';
  }
  return words;
}
