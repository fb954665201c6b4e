import type { Lead } from '@voordeur/contracts/db';
import { mailableEmail } from '@voordeur/contracts/email';
import {
  browserEmail,
  cleanEmail,
  defaultLanguage,
  keptPage,
  keptReferrer,
  languages,
  type LeadFieldName,
  leadFieldNames,
  leadFields,
  lineOfText,
  linesOfText,
  simpleEmail,
  type StoredFields,
  textLanguages,
  textLimits,
  wireLanguageOf,
  withoutAddress,
} from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import type { CsvRow } from '../read-csv.js';
import { digestLine, lineId } from '../line-ids.js';

const line = new RegExp(lineOfText, 'u');
const lines = new RegExp(linesOfText, 'u');
const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isoForm =
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?(?: UTC)?))?)?$/;
/** As a Dutch or German spreadsheet writes it. With slashes the month may be first, so these aren't read. */
const dayFirstForms = ['d-M-yyyy H:mm:ss', 'd-M-yyyy H:mm', 'd-M-yyyy'];
const patternOf = { line, lines };

/**
 * The fields of a row by the rules of the forms; an empty one is null. Errors are added to `problems`, in words that
 * quote nothing from the row.
 */
export class LeadFields {
  readonly problems: string[] = [];

  constructor(
    private readonly cells: CsvRow['cells'],
    private readonly timeZone: string,
    private readonly now: Date,
  ) {}

  /** The fields of the form. */
  entered(kind: Lead['kind']): StoredFields {
    const entries = leadFieldNames.map((name) => [name, this.entry(name, kind)]);
    return Object.fromEntries(entries) as StoredFields;
  }

  private entry(name: LeadFieldName, kind: Lead['kind']): string | number | null {
    const { type, limit } = leadFields[name];
    const column = name.toLowerCase();
    if (name === 'email') return this.email(kind);
    if (name === 'idea') return this.text('message', limit, lines);
    if (name === 'language') return this.language();
    return type === 'seconds' ? this.seconds(column, limit) : this.text(column, limit, patternOf[type]);
  }

  private email(kind: Lead['kind']): string | null {
    // As it's typed there, without the characters that spreadsheets and other tools leave around an address.
    const email = cleanEmail(this.text('email', textLimits.email) ?? '');
    const pattern = kind === 'newsletter' ? simpleEmail : browserEmail;
    // The form of a video signup has no rule for it either.
    if (email !== '' && kind !== 'video-signup' && !pattern.test(mailableEmail(email)))
      this.problems.push('email is no address');
    return email === '' ? null : email;
  }

  private language(): Lead['language'] {
    const language = this.cell('language').toUpperCase();
    if (language === '') return null;
    const known = textLanguages.find((one) => [one.toUpperCase(), wireLanguageOf(one)].includes(language));
    if (known === undefined) this.problems.push(`language isn't one of ${languages.join(', ')}`);
    return wireLanguageOf(known ?? defaultLanguage);
  }

  private seconds(column: string, most: number): number | null {
    const text = this.cell(column);
    if (text === '') return null;
    if (!/^\d{1,5}$/.test(text) || Number(text) > most)
      this.problems.push(`${column} is no number of seconds`);
    return Number(text);
  }

  note(): string | null {
    return this.text('note', textLimits.note, lines);
  }

  oneOf<Value extends string>(column: string, values: readonly Value[]): Value | null {
    const text = this.cell(column);
    const value = values.find((one) => one === text.toLowerCase());
    if (text !== '' && value === undefined) this.problems.push(`${column} isn't one of ours`);
    return value ?? null;
  }

  /**
   * ISO 8601, or with a space for the T, or the day first (31-12-2026 14:05); a day is its midnight. Without an offset it's
   * in the site's time zone.
   */
  instant(column: string): Date | null {
    const text = this.cell(column);
    if (text === '') return null;
    const time = readTime(text, this.timeZone);
    if (!time.isValid)
      this.problems.push(`${column} is no date such as 2026-12-31 14:05 or 31-12-2026 14:05`);
    else if (time.toMillis() < 0) this.problems.push(`${column} is before 1970`);
    else if (time.toMillis() > this.now.getTime()) this.problems.push(`${column} is still to come`);
    else return time.toJSDate();
    return null;
  }

  receivedAt(): Date {
    if (this.cell('created_at') === '') this.problems.push('no created_at');
    return this.instant('created_at') ?? new Date(0);
  }

  visit(): Pick<Lead, 'visitMatch' | 'firstPage' | 'referrer' | 'utmSource' | 'utmMedium' | 'utmCampaign'> {
    const part = (name: string, kept = withoutAddress) => {
      const text = this.text(`visit.${name}`, textLimits.page);
      return text === null ? null : kept(text);
    };
    return {
      visitMatch: this.oneOf('visit.match', ['certain', 'ambiguous', 'unknown']) ?? 'unknown',
      firstPage: part('firstpage', keptPage),
      referrer: part('referrer', keptReferrer),
      utmSource: part('utmsource'),
      utmMedium: part('utmmedium'),
      utmCampaign: part('utmcampaign'),
    };
  }

  /** The id in an export of ours, so that a lead is the same one in every installation. */
  ownId(): string | null {
    const id = this.cell('id').toLowerCase();
    if (!uuidv7.test(id)) this.problems.push("id isn't one of ours");
    return id;
  }

  /** An id for a lead of another tool: the same for the same lead in every file. */
  idOf({
    kind,
    email,
    name,
    phone,
    idea,
    receivedAt,
  }: Pick<Lead, 'kind' | 'email' | 'name' | 'phone' | 'idea' | 'receivedAt'>): string {
    // The name was once part of the message.
    const words = [name, idea].filter((text) => text !== null).join('\n\n') || null;
    const content = JSON.stringify([kind, email?.toLowerCase(), phone, words]);
    return lineId(receivedAt.getTime(), digestLine(Buffer.from(content)), 0);
  }

  /** When their browser sent it, in an export of ours. */
  timestamp(): string | null {
    return this.text('timestamp', 100);
  }

  private text(column: string, limit: number, pattern = line): string | null {
    // Their message stays as they wrote it.
    const text = pattern === lines ? (this.cells[column] ?? '') : this.cell(column);
    if (text.length > limit) this.problems.push(`${column} is longer than ${limit} characters`);
    else if (!pattern.test(text)) this.problems.push(`${column} has control characters`);
    return text.trim() === '' ? null : text;
  }

  private cell(column: string): string {
    return (this.cells[column] ?? '').trim();
  }
}

function readTime(text: string, zone: string): DateTime {
  if (isoForm.test(text)) {
    // Go writes both the offset and the zone.
    const iso = text.replace(/([+-]\d\d:?\d\d) UTC$/, '$1').replace(/ ?UTC$/, 'Z');
    return DateTime.fromISO(iso.replace(' ', 'T').replace(' ', ''), { zone });
  }
  const times = dayFirstForms.map((form) => DateTime.fromFormat(text, form, { zone }));
  return times.find((time) => time.isValid) ?? DateTime.invalid('unknown form');
}
