import { join } from 'node:path';
import { legalDocuments, legalFacts } from '@voordeur/contracts/http';
import { makeLegalDocument } from '@voordeur/worker';
import { night } from './drawings/palette.mjs';
import { openStage, shoot } from './rendering/browser.mjs';
import { guideAsHtml, printPdf } from './rendering/paper.mjs';
import {
  privateDir,
  productName,
  publicDir,
  site,
  siteLanguages,
  textLanguages,
  wordsOf,
  write,
} from './rendering/places.mjs';
import { guideCover } from './scenes/guide-cover.mjs';

/** The legal documents in each language, which anyone may read, and the guide, which is given for an address. */
export async function makeDocuments(browser) {
  for (const language of textLanguages) {
    for (const document of legalDocuments) {
      const order = {
        document,
        language,
        product: productName(),
        facts: legalFacts(site, language),
        isRead: false,
      };
      const { pdf, isDraft } = await makeLegalDocument(order);
      if (isDraft)
        console.log(`${document}-${language}.pdf is a draft: what is on yellow has to be looked at`);
      write(join(publicDir, `${document}-${language}.pdf`), pdf);
    }
  }
  write(join(privateDir, 'guide.pdf'), await guide(browser));
}

/** One file for all languages of the site, because there is one link to it; each has a cover, which a link can name. */
async function guide(browser) {
  const parts = siteLanguages.map((language) => ({
    language,
    ...wordsOf(language).guide,
    titleLines: wordsOf(language).share.guide.lines,
    html: `<section lang="${language}">${withContents(withSlots(guideAsHtml(language)), language)}</section>`,
  }));
  const paper = { title: `${parts[0].title} | ${productName()}`, language: parts[0].language };
  let pages = 0;
  for (const part of parts) {
    const alone = await printPdf(browser, { ...paper, body: part.html });
    part.page = pages + 2;
    pages += 1 + countPages(alone);
  }
  const stage = await openStage(browser, 840, 1188, night);
  for (const part of parts) {
    part.cover = guideCover({
      product: productName(),
      parts: [part, ...parts.filter((other) => other !== part)],
    });
    const jpeg = await shoot(stage, part.cover, { type: 'jpeg', quality: 80 });
    write(join(publicDir, `media/guide-${part.language}.jpg`), jpeg);
  }
  await stage.close();
  const links = parts.map(({ language, page }) => `<a href="#${language}">${page}</a>`).join('');
  const body = parts
    .map(
      ({ language, cover, html }) =>
        `<div id="${language}" class="cover" role="presentation">${cover}<p>${links}</p></div>${html}`,
    )
    .join('');
  return printPdf(browser, { ...paper, body });
}

/** The numbered headings as a list at the foot of the first page. */
function withContents(html, language) {
  let entries = '';
  const linked = html.replaceAll(/<h3>(\d+)\. (.+?)<\/h3>/g, (_, number, title) => {
    entries += `<li><a href="#${language}-${number}"><b>${number}</b>${title}</a></li>`;
    return `<h3 id="${language}-${number}">${number}. ${title}</h3>`;
  });
  const [, intro, rest] = /^([\s\S]*?<h2>[\s\S]*?)(<h2>[\s\S]*)$/.exec(linked);
  return `${intro}<h2>${wordsOf(language).guide.contents}</h2><ul class="contents">${entries}</ul>${rest}`;
}

function countPages(pdf) {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
}

/** Marks a reader's blanks within a prompt. */
function withSlots(html) {
  return html.replaceAll(/<pre>[\s\S]*?<\/pre>/g, (prompt) =>
    prompt.replaceAll(/\[([^\]]+)\]/g, '<span class="slot">[$1]</span>'),
  );
}
