import { mix } from '@voordeur/contracts/http';
import { bar, barEdge, frame, frameEdge, outline, stone, stoneEdge } from './palette.mjs';
import { soldierCourse } from './brick.mjs';
import { books, kettle, lamp, plant, standing } from './sill-objects.mjs';
import { short } from './numbers.mjs';

const dark = ['#241c10', '#3a2a13', '#6b4a1c'];
const bright = ['#ffe3a6', '#f3bf63', '#c98a35'];

/**
 * A window of the façade, 220 × 355, its sill at y = 336. `light` from 0 to 1; `scene` is drawn behind the
 * glass (x 20–200, y 42–330).
 */
export function uprightWindow(id, { light = 1, scene = '' }) {
  const glass = dark.map((colour, index) => mix(colour, bright[index], light));
  return (
    `<defs><linearGradient id="${id}-glass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${glass[0]}"/><stop offset=".55" stop-color="${glass[1]}"/><stop offset="1" stop-color="${glass[2]}"/></linearGradient>` +
    `<radialGradient id="${id}-glow"><stop offset="0" stop-color="#f0b95a" stop-opacity="${short(0.05 + 0.3 * light)}"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient>` +
    `<clipPath id="${id}-clip"><rect x="20" y="42" width="180" height="288"/></clipPath></defs>` +
    `<ellipse cx="110" cy="200" rx="230" ry="260" fill="url(#${id}-glow)"/>` +
    soldierCourse(4, 4, 212, 25) +
    `<rect x="8" y="30" width="204" height="308" fill="#0c1512"/><rect x="11" y="33" width="198" height="305" fill="${frame}" stroke="${frameEdge}"/>` +
    `<rect x="20" y="42" width="180" height="288" fill="url(#${id}-glass)"/><g clip-path="url(#${id}-clip)">${scene}</g>` +
    `<path d="M20 114h180M110 42v72" stroke="${bar}" stroke-width="8"/><path d="M20 110.5h180M106.5 42v68" stroke="${barEdge}"/>` +
    `<rect x="20" y="42" width="180" height="288" fill="none" stroke="${outline}" stroke-width="2"/>` +
    `<path d="M20 42h120L40 330H20z" fill="#fff" opacity=".035"/>` +
    `<path d="M0 336h220v13H0z" fill="${stone}"/><path d="M0 336h220v3H0z" fill="${stoneEdge}"/><path d="M6 349h208v6H6z" opacity=".35"/>`
  );
}

/** The Learn window's room, in the same coordinates: curtains, plant, books, lamp. */
export function learnRoom() {
  return (
    '<path d="M20 42h30c6 120 0 220-14 288H20zM200 42h-30c-6 120 0 220 14 288h16z" fill="#b97b2e" opacity=".5"/>' +
    '<path d="M31 42c5 110 1 210-9 288M41 42c6 120 1 200-11 288M189 42c-5 110-1 210 9 288M179 42c-6 120-1 200 11 288" fill="none" stroke="#8a5a20" stroke-opacity=".28" stroke-width="2.5"/>' +
    standing(62, 330, 1.12, plant('#2a1c0b')) +
    standing(112, 330, 0.92, books('#2a1c0b')) +
    standing(164, 330, 1.05, lamp('#2a1c0b'))
  );
}

/** The Agents window's room: the blind is down, a strip of light and the kettle show under it. `lift` 0 to 1. */
export function agentsRoom(lift = 0) {
  const foot = 291 - lift * 170;
  let slats = '';
  for (let y = 118; y < foot - 2; y += 7.3) slats += `M20 ${short(y)}h180`;
  return (
    `<defs><linearGradient id="agents-strip" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f3bf63"/><stop offset="1" stop-color="#b0772d"/></linearGradient></defs>` +
    `<rect x="20" y="${short(foot)}" width="180" height="${short(330 - foot)}" fill="url(#agents-strip)"/>` +
    `<path d="M20 42h180v${short(foot - 42)}H20z" fill="#1a1d17"/><path d="${slats}" stroke="#0e110e" stroke-width="1.6"/>` +
    `<path d="M20 ${short(foot - 5)}h180v5H20z" fill="#2c2a1f"/><path d="M20 42h180v72H20z" fill="#171c18"/>` +
    standing(110, 330, 0.72, kettle('#191207'))
  );
}
