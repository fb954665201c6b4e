/** The path of a text of the page in the owner's config (`videos[2].title`); null if it's not from there. */
export function placeInConfig(shown: string, config: unknown): string | null {
  const wanted = withSingleSpaces(shown);
  const all = [...stringsIn(config, '')];
  const exact = all.find(({ value }) => value === wanted);
  // A page may put words around a name.
  const within = all.find(({ value }) => value.length > 2 && wanted.includes(value));
  return (exact ?? within)?.place ?? null;
}

function* stringsIn(config: unknown, place: string): Generator<{ place: string; value: string }> {
  if (typeof config === 'string') yield { place, value: withSingleSpaces(config) };
  else if (Array.isArray(config))
    for (const [index, one] of config.entries()) yield* stringsIn(one, `${place}[${index}]`);
  else if (typeof config === 'object' && config !== null)
    for (const [name, one] of Object.entries(config))
      yield* stringsIn(one, place === '' ? name : `${place}.${name}`);
}

const withSingleSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
