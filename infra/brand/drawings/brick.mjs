import { bricks, mortar, soldiers } from './palette.mjs';
import { seededRandom } from './seeded-random.mjs';
import { short } from './numbers.mjs';

const [tileWidth, tileHeight, course] = [352, 176, 11];
const [length, height] = [42, 9];

/** One tile of wall, 352 × 176, half-brick bond, four tones in four paths; repeats without a seam. */
function brickTile(seed = 7) {
  const random = seededRandom(seed);
  const paths = bricks.map(() => '');
  for (let y = 0, row = 0; y < tileHeight; y += course, row += 1) {
    for (let x = row % 2 === 0 ? 0 : 22; x < tileWidth; x += length + 2) {
      const tone = Math.floor(random() * bricks.length);
      paths[tone] += `M${x} ${y}h${length}v${height}h-${length}z`;
      // The brick that leaves on the right comes in on the left.
      if (x + length > tileWidth) paths[tone] += `M${x - tileWidth} ${y}h${length}v${height}h-${length}z`;
    }
  }
  const wall = paths.map((d, tone) => `<path d="${d}" fill="${bricks[tone]}"/>`).join('');
  return `<rect width="${tileWidth}" height="${tileHeight}" fill="${mortar}"/>${wall}`;
}

/** A `<pattern>` of wall under the given id. */
export function brickPattern(id, scale = 1) {
  return `<pattern id="${id}" width="${tileWidth}" height="${tileHeight}" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})">${brickTile()}</pattern>`;
}

/** The course of standing bricks over an opening, leaning outwards from its middle. */
export function soldierCourse(x, y, width, tall) {
  const count = Math.round(width / 11);
  const step = width / count;
  let course = '';
  for (let index = 0; index < count; index += 1) {
    const lean = ((count - 1) / 2 - index) * 0.32;
    course += `<path d="M${short(x + index * step - lean)} ${y}h${short(step - 1.8)}l${short(lean)} ${tall}h${short(1.8 - step)}z" fill="${soldiers[index % soldiers.length]}"/>`;
  }
  return course;
}
