/**
 * Removes what people, mail programs and spreadsheets put around an address: white space, `<…>` and the text before or
 * after it, `mailto:`, a trailing `.`, `,`, `;` or `>`, and characters that nobody sees. The rest stays as it was
 * typed.
 */
export function cleanEmail(text: string): string {
  const cleaned = text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^mailto:([^?]*).*$/isu, '$1')
    .replace(/^.*<(?=[^<]*@)/su, '');
  const at = cleaned.indexOf('@');
  const end = cleaned.indexOf('>');
  const inside = (at !== -1 && end > at ? cleaned.slice(0, end) : cleaned).replace(/[\s.,;>]+$/u, '');
  return inside === text ? text : cleanEmail(inside);
}

/** The address in the query of a link, whatever letter programs made of it: `EMAIL=`, `amp;email=`, a plus as a space. */
export function emailInQuery(query: Iterable<[string, string]>): string {
  const given = [...query].find(([name]) => /^(amp;)*email$/i.test(name))?.[1] ?? '';
  // Nobody has a space inside an address, so one that's there was a plus.
  return cleanEmail(given).replaceAll(' ', '+');
}
