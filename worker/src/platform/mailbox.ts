/** A mailbox as nodemailer takes it: in parts, so that nothing in it is read as a list or a header. */
export interface Mailbox {
  name: string;
  address: string;
}

/**
 * One address that means the same to every mail program: no quotes, commas, brackets or comments, which would make a
 * header or an SMTP command ambiguous. Letters of any script are allowed; the server decides whether to accept them.
 */
const plainAddress =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u;
const longest = 254;

/** Whether it's a single address that can't be read as anything else in a mail. */
export function isPlainAddress(text: string): boolean {
  return text.length <= longest && plainAddress.test(text);
}

/** `address` or `Name <address>`; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain, inBrackets, bare] =
    /^(?:(?:"([^"<>\p{Cc}]*)"|([^"<>\p{Cc}]*?)) ?<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? bare ?? '';
  return isPlainAddress(address) ? { name: quoted ?? plain ?? '', address } : null;
}
