import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fromBlob } from '@capsizecss/unpack';
import arial from '@capsizecss/metrics/arial';
import { flattenTexts } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const folder = new URL('../../fonts/', import.meta.url);

/** `weights` are those that the style sheets use. */
const faces = [
  { family: 'Familjen Grotesk', file: 'familjen-grotesk', weights: { min: 600, max: 600 } },
  { family: 'Hanken Grotesk', file: 'hanken-grotesk', weights: { min: 400, max: 600 } },
];

/** The fonts' other features (small caps, old-style figures and so on) aren't used here. */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'];

/**
 * Writes `fonts/*.woff2` with only the glyphs and weights that this site needs, half the size of the packages' files,
 * and `fonts/fonts.css` with their faces and a fallback of the same metrics for each.
 */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async config() {
      await mkdir(folder, { recursive: true });
      const rules = await Promise.all(faces.map(writeFace));
      await writeFile(new URL('fonts.css', folder), rules.join('\n'));
    },
  };
}

async function writeFace({ family, file, weights: { min, max } }: (typeof faces)[number]): Promise<string> {
  const whole = fileURLToPath(
    import.meta.resolve(`@fontsource-variable/${file}/files/${file}-latin-wght-normal.woff2`),
  );
  const font = await subsetFont(await readFile(whole), neededCharacters(), {
    targetFormat: 'woff2',
    keepFeatures,
    variationAxes: { wght: min === max ? min : { min, max } },
  });
  await writeFile(new URL(`${file}.woff2`, folder), font);
  return `@font-face {
  font-family: '${family}';
  src: url('./${file}.woff2') format('woff2');
  font-weight: ${min === max ? String(min) : `${min} ${max}`};
  font-display: swap;
}
${await fallbackOf(family, font)}`;
}

/**
 * Arial (Liberation Sans on Linux, with the same widths) scaled to a font's metrics, so nothing shifts when the font
 * arrives. Widths are scaled by the mean of running text; ascent and descent are relative to the scaled face.
 */
async function fallbackOf(family: string, font: Buffer): Promise<string> {
  const { xWidthAvg, unitsPerEm, ascent, descent, lineGap } = await fromBlob(
    new Blob([new Uint8Array(font)]),
  );
  const scale = xWidthAvg / unitsPerEm / (arial.xWidthAvg / arial.unitsPerEm);
  const percent = (units: number) => `${((Math.abs(units) / unitsPerEm / scale) * 100).toFixed(2)}%`;
  return `@font-face {
  font-family: '${family} fallback';
  src: local('Arial'), local('ArialMT'), local('Liberation Sans');
  size-adjust: ${(scale * 100).toFixed(2)}%;
  ascent-override: ${percent(ascent)};
  descent-override: ${percent(descent)};
  line-gap-override: ${percent(lineGap)};
}
`;
}

/** ASCII and Latin-1, for visitors' and the owner's own text; the Dutch ligatures; and all characters of the texts. */
function neededCharacters(): string {
  const typed = Array.from({ length: 0xff - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index));
  const texts = Object.values(messages).flatMap((catalogue) => Object.values(flattenTexts(catalogue)));
  return typed.join('') + 'ĲĳŒœ–—‘’“”„•…€™−' + texts.join('');
}
