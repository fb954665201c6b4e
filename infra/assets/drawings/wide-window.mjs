import { mix, roomLight } from './palette.mjs';
import { haloDef } from './sill-objects.mjs';
import { short } from './numbers.mjs';

const wood = '#1c332a';
const woodLit = '#2f5345';

/** Glazing bars of the six types, on a glass of x 34–606, y 28–328; [x1, y1, x2, y2, width]. */
const bars = {
  cross: [
    [320, 28, 320, 328, 11],
    [34, 112, 606, 112, 11],
  ],
  ladder: [88, 148, 208, 268].map((y) => [34, y, 606, y, 8]),
  'three-part': [
    [225, 28, 225, 328, 11],
    [415, 28, 415, 328, 11],
  ],
  double: [[320, 28, 320, 328, 30]],
  toplight: [
    [34, 116, 606, 116, 11],
    [177, 28, 177, 116, 7],
    [320, 28, 320, 116, 7],
    [463, 28, 463, 116, 7],
  ],
  'half-curtain': [[320, 28, 320, 328, 11]],
};

/**
 * A window that fills a 16 : 9 picture, 640 × 360, seen from the street. `glow` is the lamp's strength around 1;
 * `back` is drawn on the blind, `front` on the sill, `blind` 0 to 1 is how far the blind is down.
 */
export function wideWindow({ type, kelvin, lightX, glow = 1, blind = 0, back = '', front = '', rain = '' }) {
  const light = roomLight(kelvin).map((colour) =>
    mix(colour, glow < 1 ? '#1c1206' : '#fff3d6', Math.abs(1 - glow)),
  );
  return (
    `<defs>${haloDef}<radialGradient id="room" cx="${lightX}" cy=".45" r=".85"><stop offset="0" stop-color="${light[0]}"/><stop offset=".45" stop-color="${light[1]}"/><stop offset="1" stop-color="${light[2]}"/></radialGradient>` +
    `<linearGradient id="evening" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0a110f" stop-opacity=".72"/><stop offset=".33" stop-color="#0a110f" stop-opacity=".2"/><stop offset=".52" stop-color="#0a110f" stop-opacity="0"/></linearGradient>` +
    `<linearGradient id="fold"><stop offset="0" stop-color="#3f260c"/><stop offset=".5" stop-color="#6b4419"/><stop offset="1" stop-color="#3f260c"/></linearGradient>` +
    `<clipPath id="glass"><path d="M34 28h572v300H34z"/></clipPath></defs>` +
    `<path d="M0 0h640v360H0z" fill="${wood}"/><path d="M14 10h612v320H14z" fill="none" stroke="#152821" stroke-width="2"/><path d="M16.5 12.5h607v315h-607z" fill="none" stroke="${woodLit}" stroke-opacity=".5"/>` +
    `<g clip-path="url(#glass)"><path d="M34 28h572v300H34z" fill="url(#room)"/>` +
    rollerBlind(blind, light, back) +
    curtains(type) +
    front +
    rain +
    '</g>' +
    glazing(type) +
    `<path d="M34 28h572v300H34z" fill="none" stroke="#0a120f" stroke-width="3"/>` +
    `<path d="M34 28h300L144 328H34z" fill="#fff" opacity=".045"/><path d="M372 28h70L252 328h-70z" fill="#fff" opacity=".025"/>` +
    `<path d="M0 0h640v330H0z" fill="url(#evening)"/>` +
    `<path d="M0 326h640v34H0z" fill="#35423c"/><path d="M0 326h640v4H0z" fill="#66746c"/><path d="M0 352h640v8H0z" fill="#202a26"/>`
  );
}

function glazing(type) {
  const { line, edge } = bars[type].reduce(
    (paths, [x1, y1, x2, y2, width]) => {
      const lit = x1 === x2 ? `M${x1 - width / 2 + 1} ${y1}V${y2}` : `M${x1} ${y1 - width / 2 + 1}H${x2}`;
      return {
        line: `${paths.line}<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${wood}" stroke-width="${width}"/>`,
        edge: paths.edge + lit,
      };
    },
    { line: '', edge: '' },
  );
  const meeting = type === 'double' ? '<path d="M320 28v300" stroke="#0a120f" stroke-width="2.5"/>' : '';
  return `${line}<path d="${edge}" stroke="${woodLit}" stroke-width="1.6"/>${meeting}`;
}

function curtains(type) {
  if (type === 'half-curtain') return halfCurtain();
  const [left, right] = [60, 74];
  const side =
    `<path d="M34 28h${left}c16 110 4 210-24 300H34zM606 28h-${right}c-16 110-4 210 24 300h50z" fill="#5a3814" opacity=".46"/>` +
    '<path d="M46 28c8 120 4 220-4 300M64 28c10 120 4 220-12 300M80 28c12 120 4 210-18 300M594 28c-8 120-4 220 4 300M574 28c-10 120-4 220 12 300M554 28c-12 120-4 210 18 300" fill="none" stroke="#3f260c" stroke-opacity=".32" stroke-width="4"/>';
  return type === 'ladder' ? '' : side;
}

function halfCurtain() {
  let folds = '';
  for (let x = 34; x < 606; x += 26) folds += `M${x} 196c5 44-4 88 2 132h9c-5-44 4-88-1-132z`;
  return (
    '<path d="M34 196h572v132H34z" fill="#9a6a2c" opacity=".55"/>' +
    `<path d="${folds}" fill="#5a3814" opacity=".35"/><path d="M34 196h572" stroke="#2a1c0b" stroke-width="4"/>`
  );
}

/** Light from the room shines through it, so shadows play on it. */
function rollerBlind(down, light, shadows) {
  if (down <= 0) return '';
  const height = short(300 * down);
  return (
    `<clipPath id="blind"><path d="M34 28h572v${height}H34z"/></clipPath>` +
    `<path d="M34 28h572v${height}H34z" fill="${mix(light[0], '#fff6dd', 0.25)}" opacity=".62"/><g clip-path="url(#blind)">${shadows}</g>` +
    `<path d="M34 ${short(28 + 300 * down - 4)}h572v4H34z" fill="#7c4c1c" opacity=".8"/>`
  );
}
