/** Matches the example texts of site.config.json. */
const exampleWords =
  /voordeur[.-]example|^Your name here$|^(Example|Voorbeeld): |^Example town$|^Voorbeeldst|^1234 AB|\b00000000\b|goes here: what changed|^Hier komt één zin/;

/** Whether a text of site.config.json is still the example's. */
export const isExampleText = (text: string): boolean => exampleWords.test(text);

/** Whether a part of site.config.json has such a text anywhere. */
export function hasExampleText(part: unknown): boolean {
  if (typeof part === 'string') return isExampleText(part);
  return typeof part === 'object' && part !== null && Object.values(part).some(hasExampleText);
}
