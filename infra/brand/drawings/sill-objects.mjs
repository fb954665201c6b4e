import { silhouette } from './palette.mjs';

/*
 * Objects on a window sill, one function each: SVG text of a thing whose foot is the point (0, 0) and which
 * grows upwards, about 50 to 100 units high. Place it with `standing`.
 */

/** Puts a thing on a sill: its foot at (x, y). */
export function standing(x, y, scale, thing) {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${thing}</g>`;
}

export function plant(fill = silhouette) {
  return `<g fill="${fill}"><path d="M-13-24h26l-4 24h-18z"/><path d="M0-24C-2-52-24-60-30-58c2 16 12 28 30 34zM0-24c0-30 16-50 28-52 2 20-8 42-28 52zM-1-24C-8-60-4-84 2-92c8 14 10 44-1 68z"/></g>`;
}

/** `glow` from 0 (off) to 1; needs `haloDef` in the same document. */
export function lamp(fill = silhouette, glow = 1) {
  return (
    `<circle cy="-50" r="92" fill="url(#halo)" opacity="${glow}"/>` +
    `<path fill="${fill}" d="M-12 0h24v-4h-9v-34h-6v34h-9z"/>` +
    `<path fill="${glow > 0.05 ? '#fff6dd' : '#6d4d1f'}" d="M-22-38h44l-11-32h-22z"/>`
  );
}

/** The light around a lamp; once per document. */
export const haloDef =
  '<radialGradient id="halo"><stop offset="0" stop-color="#fff6dd" stop-opacity=".85"/><stop offset=".4" stop-color="#ffeec2" stop-opacity=".4"/><stop offset="1" stop-color="#ffe6ad" stop-opacity="0"/></radialGradient>';

export function books(fill = silhouette) {
  return `<path fill="${fill}" d="M-24 0v-44h9v44zM-14 0v-36h11v36zM-2 0v-48h8v48zM8 0l9-41 9 2-9 39z"/>`;
}

/** Sitting; `tail` in degrees moves its tip. */
export function cat(fill = silhouette, tail = 0) {
  return `<g fill="${fill}"><path d="M-20 0c-4-22 4-34 10-40-4-8-4-16-2-24l7 6h8l7-6c2 10 2 18-3 25 10 10 14 24 12 39z"/><path transform="rotate(${tail} 16 -3)" d="M16-3c12 2 20-2 24-9l3 2c-4 11-15 16-28 13z"/></g>`;
}

export function kettle(fill = silhouette) {
  return `<path fill="${fill}" d="M-20 0h40c4-14 0-30-14-34h-12c-14 4-18 20-14 34zM20-14l16-14 3 3-17 20z"/><path d="M-15-32c0-24 30-24 30 0" fill="none" stroke="${fill}" stroke-width="4"/><circle cy="-37" r="4" fill="${fill}"/>`;
}

export function vase(fill = silhouette) {
  return `<g fill="${fill}"><path d="M-9 0h18c8-14 6-26-4-34v-8h-10v8c-10 8-12 20-4 34z"/><path d="M-1-40l-10-40 2-1 10 36 8-50 2 .5-7 54z"/><circle cx="-11" cy="-82" r="6"/><circle cx="10" cy="-98" r="7"/></g>`;
}
