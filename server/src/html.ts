/** HTML that is safe to put into a page as it is. */
export class Html {
  constructor(readonly source: string) {}
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template whose values are escaped, in text and in quoted attributes alike, unless they are `Html`. Not named
 * `html`: Prettier would reformat such templates and add spaces where a text has none.
 */
export function markup(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(sourceOf)));
}

function sourceOf(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(sourceOf).join('\n');
  if (value instanceof Html) return value.source;
  return value.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
