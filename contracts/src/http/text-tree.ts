import type { MessageTree } from '../messages/index.js';

/** Flattens a catalogue to dotted keys: `{ a: { b: 'x' } }` gives `{ 'a.b': 'x' }`. */
export function flattenTexts(tree: MessageTree, parent = ''): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(tree)) {
    const key = parent + name;
    if (typeof value === 'string') texts[key] = value;
    else Object.assign(texts, flattenTexts(value, `${key}.`));
  }
  return texts;
}

/** The reverse: `{ 'a.b': 'x' }` gives `{ a: { b: 'x' } }`, keeping the order. */
export function nestTexts(texts: Record<string, string>): MessageTree {
  const tree: MessageTree = {};
  for (const [key, text] of Object.entries(texts)) {
    const names = key.split('.');
    const last = names.pop() ?? key;
    let branch = tree;
    for (const name of names) branch = (branch[name] ??= {}) as MessageTree;
    branch[last] = text;
  }
  return tree;
}
