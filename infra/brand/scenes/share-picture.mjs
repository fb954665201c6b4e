import { bell } from '../drawings/bell.mjs';
import { brickPattern } from '../drawings/brick.mjs';
import { door } from '../drawings/door.mjs';
import { mark } from '../drawings/mark.mjs';
import { numberPlate } from '../drawings/number-plate.mjs';
import { ink, night } from '../drawings/palette.mjs';
import { roundWindow } from '../drawings/round-window.mjs';
import { haloDef } from '../drawings/sill-objects.mjs';
import { agentsRoom, learnRoom, uprightWindow } from '../drawings/upright-window.mjs';

/** The opening that each page's picture shows, right of x = 680, and its reflection on the wet street. */
const openings = {
  home: () => at(834, 558, 0.9, 600, door('door')) + reflection(870, 80, 1) + reflection(990, 240, 0.4),
  learn: () =>
    at(910, 470, 1.06, 336, uprightWindow('learn', { scene: learnRoom() })) +
    at(662, 470, 1.06, 336, uprightWindow('agents', { light: 0, scene: agentsRoom() })) +
    reflection(1026, 220, 0.8) +
    reflection(778, 200, 0.2),
  booking: () =>
    `<g transform="translate(786 116) scale(1.66)">${bell('bell')}</g>` + reflection(952, 300, 0.5),
  guide: () =>
    at(834, 558, 0.9, 600, door('door', { open: 0, light: 0.72, note: letter })) + reflection(960, 200, 0.3),
  legal: () =>
    `<g transform="translate(746 84) scale(1.32)">${roundWindow('round')}</g>` + reflection(944, 340, 0.6),
  privacy: () =>
    at(812, 486, 1.26, 336, uprightWindow('agents', { light: 0, scene: agentsRoom() })) +
    reflection(950, 230, 0.25),
};

/** A letter that hangs out of the letterbox of the shut door. */
const letter = `<path d="M103 236l81 2 5 62-79 6z" fill="${ink}"/><path d="M110 306l36-34 43 28" fill="none" stroke="#b9a684" stroke-width="2"/><path d="M98 234h90v4H98z" fill="#1b1307"/>`;

function reflection(x, width, strength) {
  return `<ellipse cx="${x}" cy="564" rx="${width / 2}" ry="62" fill="url(#wet)" opacity="${strength}" clip-path="url(#pavement)"/>`;
}

function at(x, y, scale, foot, drawing) {
  return `<g transform="translate(${x} ${y - foot * scale}) scale(${scale})">${drawing}</g>`;
}

/** The picture that goes with a shared link, 1200 × 630. `lines` are the headline's, broken by hand. */
export function sharePicture({ page, number, lines, note, product }) {
  const size = lines.length > 3 ? 66 : 74;
  const top = 338 - (lines.length * size * 1.05) / 2;
  const headline = lines
    .map((line, index) => `<text x="72" y="${top + size * 0.8 + index * size * 1.05}">${line}</text>`)
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><defs>${haloDef}${brickPattern('bricks', 1.25)}` +
    `<linearGradient id="fade"><stop offset="0" stop-color="${night}"/><stop offset=".46" stop-color="${night}" stop-opacity=".94"/><stop offset=".72" stop-color="${night}" stop-opacity="0"/></linearGradient>` +
    `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${night}" stop-opacity=".8"/><stop offset=".5" stop-color="${night}" stop-opacity="0"/></linearGradient>` +
    '<radialGradient id="warm" cx=".76" cy=".55" r=".42"><stop offset="0" stop-color="#8a5426" stop-opacity=".5"/><stop offset="1" stop-color="#7a4a22" stop-opacity="0"/></radialGradient>' +
    `<linearGradient id="street" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#16221d"/><stop offset="1" stop-color="${night}"/></linearGradient>` +
    '<radialGradient id="wet"><stop offset="0" stop-color="#f6c873" stop-opacity=".75"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient><clipPath id="pavement"><path d="M0 558h1200v72H0z"/></clipPath></defs>' +
    `<path d="M0 0h1200v630H0z" fill="${night}"/><path d="M0 0h1200v560H0z" fill="url(#bricks)"/><path d="M0 0h1200v560H0z" fill="url(#warm)"/><path d="M0 0h1200v560H0z" fill="url(#dusk)"/>` +
    `<path d="M0 0h1200v560H0z" fill="url(#fade)"/>` +
    '<path d="M0 558h1200v72H0z" fill="url(#street)"/>' +
    openings[page]() +
    `<path d="M0 556h1200v7H0z" fill="#2f3c36"/><path d="M0 563h1200v1.5H0z" fill="${night}"/>` +
    `<g font-family="Familjen Grotesk Variable" font-weight="600" fill="${ink}"><g font-size="${size}" letter-spacing="${-0.022 * size}">${headline}</g>` +
    `<g transform="translate(72 62) scale(1.6)">${mark()}</g><text x="126" y="96" font-size="34" letter-spacing="-.34">${product}</text></g>` +
    `${numberPlate(72, top - 62, number, 40)}<text x="72" y="524" font-family="Hanken Grotesk Variable" font-size="25" fill="#bac6be">${note}</text></svg>`
  );
}
