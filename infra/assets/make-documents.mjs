import { join } from 'node:path';
import { mark } from './drawings/mark.mjs';
import { printPdf, textAsHtml } from './rendering/paper.mjs';
import { privateDir, productName, publicDir, write } from './rendering/places.mjs';
import { guideCover } from './scenes/guide-cover.mjs';
import { sharePages } from './scenes/share-words.mjs';

const titles = {
  en: { disclaimer: 'Disclaimer', terms: 'General terms and conditions', privacy: 'Privacy statement' },
  nl: { disclaimer: 'Disclaimer', terms: 'Algemene voorwaarden', privacy: 'Privacyverklaring' },
};

/** The legal texts in both languages, which anyone may read, and the guide, which is given for an address. */
export async function makeDocuments(browser) {
  for (const [language, documents] of Object.entries(titles)) {
    for (const [name, title] of Object.entries(documents)) {
      const body = `${head()}<main>${textAsHtml(language, name)}</main>`;
      const paper = { title: `${title} | ${productName()}`, language, kind: `legal ${name}`, body };
      const pdf = await printPdf(browser, paper);
      const mark = isTemplate(body) ? templateMark : '';
      write(join(publicDir, `${name}-${language}.pdf`), Buffer.concat([pdf, Buffer.from(mark)]));
    }
  }
  write(join(privateDir, 'guide.pdf'), await guide(browser));
}

/** The admin's launch checklist looks for it (web/src/build/site-files.ts); readers of PDFs skip a comment. */
const templateMark = '%voordeur-template\n';

/** Whether the notice that asks for a lawyer still stands. */
function isTemplate(html) {
  return /<blockquote>\s*<p><strong>(Template|Sjabloon)\b/.test(html);
}

function head() {
  return `<div class="head"><svg viewBox="0 0 24 30">${mark()}</svg>${productName()}</div>`;
}

/** One file for both languages, because there is one link to it. */
async function guide(browser) {
  const part = (language) =>
    `<section lang="${language}">${withContents(withSlots(textAsHtml(language, 'guide')), language)}</section>`;
  const [english, dutch] = [part('en'), part('nl')];
  const paper = {
    title: `Twelve prompts for the work you do twice | ${productName()}`,
    language: 'en',
    kind: 'guide',
  };
  const { en, nl } = sharePages.guide;
  const cover = (dutchPage) =>
    `<div class="cover" role="presentation">${guideCover({ product: productName(), titles: { en: en.lines, nl: nl.lines }, dutchPage })}</div>`;
  const upToDutch = countPages(await printPdf(browser, { ...paper, body: cover(0) + english }));
  return printPdf(browser, { ...paper, body: cover(upToDutch + 1) + english + dutch });
}

/** The numbered headings as a list at the foot of the first page. */
function withContents(html, language) {
  let entries = '';
  const linked = html.replaceAll(/<h3>(\d+)\. (.+?)<\/h3>/g, (_, number, title) => {
    entries += `<li><a href="#${language}-${number}"><b>${number}</b>${title}</a></li>`;
    return `<h3 id="${language}-${number}">${number}. ${title}</h3>`;
  });
  const heading = { en: 'The twelve', nl: 'De twaalf' }[language];
  const [, intro, rest] = /^([\s\S]*?<h2>[\s\S]*?)(<h2>[\s\S]*)$/.exec(linked);
  return `${intro}<h2>${heading}</h2><ul class="contents">${entries}</ul>${rest}`;
}

function countPages(pdf) {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
}

/** What a reader fills in stands out within a prompt. */
function withSlots(html) {
  return html.replaceAll(/<pre>[\s\S]*?<\/pre>/g, (prompt) =>
    prompt.replaceAll(/\[([^\]]+)\]/g, '<span class="slot">[$1]</span>'),
  );
}
