/**
 * Patterns are JSON schema strings and are compiled with the `u` flag, so a surrogate in a class matches only a lone
 * one. Control characters are C0, DEL and C1; tabs are always allowed.
 */
const forbidden = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\ud800-\\udfff';

/** One line of text: no control characters except tabs, no line breaks, no lone surrogates. */
export const lineOfText = `^[^${forbidden}\\n\\r]*$`;
/** Text that may contain line breaks. */
export const linesOfText = `^[^${forbidden}]*$`;
/** A path as a browser sends it. */
export const pathOfPage = `^/[^${forbidden}\\n\\r]*$`;
/** Any UUID, or an empty string (an empty field counts as absent). */
export const uuidOrEmpty = '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$';

/** The spec's simple pattern for the newsletter and unsubscribe forms: text, @, text, dot, text, no spaces, no empty label. */
export const simpleEmail = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;
/**
 * Matches what `<input type=email>` accepts (HTML standard, "valid email address"). The domain may have letters of any
 * script: Chrome sends `bücher.example` as `xn--bcher-kva.example`, Firefox and Safari as it was typed.
 */
export const browserEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)*$/u;

/**
 * One address that means the same to every mail program: no quotes, commas, brackets or comments, which would make a
 * header or an SMTP command ambiguous. Letters of any script are allowed; the server decides whether to accept them.
 */
export const plainAddress =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u;

export const textLimits = {
  email: 254,
  name: 100,
  idea: 5_000,
  note: 5_000,
  subject: 200,
  reply: 10_000,
  phone: 32,
  page: 2_048,
  videoTitle: 200,
  videoId: 100,
} as const;

/** The signs that start a formula, with those that look like them: full width, small, raised and lowered, and the minus sign. */
const signs = '=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−';
/** Characters a spreadsheet may skip before a sign: white space, quotes, and invisible ones (Unicode's Cf). */
const skipped = '[\\s"\\p{Cf}]*';
const formulaAtStart = /* @__PURE__ */ new RegExp(`^${skipped}[${signs}]|^[\\t\\r]`, 'u');
/** Matches with or without a formula's sign, so that each run of white space is read once. */
const cellInside = /* @__PURE__ */ new RegExp(`([;\\t\\r\\n]${skipped})([${signs}])?`, 'gu');

/**
 * A text for a CSV cell that no spreadsheet runs as a formula: anything that starts like one gets an apostrophe in front.
 * That can be inside the text too, because a Dutch Excel splits a file at `;` and then ignores the quotes around a cell,
 * so a cell can start after any `;` or line break.
 */
export function safeCsvCell(text: string): string {
  const [start = ''] = formulaAtStart.exec(text) ?? [];
  const rest = text
    .slice(start.length)
    .replace(cellInside, (whole, before: string, sign?: string) => (sign ? `${before}'${sign}` : whole));
  return start === '' ? rest : `'${start}${rest}`;
}

const safeAtStart = /* @__PURE__ */ new RegExp(`^'(?=${skipped}[${signs}]|[\\t\\r])`, 'u');
const safeCellInside = /* @__PURE__ */ new RegExp(`([;\\t\\r\\n]${skipped})(?:'([${signs}]))?`, 'gu');

/** The text of a cell that `safeCsvCell` wrote; one that had such an apostrophe before loses it. */
export function readSafeCsvCell(cell: string): string {
  return cell
    .replace(safeAtStart, '')
    .replace(safeCellInside, (whole, before: string, sign?: string) => (sign ? before + sign : whole));
}
