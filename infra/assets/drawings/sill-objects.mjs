import { silhouette } from './palette.mjs';

/*
 * What stands on a window sill, one function each: SVG text of a thing whose foot is the point (0, 0) and which
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

/** Walking to the right; `stride` in radians moves the legs. */
export function walkingCat(fill = silhouette, stride = 0) {
  const leg = (x, phase, width) =>
    `<path d="M${x}-22l${-width} 0 1 22h${width - 1}z" transform="rotate(${(Math.sin(stride + phase) * 24).toFixed(2)} ${x - width / 2} -24)"/>`;
  const sway = (Math.sin(stride / 2) * 6).toFixed(2);
  return `<g fill="${fill}">${leg(-24, 0, 7)}${leg(-16, Math.PI, 7)}${leg(22, Math.PI / 2, 6)}${leg(29, -Math.PI / 2, 6)}<path d="M-32-36c4-8 14-9 26-7 14 2 24-1 30-8 0-6 1-11 3-15l6 5h6l6-4c2 6 2 11 0 16-2 6-8 9-12 10-2 12-6 20-14 21-14 2-28-1-38 2-10 1-15-8-13-20z"/><path d="M-31-33c-10-4-16-16-14-30 1-4 5-3 5 0-1 10 4 20 12 24z" transform="rotate(${sway} -31 -33)"/></g>`;
}

export function kettle(fill = silhouette) {
  return `<path fill="${fill}" d="M-20 0h40c4-14 0-30-14-34h-12c-14 4-18 20-14 34zM20-14l16-14 3 3-17 20z"/><path d="M-15-32c0-24 30-24 30 0" fill="none" stroke="${fill}" stroke-width="4"/><circle cy="-37" r="4" fill="${fill}"/>`;
}

/** Steam over a kettle's spout; `rise` from 0 to 1 is one round. */
export function steam(rise, strength = 1) {
  const puff = (start) => {
    const age = (rise + start) % 1;
    const x = 39 + Math.sin(age * 5 + start * 9) * 5;
    const opacity = Math.sin(age * Math.PI) * 0.5 * strength;
    return `<ellipse cx="${x.toFixed(2)}" cy="${(-30 - age * 62).toFixed(2)}" rx="${(3 + age * 8).toFixed(2)}" ry="${(5 + age * 11).toFixed(2)}" fill="#fff3d6" opacity="${opacity.toFixed(3)}"/>`;
  };
  return [0, 0.2, 0.4, 0.6, 0.8].map(puff).join('');
}

export function radio(fill = silhouette) {
  return `<rect x="-32" y="-40" width="64" height="40" rx="4" fill="${fill}"/><circle cx="-13" cy="-20" r="11" fill="#d9a24a" opacity=".6"/><path d="M8-28h16M8-20h16M8-12h10" stroke="#d9a24a" stroke-width="2.5" opacity=".6"/><path d="M22-40l14-34" stroke="${fill}" stroke-width="2.5"/>`;
}

export function vase(fill = silhouette) {
  return `<g fill="${fill}"><path d="M-9 0h18c8-14 6-26-4-34v-8h-10v8c-10 8-12 20-4 34z"/><path d="M-1-40l-10-40 2-1 10 36 8-50 2 .5-7 54z"/><circle cx="-11" cy="-82" r="6"/><circle cx="10" cy="-98" r="7"/></g>`;
}

/** A ring with two teeth, standing on its bit; used as a shadow too. */
export function key(fill = silhouette) {
  return `<path fill="${fill}" fill-rule="evenodd" d="M-3.5-46a18 18 0 117 0V0h-7zM0-54a10 10 0 100-20 10 10 0 000 20zM3.5-18h12v6h-12zM3.5-6h9v6h-9z"/>`;
}
