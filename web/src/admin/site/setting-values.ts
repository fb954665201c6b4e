import {
  documentPath,
  type LegalDocument,
  type PerLanguage,
  type SiteConfig,
  type SiteSettingKey,
  type TextLanguage,
  textLanguages,
} from '@voordeur/contracts/http';

/** Reads a part of a setting's value: `before.number.en` of a case. Undefined if it has none. */
export function partOf(value: unknown, steps: string[]): unknown {
  return steps.reduce<unknown>(
    (whole, step) => (whole as Record<string, unknown> | null | undefined)?.[step],
    value,
  );
}

/** Returns a copy with a text as one part, without the parts that an empty text leaves empty; null if that is all of it. */
export function withPart(value: unknown, [step, ...inner]: string[], text: string): unknown {
  if (step === undefined) return text === '' ? null : text;
  const part = withPart(partOf(value, [step]), inner, text);
  // A case that is still empty keeps its place.
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (`${index}` === step ? (part ?? {}) : one));
  const parts = Object.entries({ ...(value as Record<string, unknown> | null), [step]: part });
  const left = parts.filter(([, one]) => one !== null);
  return left.length === 0 ? null : Object.fromEntries(left);
}

/** Returns a value as it's saved: trimmed, without empty parts, null if nothing is left. */
export function valueToSave(key: SiteSettingKey, value: unknown): unknown {
  const tidied = tidy(value);
  if (tidied === null || typeof tidied !== 'object') return tidied;
  // Links in one language alone: the others have none.
  return key === 'social' ? { en: {}, ...tidied } : tidied;
}

function tidy(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => tidy(one) ?? {});
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value)
    .map(([name, part]) => [name, tidy(part)] as const)
    .filter(([, part]) => part !== null);
  return parts.length === 0 ? null : Object.fromEntries(parts);
}

/** Returns the documents with another one in a language; a document that is the first one in every language is that again. */
export function withDocument(
  documents: SiteConfig['documents'],
  first: SiteConfig['documents'],
  { name, language, path }: { name: LegalDocument; language: TextLanguage; path: string },
): SiteConfig['documents'] {
  const paths = Object.fromEntries(
    textLanguages.map((one) => [one, one === language ? path : documentPath(documents[name], one)]),
  ) as PerLanguage<string>;
  const isFirst = textLanguages.every((one) => paths[one] === documentPath(first[name], one));
  return { ...documents, [name]: isFirst ? first[name] : paths };
}

/** Whether two values are the same, in whichever order their parts are. */
export function isSame(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * Every text of a value with its path (`streets.0.name.en`); the days off are one, and a yes is too. Without colours of its
 * own the site has the evening's.
 */
export function partsOf(path: string, value: unknown): { path: string; value: string | string[] }[] {
  if (typeof value === 'string' || path === 'daysOff') {
    const isEmpty = value === null || (value as string | string[]).length === 0;
    return isEmpty ? [] : [{ path, value: value as string | string[] }];
  }
  if (path === 'colours' && value === null) return [{ path: 'colours.set', value: 'evening' }];
  if (value === true) return [{ path, value: 'yes' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, part]) => partsOf(`${path}.${step}`, part));
}
