import { mix } from '@voordeur/contracts/http';
import { bar, frame, outline, panel } from './palette.mjs';
import { soldierCourse } from './brick.mjs';
import { lerp, short } from './numbers.mjs';

/**
 * The front door, 280 × 600, standing on y = 600. `open` is 0 (shut) to 1 (ajar, as in the hero) and may go on to
 * about 3; `light` 0 to 1 is the light in the hall, seen through the fanlight and the slit.
 */
export function door(id, { open = 1, light = 1, note = '' } = {}) {
  const fan = [mix('#2a2618', '#ffe8b4', light), mix('#1c1d14', '#f0b95a', light)];
  return (
    defs(id, fan, light * (0.35 + 0.65 * Math.min(1, open))) +
    `<ellipse cx="90" cy="320" rx="270" ry="380" fill="url(#${id}-glow)"/>` +
    soldierCourse(2, 1, 276, 26) +
    `<rect x="6" y="28" width="268" height="572" fill="#0c1512"/><rect x="10" y="31" width="260" height="569" fill="${frame}"/><path d="M10 600V31h260v569" fill="none" stroke="#3a5d50"/>` +
    fanlight(id, mix('#3a321c', '#f7cf83', light)) +
    `<rect x="24" y="140" width="232" height="460" fill="#0c100c"/><rect x="24" y="140" width="232" height="460" fill="url(#${id}-hall)" opacity="${light}"/>` +
    leaf(id, open, light, note)
  );
}

function defs(id, fan, glow) {
  return (
    `<defs><linearGradient id="${id}-fan" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${fan[0]}"/><stop offset="1" stop-color="${fan[1]}"/></linearGradient>` +
    `<linearGradient id="${id}-hall"><stop offset="0" stop-color="#fff3d6"/><stop offset=".12" stop-color="#f9d388"/><stop offset=".45" stop-color="#c98d35"/></linearGradient>` +
    `<radialGradient id="${id}-glow"><stop offset="0" stop-color="#f0b95a" stop-opacity="${short(0.46 * glow)}"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="${id}-leaf"><stop offset="0" stop-color="#2b5042"/><stop offset=".3" stop-color="#1d372e"/><stop offset="1" stop-color="#152821"/></linearGradient>` +
    `<linearGradient id="${id}-brass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffe0a3"/><stop offset=".35" stop-color="#d9a24a"/><stop offset="1" stop-color="#6d4d1f"/></linearGradient>` +
    `<clipPath id="${id}-clip"><path d="M24 40h232v86H24z"/></clipPath></defs>`
  );
}

function fanlight(id, hub) {
  let rays = '';
  for (let ray = -5; ray <= 5; ray += 1) rays += `M140 126l${ray * 34} -106`;
  return (
    `<rect x="24" y="40" width="232" height="86" fill="url(#${id}-fan)"/><g clip-path="url(#${id}-clip)">` +
    `<path d="${rays}M84 126a56 56 0 01112 0" fill="none" stroke="${bar}" stroke-width="3.2"/>` +
    `<circle cx="140" cy="126" r="24" fill="${bar}"/><circle cx="140" cy="126" r="18" fill="${hub}"/></g>` +
    `<rect x="24" y="40" width="232" height="86" fill="none" stroke="${outline}" stroke-width="2"/>`
  );
}

/** The leaf turns inwards on its right side, so its left side goes back, narrower and less tall. */
function leaf(id, open, light, note) {
  const left = 24 + 34 * open;
  const at = (u, v) => {
    const depth = (1 - u) * open;
    return `${short(lerp(left, 256, u))} ${short(lerp(140 + 7 * depth, 600 - 10 * depth, v))}`;
  };
  const quad = (u1, v1, u2, v2) => `M${at(u1, v1)}L${at(u2, v1)}L${at(u2, v2)}L${at(u1, v2)}z`;
  const edge = short(0.85 * light * Math.min(1, open * 3));
  return (
    `<path d="${quad(0, 0, 1, 1)}" fill="url(#${id}-leaf)"/><path d="M${at(0, 0)}L${at(0, 1)}" stroke="#ffe8b4" stroke-width="1.6" opacity="${edge}"/>` +
    `<path d="${quad(0.11, 0.065, 0.92, 0.345)}${quad(0.11, 0.42, 0.92, 0.935)}" fill="${panel}" stroke="#335748"/>` +
    `<path d="${quad(0.14, 0.08, 0.89, 0.33)}${quad(0.14, 0.435, 0.89, 0.92)}" fill="none" stroke="${outline}"/>` +
    `<path d="${quad(0.27, 0.182, 0.76, 0.23)}" fill="url(#${id}-brass)"/><path d="${quad(0.31, 0.201, 0.72, 0.212)}" fill="#1b1307"/>${note}` +
    `<circle cx="${at(0.055, 0.385).split(' ')[0]}" cy="${at(0.055, 0.385).split(' ')[1]}" r="7.5" fill="url(#${id}-brass)"/>`
  );
}
