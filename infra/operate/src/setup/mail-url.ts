/**
 * A mail server's address whose user and password were typed as they are: what an address can't hold (an @, a /) is encoded.
 * Anything else comes back unchanged, and so does what is encoded already.
 */
export function mailUrl(typed: string): string {
  // The password may hold an @ itself, so the last one ends it.
  const [, scheme, user, password, rest] = /^(smtps?:\/\/)([^:]*):(.*)@([^@]*)$/.exec(typed) ?? [];
  if (scheme === undefined || user === undefined || password === undefined || rest === undefined)
    return typed;
  return `${scheme}${encoded(user)}:${encoded(password)}@${rest}`;
}

const encoded = (text: string) => (/%[0-9a-f]{2}/i.test(text) ? text : encodeURIComponent(text));
