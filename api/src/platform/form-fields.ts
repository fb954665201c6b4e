import { applyDecorators } from '@nestjs/common';
import {
  browserEmail,
  cleanEmail,
  languages,
  lineOfText,
  linesOfText,
  mostSelected,
  simpleEmail,
  textLimits,
} from '@voordeur/contracts/http';
import { IsInt, IsString, Matches, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { isCalendarDay, isRealDateTime } from './date-time.js';

const line = new RegExp(lineOfText, 'u');
const lines = new RegExp(linesOfText, 'u');
const uuid = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** One line of text of at most `limit` characters, without control characters. */
export const Line = (limit: number) => text(line, limit);

/** Text that may contain line breaks. */
export const Lines = (limit: number) => text(lines, limit);

/** The text of a search. Postgres can't store NUL, nor UTF-8 encode half a surrogate pair, so neither is accepted. */
export const SearchText = () =>
  applyDecorators(IsString(), Matches(/^[^\0\ud800-\udfff]*$/u, { message: '$property must be text' }));

/** More than white space. */
export const NotBlank = () => Matches(/\S/, { message: '$property must not be blank' });

/** An address that `<input type=email>` accepts. */
export const BrowserEmail = () => email(browserEmail);

/** The simple pattern of the newsletter and unsubscribe forms. */
export const SimpleEmail = () => email(simpleEmail);

const language = new RegExp(`^(${languages.join('|')})$`, 'i');
const languageList = new Intl.ListFormat('en', { type: 'disjunction' }).format(languages);

/** The code of one of the site's languages, in any case. */
export const LanguageCode = () =>
  applyDecorators(IsString(), Matches(language, { message: `$property must be ${languageList}` }));

/** An existing ISO 8601 date-time in the years 1970 to 2100. */
export const RealDateTime = () => MustBe('a real ISO 8601 date-time of 1970 to 2100', isRealDateTime);

/** An existing day, `YYYY-MM-DD`. */
export const CalendarDay = () => MustBe('a day, YYYY-MM-DD', isCalendarDay);

export const WholeSeconds = (min: number, max: number) => applyDecorators(IsInt(), Min(min), Max(max));

export const Uuid = () => applyDecorators(IsString(), Matches(uuid, { message: '$property must be a UUID' }));

/** The ids of a selection, at most `mostSelected`. */
export const Ids = () => MustBe(`1 to ${mostSelected} UUIDs`, isIdList);

function isIdList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostSelected) return false;
  return value.every((id) => typeof id === 'string' && uuid.test(id));
}

/** A value that `validate` accepts. */
export function MustBe(what: string, validate: (value: unknown) => boolean) {
  const defaultMessage = () => `$property must be ${what}`;
  return ValidateBy({ name: validate.name, validator: { validate, defaultMessage } });
}

function text(pattern: RegExp, limit: number) {
  return applyDecorators(
    IsString(),
    MaxLength(limit),
    Matches(pattern, { message: '$property must not hold control characters' }),
  );
}

/** An address is accepted with the brackets and marks that people paste around it. */
function email(pattern: RegExp) {
  return applyDecorators(
    Line(textLimits.email),
    ValidateBy({
      name: 'matches',
      constraints: [pattern],
      validator: {
        // A long text isn't cleaned, which would take long.
        validate: (value: unknown) =>
          typeof value === 'string' && value.length <= textLimits.email && pattern.test(cleanEmail(value)),
        defaultMessage: () => '$property must be an email address',
      },
    }),
  );
}
