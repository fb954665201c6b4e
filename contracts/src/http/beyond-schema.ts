import { isLampFaint } from './colours.js';
import { repeatedSlugs, type SiteConfig } from './site-config.js';

// Not in site-config.ts, which every visitor loads: it brings the arithmetic of colours.
/** Fields that match the schema and won't do all the same, with the reason: a schema can't compare them with others. */
export function findBeyondSchema({
  streets,
  videos,
  colours,
}: Pick<SiteConfig, 'streets' | 'videos' | 'colours'>): { field: string; message: string }[] {
  const ids = videos.map(({ id }) => id);
  return [
    ...repeatedSlugs(streets).map((index) => ({
      field: `streets.${index}.page.slug`,
      message: "is another case's too",
    })),
    ...ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [{ field: `videos.${index}.id`, message: "is another video's too" }] : [],
    ),
    ...(isLampFaint(colours?.lamp) ? [{ field: 'colours.lamp', message: 'is too dark to be read' }] : []),
  ];
}
