import { applyDecorators } from '@nestjs/common';
import { browserEmail, lineOfText, linesOfText, simpleEmail, textLimits } from '@voordeur/contracts/http';
import { IsInt, IsString, Matches, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { isRealDateTime } from './date-time.js';

const line = new RegExp(lineOfText, 'u');
const lines = new RegExp(linesOfText, 'u');
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One line of text, at most `limit` characters, without control characters. */
export function Line(limit: number) {
  return text(line, limit);
}

/** Text that may have line ends. */
export function Lines(limit: number) {
  return text(lines, limit);
}

/** More than white space. */
export function NotBlank() {
  return Matches(/\S/, { message: '$property must not be blank' });
}

/** An address as `<input type=email>` takes it. */
export function BrowserEmail() {
  return email(browserEmail);
}

/** The newsletter's and the unsubscribe page's simple pattern. */
export function SimpleEmail() {
  return email(simpleEmail);
}

/** `ENG` or `NL`, in any case. */
export function LanguageCode() {
  return applyDecorators(IsString(), Matches(/^(eng|nl)$/i, { message: '$property must be ENG or NL' }));
}

/** Any real ISO 8601 date-time of 1970 to 2100. */
export function RealDateTime() {
  return ValidateBy({
    name: 'isRealDateTime',
    validator: {
      validate: isRealDateTime,
      defaultMessage: () => '$property must be a real ISO 8601 date-time of 1970 to 2100',
    },
  });
}

export function WholeSeconds(least: number, most: number) {
  return applyDecorators(IsInt(), Min(least), Max(most));
}

export function Uuid() {
  return applyDecorators(IsString(), Matches(uuid, { message: '$property must be a UUID' }));
}

function text(pattern: RegExp, limit: number) {
  return applyDecorators(
    IsString(),
    MaxLength(limit),
    Matches(pattern, { message: '$property must not hold control characters' }),
  );
}

function email(pattern: RegExp) {
  return applyDecorators(
    Line(textLimits.email),
    Matches(pattern, { message: '$property must be an email address' }),
  );
}
