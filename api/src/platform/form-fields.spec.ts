import { languages, mostSelected } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.js';
import {
  BrowserEmail,
  CalendarDay,
  Ids,
  LanguageCode,
  Line,
  Lines,
  NotBlank,
  RealDateTime,
  SearchText,
  SimpleEmail,
  Uuid,
  WholeSeconds,
} from './form-fields.js';
import { parseDto } from './validation.pipe.js';

/** The problem with a field's value under this rule; null if it is valid. */
function problem(rule: PropertyDecorator, value: unknown): string | null | undefined {
  class Form {
    field!: unknown;
  }
  rule(Form.prototype, 'field');
  try {
    parseDto(Form, { field: value }, 'invalid-body');
    return null;
  } catch (error) {
    return (error as ApiError).body().details?.[0]?.message;
  }
}

const id = '01A21b4e-e32f-7adf-8a0e-c4fb73194950';
const control = 'field must not hold control characters';
const noMail = 'field must be an email address';
const noUuid = 'field must be a UUID';
const noLanguage = `field must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(languages)}`;
const noIds = `field must be 1 to ${mostSelected} UUIDs`;
const noDay = 'field must be a day, YYYY-MM-DD';
const noTime = 'field must be a real ISO 8601 date-time of 1970 to 2100';
const notText = 'field must be a string';

it.each<[string, PropertyDecorator, unknown, string | null]>([
  ['a line', Line(5), 'a\tb é', null],
  ['a line with a character of two units', Line(5), 'a 😀', null],
  ['lines with a character of two units', Lines(5), '😀\n😀', null],
  ['a longer line', Line(5), 'abcdef', 'field must be shorter than or equal to 5 characters'],
  ['two lines', Line(5), 'a\nb', control],
  ['a number', Line(5), 12, notText],
  ['two lines', Lines(5), 'a\nb\r', null],
  ['a bell', Lines(5), 'a\u0007', control],
  ['half a character', Lines(5), 'a\ud800', control],
  ['a search', SearchText(), 'a\u0007\nb 😀', null],
  ['a search with NUL', SearchText(), 'a\0', 'field must be text'],
  ['a search with half a character', SearchText(), '\udfffa', 'field must be text'],
  ['a list for a search', SearchText(), ['a'], notText],
  ['something', NotBlank(), ' a ', null],
  ['white space', NotBlank(), ' \n\t', 'field must not be blank'],
  ['an address', BrowserEmail(), 'a@localhost', null],
  ['an address', SimpleEmail(), 'é+x@exa_mple.org', null],
  ['an address that no browser accepts', BrowserEmail(), 'é@example.org', noMail],
  ['an address without a dot', SimpleEmail(), 'a@localhost', noMail],
  ['two lines with an address', SimpleEmail(), 'a@b.c\n', control],
  ['a long address', SimpleEmail(), `${'a'.repeat(250)}@b.c`, null],
  [
    'a longer one',
    SimpleEmail(),
    `${'a'.repeat(251)}@b.c`,
    'field must be shorter than or equal to 254 characters',
  ],
  ['a language', LanguageCode(), 'eng', null],
  ['a language in capitals', LanguageCode(), 'NL', null],
  ['two languages', LanguageCode(), 'NLDE', noLanguage],
  ['a language and more', LanguageCode(), 'xNL', noLanguage],
  ['no language', LanguageCode(), 5, notText],
  ['a time', RealDateTime(), '2026-11-21T03:05:15Z', null],
  ['a day for a time', RealDateTime(), '2026-11-21', noTime],
  ['a day', CalendarDay(), '2026-11-21', null],
  ['a day that does not exist', CalendarDay(), '2026-02-30', noDay],
  ['the fewest seconds', WholeSeconds(0, 60), 0, null],
  ['the most seconds', WholeSeconds(0, 60), 60, null],
  ['fewer seconds', WholeSeconds(0, 60), -1, 'field must not be less than 0'],
  ['more seconds', WholeSeconds(0, 60), 61, 'field must not be greater than 60'],
  ['half a second', WholeSeconds(0, 60), 0.5, 'field must be an integer number'],
  ['an id', Uuid(), id, null],
  ['an id and more', Uuid(), `${id}0`, noUuid],
  ['more before an id', Uuid(), `0${id}`, noUuid],
  ['an id with a letter', Uuid(), `g${id.slice(1)}`, noUuid],
  ['an id of one part', Uuid(), id.replaceAll('-', ''), noUuid],
  ['an id in a list', Uuid(), [id], notText],
  ['ids', Ids(), [id, id], null],
  ['as many ids as there can be', Ids(), Array(mostSelected).fill(id), null],
  ['more', Ids(), Array(mostSelected + 1).fill(id), noIds],
  ['none', Ids(), [], noIds],
  ['one that is no id', Ids(), [id, 'x'], noIds],
  ['a list of lists', Ids(), [[id]], noIds],
  ['an id for a list', Ids(), id, noIds],
])('%s', (_, rule, value, expected) => {
  expect(problem(rule, value)).toBe(expected);
});
