import { lamp, night, paint, text } from './palette.mjs';

/** The mark, 24 × 30: a door's outline, its fanlight and the slit of light beside the leaf. */
export function mark() {
  return (
    `<rect x="1" y="1" width="22" height="28" rx="2.5" fill="${paint}" stroke="${text}" stroke-width="2"/>` +
    `<path d="M4.6 4.6h14.8v4H4.6zM4.6 11h4.2v14.4H4.6z" fill="${lamp}"/>` +
    `<circle cx="12.2" cy="18.6" r="1.3" fill="${text}"/>`
  );
}

/** For sixteen pixels: outline and slit, nothing that would blur. */
export function smallMark() {
  return (
    `<rect x="2.5" y="1" width="11" height="14" rx="1.5" fill="${paint}" stroke="${text}" stroke-width="1.6"/>` +
    `<path d="M5 3.5h2.4v9H5z" fill="${lamp}"/>`
  );
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
