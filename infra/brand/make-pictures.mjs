import { join } from 'node:path';
import { gableStone, gableStoneNames } from './drawings/gable-stones.mjs';
import { mark, markOnSquare, smallMark } from './drawings/mark.mjs';
import { night } from './drawings/palette.mjs';
import { openStage, shoot } from './rendering/browser.mjs';
import { productName, publicDir, textLanguages, wordsOf, write } from './rendering/places.mjs';
import { sharePicture } from './scenes/share-picture.mjs';

const svg = 'xmlns="http://www.w3.org/2000/svg"';

/** The mark in every size that browsers and phones ask for, and the manifests: the admin can be installed. */
export async function makeIcons(browser) {
  write(join(publicDir, 'favicon.svg'), `<svg ${svg} viewBox="-3 0 30 30">${mark()}</svg>\n`);
  const sizes = [
    ['favicon-32.png', 32, `<svg ${svg} viewBox="-3 0 30 30">${mark()}</svg>`],
    ['apple-touch-icon.png', 180, markOnSquare(0.62, 0)],
    ['icon-192.png', 192, markOnSquare(0.66, 18)],
    ['icon-512.png', 512, markOnSquare(0.66, 18)],
    // The system cuts a circle or a square out of its middle four fifths.
    ['icon-maskable-512.png', 512, markOnSquare(0.5, 0)],
  ];
  for (const [file, size, drawing] of sizes)
    write(join(publicDir, file), await square(browser, size, drawing));
  const small = await square(browser, 16, `<svg ${svg} viewBox="0 0 16 16">${smallMark()}</svg>`);
  write(join(publicDir, 'favicon.ico'), ico([[16, small]]));
  const manifests = {
    site: { start_url: '/', display: 'browser' },
    admin: { id: '/admin', start_url: '/admin', scope: '/admin', display: 'standalone' },
  };
  for (const [name, facts] of Object.entries(manifests))
    write(join(publicDir, `${name}.webmanifest`), `${JSON.stringify(manifest(facts), null, 2)}\n`);
}

async function square(browser, size, drawing) {
  const page = await openStage(browser, size, size);
  const png = await shoot(page, drawing.replace('<svg', `<svg width="${size}" height="${size}"`), {
    omitBackground: true,
  });
  await page.close();
  return png;
}

/** An .ico file that holds PNG images. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(([size, png], index) => {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(([, png]) => png)]);
}

function manifest(facts) {
  const png = { type: 'image/png' };
  return {
    name: productName(),
    short_name: productName(),
    ...facts,
    background_color: night,
    theme_color: night,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', ...png },
      { src: '/icon-512.png', sizes: '512x512', ...png },
      { src: '/icon-maskable-512.png', sizes: '512x512', ...png, purpose: 'maskable' },
    ],
  };
}

/** Six gable stones, the partner logos of the newsletter. */
export function makeLogos() {
  for (const name of gableStoneNames) write(join(publicDir, `media/logos/${name}.svg`), gableStone(name));
}

const houseNumbers = { home: '2', learn: '8', booking: '10', guide: '12', legal: '14', privacy: '14' };

/** Pictures of shared links, for each page and language. */
export async function makeSharePictures(browser) {
  const stage = await openStage(browser, 1200, 630, night);
  for (const language of textLanguages) {
    for (const [page, { lines, note }] of Object.entries(wordsOf(language).share)) {
      const drawing = sharePicture({ page, number: houseNumbers[page], lines, note, product: productName() });
      const jpeg = await shoot(stage, drawing, { type: 'jpeg', quality: 86 });
      write(join(publicDir, `og/${page}-${language}.jpg`), jpeg);
    }
  }
  await stage.close();
}
