import { canonicalAddress } from '@voordeur/server';

const longestShown = 160;

/** Separators between words; they're shown as they are. */
const word = /[^\s"'[\](){}<>,|]+/g;
const text = '<text>';

/** Words that tell of nobody: punctuation, a method, the protocol, a small number, a day or a time. */
const harmless =
  /^(?:[!-/:-@[-`{-~·]+|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE|PRI|HTTP\/[\d.]{1,4}|\d{1,3}|\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d{1,2}\/[A-Za-z]{3}\/\d{4}(?::\d\d){3}|[+-]\d\d:?\d\d)$/;
const path = /^(\/[^?#;&=@%]*)([?#;&=@%]?)/;

/**
 * A bad line, safe to show for debugging: its form, its time, methods and paths. A bad line has no fixed fields, so any
 * other word may be a person's and is masked. Characters that could control a terminal are replaced.
 */
export function maskLine(line: string): string {
  const printable = line.slice(0, 4 * longestShown).replace(/\p{C}/gu, '·');
  // The fields before the time are an address and a user's name, which can be any word.
  const bracket = printable.search(/ \[\d\d\//);
  const start = printable.slice(0, Math.max(bracket, 0)).replace(word, (found) => maskWord(found, /^-$/));
  const end = printable.slice(Math.max(bracket, 0)).replace(word, (found) => maskWord(found, harmless));
  const masked = `${start}${end}`.replaceAll(/<text>(?: <text>)+/g, text);
  return masked.length > longestShown ? `${masked.slice(0, longestShown)}…` : masked;
}

function maskWord(found: string, shown: RegExp): string {
  if (shown.test(found)) return found;
  if (canonicalAddress(found) !== null) return '<address>';
  const [, beforeQuery, mark = ''] = (shown === harmless ? path.exec(found) : null) ?? [];
  if (beforeQuery === undefined || mark === '@' || mark === '%') return text;
  return mark === '' ? beforeQuery : `${beforeQuery}${mark}…`;
}
