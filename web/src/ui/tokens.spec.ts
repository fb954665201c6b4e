import { expect, it } from 'vitest';
import { readToken } from '../build/read-token';

/**
 * The palette's contrasts: change the colours of tokens.css as you like, as long as these hold. WCAG 2.2 wants 4.5 : 1 of text
 * (1.4.3) and 3 : 1 of the edge of what can be used (1.4.11).
 */
const grounds = ['night', 'street', 'paint', 'paint-2'];
const pairs: [name: string, ground: string, least: number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ...['text', 'text-2', 'text-3', 'lamp', 'lamp-hover', 'lamp-hi', 'alarm', 'ok'].map(
      (name): [string, string, number] => [name, ground, 4.5],
    ),
    ['edge', ground, 3],
  ]),
  // The words of a button on it.
  ...['lamp', 'lamp-hover'].map((ground): [string, string, number] => ['ink', ground, 4.5]),
];

it.each(pairs)('%s on %s has a contrast of at least %f', (name, ground, least) => {
  const [lighter = 0, darker = 0] = [name, ground].map(luminanceOf).sort((a, b) => b - a);
  expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(least);
});

/** Relative luminance (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminanceOf(name: string): number {
  const colour = readToken(name);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
