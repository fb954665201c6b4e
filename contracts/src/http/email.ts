/**
 * An address without what people, mail programs and spreadsheets put around it: white space, `<…>` and the name in front
 * of it, `mailto:`, a trailing `.`, `,`, `;` or `>`, and characters that nobody sees. The rest stays as it was typed.
 */
export function cleanEmail(text: string): string {
  const cleaned = text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^mailto:([^?]*).*$/isu, '$1')
    .replace(/^.*<(?=[^<]*@)/su, '')
    .replace(/[\s.,;>]+$/u, '');
  return cleaned === text ? text : cleanEmail(cleaned);
}

/** The address in the query of a link, whatever letter programs made of it: `EMAIL=`, `amp;email=`, a plus as a space. */
export function emailInQuery(query: Iterable<[string, string]>): string {
  const given = [...query].find(([name]) => /^(amp;)*email$/i.test(name))?.[1] ?? '';
  // Nobody has a space inside an address, so one that's there was a plus.
  return cleanEmail(given).replaceAll(' ', '+');
}
