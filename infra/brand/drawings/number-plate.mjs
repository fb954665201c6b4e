import { lamp, night } from './palette.mjs';

/** An enamel house number, `height` units high, its top left corner at (x, y). */
export function numberPlate(x, y, number, height = 28) {
  const unit = height / 28;
  const width = (number.length > 1 ? 44 : 34) * unit;
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${5 * unit}" fill="${night}" stroke="${lamp}" stroke-width="${1.5 * unit}"/>` +
    `<rect x="${x + 2.6 * unit}" y="${y + 2.6 * unit}" width="${width - 5.2 * unit}" height="${height - 5.2 * unit}" rx="${3 * unit}" fill="none" stroke="${lamp}" stroke-opacity=".35" stroke-width="${0.8 * unit}"/>` +
    `<text x="${x + width / 2}" y="${y + height / 2 + 5.4 * unit}" text-anchor="middle" font-family="Familjen Grotesk Variable" font-weight="600" font-size="${15.5 * unit}" fill="${lamp}">${number}</text>`
  );
}
