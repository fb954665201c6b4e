import type { Guide, Street } from '@voordeur/contracts/http';

interface Hiding {
  streets?: Street[] | null;
  guide?: Guide | null;
}

/**
 * Settings as browsers get them: without the stories and quotes of cases, which only their own pages carry
 * (`case-words.ts`), and without the path of the guide, which is given for an address.
 */
export function publicSettings<Settings extends Hiding>(settings: Settings): Settings {
  const streets = settings.streets?.map(({ page, ...street }) =>
    page ? { ...street, page: { slug: page.slug } } : street,
  );
  const guide = settings.guide && { ...settings.guide, file: undefined };
  return { ...settings, ...(streets && { streets }), ...(guide && { guide }) };
}
