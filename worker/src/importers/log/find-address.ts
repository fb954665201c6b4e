import { canonicalAddress } from '@voordeur/server';

/** Why a line has no visitor. */
export type NoAddress = 'no address' | 'a host name in place of an address';

/** Prefixes that collectors of logs and grep add to a line, in the order in which they can follow one another. */
const prefixes = [
  // grep: the file's name, then with -n the number of the line. An IPv6 address may begin with a number too (2001:…).
  /^(?!\[|\d{4}-\d\d-\d\dT)(?=[^\s:]*[^\s:\da-f])[!-9;-~]{1,512}:(?=\d+\.|[\da-f]{1,12}:[\da-f:.]*|<\d|\d{4}-|[a-z]{3} [ \d]\d )/i,
  /^(?![23]\d{3}:)\d{1,12}:(?=\d+\.\d+\.|[23][\da-f]{3}:)/i,
  // docker compose, docker service
  /^[\w.@-]{1,255} +\| /,
  // kubectl logs --prefix
  /^\[[!-Z^-~]{1,255}\] /,
  // syslog's priority, and with the version of RFC 5424 all of its fields
  /^<\d{1,3}>1 [!-~]{1,64} [!-~]{1,255} [!-~]{1,48} [!-~]{1,128} [!-~]{1,32} (?:-|\[[ -Z^-~]{0,1024}\]) /,
  /^<\d{1,3}>/,
  // the time of Kubernetes, docker logs -t and journald, or that of syslog
  /^\d{4}-\d\d-\d\dT[\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d) (?:std(?:out|err) [FP] )?/,
  /^[a-z]{3} [ \d]\d \d\d:\d\d:\d\d /i,
  // syslog's host and program
  /^(?:[!-~]{1,255} )?[A-Za-z][\w./-]{0,63}(?:\[\d{1,10}\])?: /,
];

/** How many characters, all of them ASCII, a collector has put in front of a line. */
export function prefixLength(line: string): number {
  let rest = line;
  for (const prefix of prefixes) rest = rest.replace(prefix, '');
  return line.length - rest.length;
}

const withPort = /^(?:\[([\da-f:.]+(?:%\w+)?)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i;

/**
 * The visitor's address, in its canonical spelling, of the fields before a line's time: `address ident user`, perhaps
 * with the host that was asked for, or the proxy, in front. If proxies passed on several addresses, it's the first. A
 * user's name may hold blanks.
 */
export function findAddress(fields: string): string | { malformed: NoAddress } {
  const [first = '', second = '', ...others] = fields.replaceAll(', ', ',').trimEnd().split(' ');
  const address = (others.length >= 2 ? readAddress(second) : null) ?? readAddress(first);
  if (address !== null && (others.length > 0 || second !== '')) return address;
  return {
    malformed: /^[\w-]+(?:\.[\w-]+)+\.?$/.test(first) ? 'a host name in place of an address' : 'no address',
  };
}

function readAddress(field: string): string | null {
  for (const one of field.split(',')) {
    const [, bracketed, beforePort] = withPort.exec(one) ?? [];
    const address = canonicalAddress(bracketed ?? beforePort ?? one);
    if (address !== null) return address;
  }
  return null;
}
