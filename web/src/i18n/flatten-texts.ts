import type { MessageTree } from '@voordeur/contracts/messages';

/** A nested catalogue as one level of dotted keys: `{ a: { b: 'x' } }` gives `{ 'a.b': 'x' }`. */
export function flattenTexts(tree: MessageTree, parent = ''): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(tree)) {
    const key = parent + name;
    if (typeof value === 'string') texts[key] = value;
    else Object.assign(texts, flattenTexts(value, `${key}.`));
  }
  return texts;
}
