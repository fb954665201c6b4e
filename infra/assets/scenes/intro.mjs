import { brickPattern } from '../drawings/brick.mjs';
import { door } from '../drawings/door.mjs';
import { mark } from '../drawings/mark.mjs';
import { between, lerp, short } from '../drawings/numbers.mjs';
import { numberPlate } from '../drawings/number-plate.mjs';
import { seededRandom } from '../drawings/seeded-random.mjs';
import { haloDef } from '../drawings/sill-objects.mjs';
import { agentsRoom, learnRoom, uprightWindow } from '../drawings/upright-window.mjs';

/** What is said in the fifteen seconds: from and to as shares of the whole, lines broken by hand. */
export const introWords = {
  en: [
    { from: 0.03, to: 0.2, lines: ['The same row,', 'typed over again.'] },
    { from: 0.23, to: 0.4, lines: ['The same report,', 'every Monday.'] },
    { from: 0.43, to: 0.6, lines: ['It can run', 'by itself.'] },
    { from: 0.64, to: 0.985, lines: ['Come in.', 'Leave the', 'busywork outside.'] },
  ],
  nl: [
    { from: 0.03, to: 0.2, lines: ['Dezelfde regel,', 'weer overgetypt.'] },
    { from: 0.23, to: 0.4, lines: ['Hetzelfde rapport,', 'elke maandag.'] },
    { from: 0.43, to: 0.6, lines: ['Het kan ook', 'vanzelf lopen.'] },
    { from: 0.64, to: 0.985, lines: ['Kom binnen.', 'Het routinewerk', 'blijft buiten.'] },
  ],
};

const kerb = 612;

/** The picture at `t` of 0 to 1: a dark street, one window lights up, then the other, then the door opens. */
export function introFrame({ words, product, t }) {
  const second = between(t, 0.22, 0.27);
  const lifted = between(t, 0.43, 0.55);
  const open = between(t, 0.6, 0.72);
  // One light flickers on, as old tubes and tired eyes do.
  const first = between(t, 0.02, 0.035) * (t > 0.045 && t < 0.055 ? 0.4 : 1);
  const closer = 1 + 0.05 * between(t, 0.55, 0.95);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720"><defs>${haloDef}${brickPattern('bricks', 1.2)}` +
    '<linearGradient id="fade"><stop offset="0" stop-color="#0a110f"/><stop offset=".4" stop-color="#0a110f" stop-opacity=".95"/><stop offset=".66" stop-color="#0a110f" stop-opacity="0"/></linearGradient>' +
    '<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0a110f" stop-opacity=".85"/><stop offset=".5" stop-color="#0a110f" stop-opacity="0"/></linearGradient>' +
    '<linearGradient id="street" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#16221d"/><stop offset="1" stop-color="#0a110f"/></linearGradient>' +
    '<radialGradient id="wet"><stop offset="0" stop-color="#f6c873" stop-opacity=".75"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient><clipPath id="pavement"><path d="M-40 612h1400v130H-40z"/></clipPath></defs>' +
    '<path d="M0 0h1280v720H0z" fill="#0a110f"/>' +
    `<g transform="translate(1060 ${kerb}) scale(${short(closer)}) translate(-1060 -${kerb})">` +
    '<path d="M0 0h1300v612H0z" fill="url(#bricks)"/><path d="M0 0h1300v612H0z" fill="url(#dusk)"/><path d="M0 0h1300v612H0z" fill="url(#fade)"/>' +
    '<path d="M-40 612h1400v130H-40z" fill="url(#street)"/>' +
    opening(
      640,
      430,
      0.84,
      uprightWindow('agents', {
        light: first * 0.55,
        scene: first > 0.2 || lifted > 0 ? agentsRoom(lifted) : unlit,
      }),
      336,
    ) +
    opening(
      842,
      430,
      0.84,
      uprightWindow('learn', {
        light: second,
        scene: second > 0.05 ? `<g opacity="${short(second)}">${learnRoom({ glow: second })}</g>` : unlit,
      }),
      336,
    ) +
    opening(1042, kerb, 0.82, door('door', { open, light: lerp(0.12, 1, between(t, 0.56, 0.64)) }), 600) +
    '<g clip-path="url(#pavement)">' +
    reflection(732, 170, first * 0.16 + lifted * 0.2) +
    reflection(934, 170, second * 0.5) +
    reflection(1078, 70, open) +
    reflection(1160, 210, open * 0.35) +
    '</g>' +
    '<path d="M-40 609h1400v8H-40z" fill="#2f3c36"/></g>' +
    `${rain(t)}${says(words, t)}${sign(product, t)}</svg>`
  );
}

const unlit = '<path d="M20 42h180v288H20z" fill="#141813"/>';

function opening(x, y, scale, drawing, foot) {
  return `<g transform="translate(${x} ${short(y - foot * scale)}) scale(${scale})">${drawing}</g>`;
}

function reflection(x, width, strength) {
  return strength <= 0
    ? ''
    : `<ellipse cx="${x}" cy="${kerb + 6}" rx="${width / 2}" ry="84" fill="url(#wet)" opacity="${short(strength)}"/>`;
}

function says(words, t) {
  return words
    .map(({ from, to, lines }) => {
      const shown = between(t, from, from + 0.025) - between(t, to - 0.02, to);
      if (shown <= 0) return '';
      const top = 340 - (lines.length * 76) / 2;
      const text = lines
        .map((line, index) => `<text x="76" y="${top + 57 + index * 76}">${line}</text>`)
        .join('');
      return `<g font-family="Familjen Grotesk Variable" font-weight="600" font-size="68" letter-spacing="-1.5" fill="#f3efe6" opacity="${short(shown)}">${text}</g>`;
    })
    .join('');
}

function sign(product, t) {
  const shown = between(t, 0.7, 0.75) - between(t, 0.985, 1);
  if (shown <= 0) return '';
  return (
    `<g opacity="${short(shown)}"><g transform="translate(76 68) scale(1.7)">${mark()}</g><text x="132" y="105" font-family="Familjen Grotesk Variable" font-weight="600" font-size="36" fill="#f3efe6">${product}</text></g>` +
    `<g opacity="${short(between(t, 0.74, 0.79) - between(t, 0.985, 1))}">${numberPlate(76, 520, '2', 42)}</g>`
  );
}

/** Bytes that fall: eight cells, lit where the bit is one, as on the page behind. */
function rain(t) {
  const random = seededRandom(11);
  let cells = '';
  for (let drop = 0; drop < 44; drop += 1) {
    const [x, start, rounds, byte] = [
      random() * 1280,
      random(),
      6 + Math.floor(random() * 7),
      Math.floor(random() * 255) + 1,
    ];
    const y = -60 + ((start + t * rounds) % 1) * 800;
    for (let bit = 0; bit < 8; bit += 1) {
      if (byte & (1 << bit))
        cells += `<path d="M${short(x)} ${short(y - bit * 7)}v5.5" opacity="${short(0.34 * (1 - bit / 9))}"/>`;
    }
  }
  return `<g stroke="#d7e3dc" stroke-width="1.4">${cells}</g>`;
}
