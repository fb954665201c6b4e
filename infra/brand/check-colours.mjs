import { colourSets, contrastOf, leastContrast, lightestGround, tokensOf } from '@voordeur/contracts/http';
import { token, tokensFile } from './drawings/palette.mjs';

/*
 * `make files NAME=brand` asks whether each colour of tokens.css, and of the sets that the owner may choose in its place, can
 * be read on its backgrounds, as WCAG 2.2 wants it: 4.5 of text (1.4.3), and 3 of the edge of what can be used (1.4.11).
 * Another file may be named.
 */
const [file = tokensFile] = process.argv.slice(2);

const grounds = ['night', 'street', 'paint', 'paint-2'];
const words = ['text', 'text-2', 'text-3', 'lamp', 'lamp-hover', 'lamp-hi', 'alarm', 'ok'];
const pairs = [
  ...grounds.flatMap((ground) => [
    ...words.map((name) => [name, ground, leastContrast]),
    ['edge', ground, 3],
  ]),
  // The words of a button on it.
  ...['lamp', 'lamp-hover'].map((ground) => ['ink', ground, leastContrast]),
];

const faint = colourSets.flatMap((set) => {
  const own = tokensOf({ set });
  const colourOf = (name) => own[name] ?? token(name, file);
  // The owner's own lamp colour is tried on that ground alone.
  const light = grounds.filter(
    (name) => contrastOf(colourOf(name), '#000000') > contrastOf(lightestGround, '#000000'),
  );
  return [
    ...pairs.flatMap(([name, ground, least]) => {
      const contrast = contrastOf(colourOf(name), colourOf(ground));
      // Downwards, so that 4.49 doesn't read as the 4.5 it lacks.
      const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
      return contrast < least
        ? [`${set}: ${name} on ${ground}: a contrast of ${shown}, and it needs ${least}`]
        : [];
    }),
    ...light.map((name) => `${set}: ${name} must not be lighter than ${lightestGround}`),
  ];
});
console.log(
  faint.length > 0
    ? faint.join('\n')
    : `All ${pairs.length} pairs of colours can be read on each other, in all ${colourSets.length} sets.`,
);
if (faint.length > 0) process.exitCode = 1;
