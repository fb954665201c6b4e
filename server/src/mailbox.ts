import { plainAddress, textLimits } from '@voordeur/contracts/http';

/** A mailbox as nodemailer takes it: in parts, so that nothing in it is read as a list or a header. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Whether it's a single address that can't be read as anything else in a mail. */
export function isPlainAddress(text: string): boolean {
  return text.length <= textLimits.email && plainAddress.test(text);
}

/** `address` or `Name <address>`; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain, inBrackets, bare] =
    /^(?:(?:"([^"<>\p{Cc}]*)"|([^"<>\p{Cc}]*?)) ?<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? bare ?? '';
  return isPlainAddress(address) ? { name: quoted ?? plain ?? '', address } : null;
}
