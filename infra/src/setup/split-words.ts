/**
 * The words of `make setup ARGS='…'`, by quotes and backslashes as in a shell, and nothing else of a shell: $, ` and * are
 * letters like others. Throws for a quote that isn't closed.
 */
export function splitWords(text: string): string[] {
  const parts = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|(\s+)|([^])/g;
  const words: string[] = [];
  let word: string | undefined;
  for (const [, single, double, escaped, space, letter] of text.matchAll(parts)) {
    if (letter === "'" || letter === '"' || letter === '\\')
      throw new Error(`${letter} is never closed in ARGS=${text}`);
    if (space === undefined)
      word = (word ?? '') + (single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? escaped ?? letter ?? '');
    else if (word !== undefined) words.push(word);
    if (space !== undefined) word = undefined;
  }
  return word === undefined ? words : [...words, word];
}
