import { makeDocuments } from './make-documents.mjs';
import { launchBrowser } from './rendering/browser.mjs';
import { makeMailColours } from './make-mail-colours.mjs';
import { makeIcons, makeLogos, makeSharePictures } from './make-pictures.mjs';

/*
 * Makes the pictures and documents of the site: all of them, or those named.
 *   node infra/brand/make.mjs [icons] [logos] [og] [documents] [mails]
 */
const makers = {
  icons: makeIcons,
  logos: makeLogos,
  og: makeSharePictures,
  documents: makeDocuments,
  mails: makeMailColours,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in makers));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There is ${Object.keys(makers).join(', ')}.`);
  process.exit(2);
}

const browser = await launchBrowser();
try {
  for (const [name, make] of Object.entries(makers)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = Date.now();
    await make(browser);
    console.log(`${name.padEnd(12)} ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
}
