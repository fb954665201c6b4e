import { brickPattern } from '../drawings/brick.mjs';
import { door } from '../drawings/door.mjs';
import { mark } from '../drawings/mark.mjs';
import { numberPlate } from '../drawings/number-plate.mjs';
import { ink, lamp, night } from '../drawings/palette.mjs';

/** The guide's first page, A4 (840 × 1188): its titles over the door that has come open, the site's own language first. */
export function guideCover({ product, parts }) {
  const [first, ...others] = parts;
  const lines = (words, y, size, fill) =>
    words
      .map(
        (line, index) =>
          `<text x="84" y="${y + index * size * 1.06}" font-size="${size}" letter-spacing="${-0.022 * size}" fill="${fill}">${line}</text>`,
      )
      .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 1188"><defs>${brickPattern('bricks', 1.1)}` +
    `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset=".2" stop-color="${night}"/><stop offset=".75" stop-color="${night}" stop-opacity="0"/></linearGradient>` +
    `<linearGradient id="side"><stop offset=".1" stop-color="${night}"/><stop offset=".6" stop-color="${night}" stop-opacity="0"/></linearGradient>` +
    `<linearGradient id="street" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#16221d"/><stop offset="1" stop-color="${night}"/></linearGradient>` +
    '<radialGradient id="wet"><stop offset="0" stop-color="#f6c873" stop-opacity=".75"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient><clipPath id="pavement"><path d="M0 1060h840v128H0z"/></clipPath></defs>' +
    `<path d="M0 0h840v1188H0z" fill="${night}"/><path d="M0 0h840v1062H0z" fill="url(#bricks)"/><path d="M0 0h840v1062H0z" fill="url(#dusk)"/><path d="M0 0h840v1062H0z" fill="url(#side)"/>` +
    '<path d="M0 1060h840v128H0z" fill="url(#street)"/>' +
    `<g transform="translate(488 500) scale(.94)">${door('door')}</g>` +
    '<g clip-path="url(#pavement)"><ellipse cx="522" cy="1064" rx="42" ry="92" fill="url(#wet)"/><ellipse cx="640" cy="1064" rx="140" ry="92" fill="url(#wet)" opacity=".4"/></g>' +
    '<path d="M0 1058h840v8H0z" fill="#2f3c36"/>' +
    '<g font-family="Familjen Grotesk Variable" font-weight="600">' +
    `<g transform="translate(84 84) scale(1.5)">${mark()}</g><text x="134" y="116" font-size="31" fill="${ink}">${product}</text>` +
    `${lines(first.titleLines, 292, 66, ink)}${others.map(({ titleLines }, index) => lines(titleLines, 570 + index * 150, 37, lamp)).join('')}</g>${numberPlate(84, 186, '12', 38)}` +
    `<g font-family="Hanken Grotesk Variable" font-size="17" fill="#bac6be">${parts.map(({ fromPage, page }, index) => `<text x="84" y="${940 + index * 26}">${fromPage.replace('{page}', page)}</text>`).join('')}</g></svg>`
  );
}
