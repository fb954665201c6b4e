import { between, short } from '../drawings/numbers.mjs';
import { mix } from '../drawings/palette.mjs';
import { haloDef, walkingCat } from '../drawings/sill-objects.mjs';
import { learnRoom } from '../drawings/upright-window.mjs';

/**
 * What is behind the Learn window's glass at `t`, 0 to 1 of the loop: slow lamp light, and a cat that walks along
 * behind the things on the sill. At 0 it is the still drawing of the page.
 */
export function heroFrame(t) {
  const glow = 1 - 0.06 * Math.sin(t * Math.PI * 2) ** 2 - 0.03 * Math.sin(t * Math.PI * 4) ** 2;
  const way = Math.min(1, Math.max(0, (t - 0.12) / 0.76));
  const there = between(way, 0, 0.04) - between(way, 0.96, 1);
  const stops = ['#ffe3a6', '#f3bf63', '#c98a35'].map((colour) => mix(colour, '#8a5a20', (1 - glow) * 1.6));
  const walker =
    there > 0
      ? `<g transform="translate(${short(-60 + way * 340)} ${short(330 - Math.abs(Math.sin(way * 44)) * 0.9)}) scale(1)" opacity="${short(there * 0.7)}">${walkingCat('#4a2f10', way * 44)}</g>`
      : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="576" viewBox="20 42 180 288"><defs>${haloDef}` +
    `<linearGradient id="glass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${stops[0]}"/><stop offset=".55" stop-color="${stops[1]}"/><stop offset="1" stop-color="${stops[2]}"/></linearGradient></defs>` +
    `<path d="M20 42h180v288H20z" fill="url(#glass)"/>${learnRoom({ glow: short(glow), between: walker })}</svg>`
  );
}
