import type { Street } from '@voordeur/contracts/http';

/** Settings without the stories and quotes of cases, which only their own pages carry (`case-words.ts`). */
export function withoutStories<Settings extends { streets?: Street[] | null }>(settings: Settings): Settings {
  const streets = settings.streets?.map(({ page, ...street }) =>
    page ? { ...street, page: { slug: page.slug } } : street,
  );
  return streets ? { ...settings, streets } : settings;
}
