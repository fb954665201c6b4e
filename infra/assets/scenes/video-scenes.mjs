import { between, short } from '../drawings/numbers.mjs';
import { seededRandom } from '../drawings/seeded-random.mjs';
import { books, cat, kettle, lamp, plant, radio, standing, steam, vase } from '../drawings/sill-objects.mjs';
import { wideWindow } from '../drawings/wide-window.mjs';
import {
  envelopesToRows,
  keysAreYours,
  quoteWritesItself,
  reportOvernight,
  sortCards,
  weekFillsUp,
} from './shadow-plays.mjs';

const sill = 328;

/**
 * Each video's window: its type, light, play, and what stands on its sill at `t`, 0 to 1 of the loop. Nothing
 * stands left of 100: a page lays its play button there.
 */
const videos = [
  {
    window: { type: 'cross', kelvin: 3000, lightX: 0.3 },
    play: sortCards,
    things: (t, glow) => standing(168, sill, 1.4, plant()) + standing(548, sill, 1.35, lamp(undefined, glow)),
  },
  {
    window: { type: 'ladder', kelvin: 2700, lightX: 0.38 },
    play: envelopesToRows,
    things: () => standing(176, sill, 1.1, radio()) + standing(552, sill, 1.25, vase()),
  },
  {
    window: { type: 'three-part', kelvin: 3500, lightX: 0.5 },
    play: quoteWritesItself,
    things: (t) =>
      standing(164, sill, 1.5, books()) +
      standing(520, sill, 1.35, cat(undefined, Math.sin(t * Math.PI * 8) * 9)),
  },
  {
    window: { type: 'double', kelvin: 2850, lightX: 0.62 },
    play: reportOvernight,
    things: (t) =>
      standing(182, sill, 1.35, kettle() + steam((t * 6) % 1, 0.8)) + standing(566, sill, 1.2, plant()),
  },
  {
    window: { type: 'toplight', kelvin: 3200, lightX: 0.24 },
    play: weekFillsUp,
    things: (t, glow) => standing(150, sill, 1.5, lamp(undefined, glow)) + standing(574, sill, 1.3, vase()),
  },
  {
    window: { type: 'half-curtain', kelvin: 2700, lightX: 0.5 },
    play: keysAreYours,
    things: (t) =>
      standing(200, sill, 1.5, cat(undefined, Math.sin(t * Math.PI * 6) * 10)) +
      standing(470, sill, 1.5, books()),
  },
];

export const videoCount = videos.length;

/** The picture of video `number` (from 1) at `t`, 0 to 1 of its loop, which ends as it began. */
export function videoFrame(number, t) {
  const { window, play, things } = videos[number - 1];
  const blind = between(t, 0.05, 0.13) - between(t, 0.9, 0.98);
  const shown = between(t, 0.13, 0.15) - between(t, 0.87, 0.9);
  const act = Math.min(1, Math.max(0, (t - 0.14) / 0.62));
  // Two slow waves that both come round once a loop.
  const glow = 1 + 0.035 * Math.sin(t * Math.PI * 4) + 0.02 * Math.sin(t * Math.PI * 10) - 0.02 * blind;
  const drawing = wideWindow({
    ...window,
    glow,
    blind,
    back: `<g opacity="${short(shown)}">${play(act)}</g>`,
    front: things(t, Math.min(1, glow * 0.95)),
    rain: rain(t),
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 640 360">${drawing}</svg>`;
}

/** Thin rain before the glass; each drop falls a whole number of times in a loop. */
function rain(t) {
  const random = seededRandom(42);
  let drops = '';
  for (let drop = 0; drop < 16; drop += 1) {
    const [x, start, rounds, length] = [
      34 + random() * 572,
      random(),
      5 + Math.floor(random() * 4),
      14 + random() * 18,
    ];
    const y = -40 + ((start + t * rounds) % 1) * 420;
    drops += `M${short(x)} ${short(y)}v${short(length)}`;
  }
  return `<path d="${drops}" stroke="#fff" stroke-width="1.1" opacity=".16"/>`;
}
