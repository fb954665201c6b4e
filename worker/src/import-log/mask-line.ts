import { isIPv6 } from 'node:net';

const longestShown = 160;

const quotedField = /"((?:[^"\\]|\\.)*)("|$)/gs;
const requestForm = /^([A-Z]{3,10}) ([^ ?#]*)\S*( HTTP\/[\d.]+)?$/;

/** In order: each sees what the previous ones have left. */
const personal: [pattern: RegExp, mask: (found: string) => string][] = [
  [/[^\s"<>]+@[^\s"<>]+/g, () => '<email>'],
  [/^[^\s"<>]*[.:][^\s"<>]*/g, () => '<address>'], // a host's name, where a log has its address
  [/\b\d{1,3}(?:[.-]\d{1,3}){3}\b/g, () => '<address>'],
  [/(?<![\w:])[\da-f.:]{2,45}(?![\w:])/gi, (found) => (isIPv6(found) ? '<address>' : found)],
  [/\?[^\s"<>]+/g, () => '?…'],
  // A product and its version: an agent without its quotes. Not a path, not a date, not the protocol.
  [/(?<![/\w.-])(?!HTTP\/)[A-Za-z][\w.-]*\/\d.*$/g, () => '<agent>'],
];

/**
 * A bad line as it can be shown to someone who wants to see what's wrong with it. Personal data is masked wherever it
 * is, because a bad line has no fixed fields: addresses, user, user agent, referrer, queries and email addresses.
 * Characters that could control a terminal are replaced.
 */
export function maskLine(line: string): string {
  const printable = line.slice(0, 4 * longestShown).replace(/\p{C}/gu, '·');
  const bracket = printable.indexOf(' [');
  const fields = bracket === -1 ? '' : maskFields(printable.slice(0, bracket));
  const quotes = printable.slice(fields === '' ? 0 : bracket).replace(quotedField, maskQuoted);
  const masked = `${fields}${withoutPersonal(quotes)}`;
  return masked.length > longestShown ? `${masked.slice(0, longestShown)}…` : masked;
}

/** The fields before the time in a log: address, ident, user. */
function maskFields(fields: string): string {
  const [, ...others] = fields.split(' ');
  return ['<address>', ...others.map((field) => (field === '-' ? '-' : '<user>'))].join(' ');
}

function maskQuoted(_whole: string, field: string, end: string): string {
  const [, method, path, protocol = ''] = requestForm.exec(field) ?? [];
  if (method !== undefined && path !== undefined) return `"${method} ${path}${protocol}${end}`;
  return field === '-' || field === '' ? `"${field}${end}` : `"<text>${end}`;
}

function withoutPersonal(text: string): string {
  return personal.reduce((left, [pattern, mask]) => left.replace(pattern, mask), text);
}
