import { token, tokensFile } from './drawings/palette.mjs';
import { contrastOf } from './rendering/contrast.mjs';

/*
 * `make files NAME=brand` asks whether each colour of tokens.css can be read on its backgrounds, as WCAG 2.2 wants it: 4.5 of text
 * (1.4.3), and 3 of the edge of what can be used (1.4.11). Another file may be named.
 */
const [file = tokensFile] = process.argv.slice(2);

const words = ['text', 'text-2', 'text-3', 'lamp', 'lamp-hover', 'lamp-hi', 'alarm', 'ok'];
const pairs = [
  ...['night', 'street', 'paint', 'paint-2'].flatMap((ground) => [
    ...words.map((name) => [name, ground, 4.5]),
    ['edge', ground, 3],
  ]),
  // The words of a button on it.
  ...['lamp', 'lamp-hover'].map((ground) => ['ink', ground, 4.5]),
];

const faint = pairs.flatMap(([name, ground, least]) => {
  const contrast = contrastOf(token(name, file), token(ground, file));
  // Downwards, so that 4.49 doesn't read as the 4.5 it lacks.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
  return contrast < least ? [`${name} on ${ground}: a contrast of ${shown}, and it needs ${least}`] : [];
});
console.log(
  faint.length > 0 ? faint.join('\n') : `All ${pairs.length} pairs of colours can be read on each other.`,
);
if (faint.length > 0) process.exitCode = 1;
