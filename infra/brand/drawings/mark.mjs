import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicDir } from '../rendering/places.mjs';
import { night } from './palette.mjs';

/** The mark, 24 × 30, as the site shows it: what is drawn in `media/mark.svg`. */
export const mark = () => drawingIn('mark.svg');

/** For sixteen pixels, 16 × 16: nothing that would blur. */
export const smallMark = () => drawingIn('mark-small.svg');

function drawingIn(file) {
  const svg = readFileSync(join(publicDir, 'media', file), 'utf8');
  return /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg)[1].trim();
}

/** The mark on a square of night; `share` of the height is the mark's. */
export function markOnSquare(share, radius) {
  const scale = (100 * share) / 30;
  const [x, y] = [50 - 12 * scale, 50 - 15 * scale];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${radius}" fill="${night}"/>` +
    `<g transform="translate(${x} ${y}) scale(${scale})">${mark()}</g></svg>`
  );
}
