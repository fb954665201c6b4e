const escapes = /((?:\\x[0-9a-fA-F]{2})+)|\\(.)/gs;

const named: Record<string, string> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t', v: '\v', b: '\b' };

/**
 * Undoes what web servers do to a quoted field: `\"`, `\\` and `\n` of Apache, `\x22` of both. nginx writes each
 * byte beyond ASCII as `\xHH`, so a run of them is read as UTF-8. Any other backslash stands for itself.
 */
export function unescapeField(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escapes, (whole: string, bytes: string | undefined, letter: string | undefined) =>
    bytes === undefined
      ? (named[letter ?? ''] ?? whole)
      : Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString(),
  );
}
