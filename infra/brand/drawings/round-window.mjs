import { frame, outline } from './palette.mjs';
import { cat, lamp, standing, vase } from './sill-objects.mjs';

/** The round window, 300 × 300: cat, vase and lamp. */
export function roundWindow(id) {
  let joints = '';
  for (let turn = 0; turn < 36; turn += 1) {
    const [x, y] = [Math.sin((turn * Math.PI) / 18), -Math.cos((turn * Math.PI) / 18)];
    joints += `M${(150 + x * 150).toFixed(2)} ${(150 + y * 150).toFixed(2)}L${(150 + x * 136).toFixed(2)} ${(150 + y * 136).toFixed(2)}`;
  }
  return (
    `<defs><radialGradient id="${id}-light" cx=".62" cy=".42" r=".8"><stop offset="0" stop-color="#fff0cc"/><stop offset=".42" stop-color="#f0b95a"/><stop offset="1" stop-color="#80531d"/></radialGradient>` +
    `<radialGradient id="${id}-glow"><stop offset=".45" stop-color="#f0b95a" stop-opacity=".32"/><stop offset=".7" stop-color="#f0b95a" stop-opacity=".1"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient>` +
    `<clipPath id="${id}-clip"><circle cx="150" cy="150" r="124"/></clipPath></defs>` +
    `<circle cx="150" cy="150" r="300" fill="url(#${id}-glow)"/><circle cx="150" cy="150" r="150" fill="#2b1d18"/><path d="${joints}" stroke="#0e1110" stroke-width="2"/>` +
    `<circle cx="150" cy="150" r="137" fill="${frame}" stroke="${outline}" stroke-width="2"/><circle cx="150" cy="150" r="124" fill="url(#${id}-light)"/>` +
    `<g clip-path="url(#${id}-clip)"><path d="M0 232h300v80H0z" fill="#2a1c0b"/>` +
    standing(212, 233, 1.2, lamp('#2a1c0b')) +
    standing(104, 233, 1.15, cat('#2a1c0b')) +
    standing(172, 233, 0.8, vase('#2a1c0b')) +
    `<path d="M20 20h120L60 280H20z" fill="#fff" opacity=".07"/></g>` +
    `<path d="M150 26v248M26 118h248" stroke="${frame}" stroke-width="7"/><path d="M146.5 26v248M26 114.5h248" stroke="#3a5d50"/><circle cx="150" cy="150" r="124" fill="none" stroke="${outline}" stroke-width="2"/>`
  );
}
