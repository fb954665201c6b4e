/** Whether an `If-Match` or `If-None-Match` header names this tag (quoted). A weak one counts: our tags are strong. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((named) => named === tag || named === '*');
}
