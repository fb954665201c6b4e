import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { accent, lamp } from '../drawings/palette.mjs';
import { fontFaces } from './browser.mjs';
import { root } from './places.mjs';

const here = join(root, 'infra/brand');

/** The guide's text as HTML. */
export function guideAsHtml(language) {
  const source = readFileSync(join(here, 'texts', language, 'guide.md'), 'utf8');
  return marked.parse(source).replaceAll('<table>', '<table class="lines">');
}

// Chromium dates a PDF by the clock; with one fixed moment the same text gives the same bytes.
const moment = '20261121090000';

const colours = `:root { --lamp: ${lamp}; --accent: ${accent()}; }`;

/** Prints HTML on A4 as PDF bytes, in the one look of `print.css`. */
export async function printPdf(browser, { title, language, body }) {
  const page = await browser.newPage();
  const css = readFileSync(join(here, 'print.css'), 'utf8');
  await page.setContent(
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><style>${fontFaces()}${colours}${css}</style><body>${body}</body></html>`,
  );
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  await page.close();
  return Buffer.from(withoutChance(pdf.toString('latin1')), 'latin1');
}

/** Neither the clock nor how many nodes the browser had counted before; offsets stay, as no length changes. */
function withoutChance(pdf) {
  const nodes = [...pdf.matchAll(/\(node(\d{8})\)/g)].map(([, number]) => Number(number));
  const first = nodes.reduce((least, number) => Math.min(least, number), Infinity);
  return pdf
    .replaceAll(/\/(CreationDate|ModDate) \(D:\d{14}/g, (_, field) => `/${field} (D:${moment}`)
    .replaceAll(/\(node(\d{8})\)/g, (_, number) => `(node${String(number - first).padStart(8, '0')})`);
}
