import {
  botClasses,
  type CountedGoal,
  countedGoals,
  type Filter,
  type FilterDimension,
  goals,
  languages,
  maxFilters,
  maxFilterValue,
  readFilter,
  sourceClasses,
} from '@voordeur/contracts/http';
import { IsIn, ValidateBy } from 'class-validator';
import { invalidParameter } from '../platform/api-error.js';
import { Optional } from '../platform/validation.pipe.js';
import { RangeQueryDto } from './parse-range.js';

/** A range, and `filter` once or several times. */
export class FilteredRangeQueryDto extends RangeQueryDto {
  @Optional()
  @ValidateBy({
    name: 'isFilterList',
    validator: {
      validate: (value) =>
        listOf(value).length <= maxFilters && listOf(value).every((one) => typeof one === 'string'),
      defaultMessage: () => `$property must be text, at most ${maxFilters} times`,
    },
  })
  filter?: string | string[];
}

/** The same, and the goal that dimensions are about. */
export class GoalsQueryDto extends FilteredRangeQueryDto {
  @Optional()
  @IsIn(countedGoals)
  goal?: CountedGoal;
}

const listOf = (given: unknown): unknown[] => (Array.isArray(given) ? given : [given]);

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Allowed values of the closed dimensions. Empty: no goal at all, or an unknown language. */
const valuesOf = {
  source: sourceClasses,
  language: [...languages, ''],
  goal: [...goals, ''],
  hour: hours,
  suspected: ['yes', 'no'],
  bot: botClasses,
} as const satisfies Partial<Record<FilterDimension, readonly string[]>>;

const known: Partial<Record<FilterDimension, readonly string[]>> = valuesOf;
/** `ZZ` is how an unknown country is stored. */
const country = /^(?!ZZ)[A-Z]{2}$|^$/;
/** Postgres can't store NUL, nor UTF-8 encode half a surrogate pair. */
const storable = /^[^\0\ud800-\udfff]*$/u;

/** Parses the session filters of a query. Throws `invalid-query` and says why. */
export function parseFilters({ filter }: FilteredRangeQueryDto): Filter[] {
  const filters = readFilters(filter);
  if (filters.some(({ dimension }) => dimension === 'bot'))
    throw refusal('cannot be bot: bots have no sessions');
  return filters;
}

/** The filters of bots that a query has. Throws `invalid-query` if it has others. */
export function parseBotFilters({ filter }: FilteredRangeQueryDto): Filter[] {
  const filters = readFilters(filter);
  if (filters.some(({ dimension }) => dimension !== 'bot'))
    throw refusal('must be bot: sessions have the others');
  return filters;
}

/** All of them, for a view that asks for sessions and for bots. Throws `invalid-query` if one can't be read. */
export function parseAllFilters({ filter }: FilteredRangeQueryDto): {
  ofSessions: Filter[];
  ofBots: Filter[];
} {
  const filters = readFilters(filter);
  return {
    ofSessions: filters.filter(({ dimension }) => dimension !== 'bot'),
    ofBots: filters.filter(({ dimension }) => dimension === 'bot'),
  };
}

function readFilters(given: string | string[] = []): Filter[] {
  return [given].flat().map((text) => {
    const filter = storable.test(text) ? readFilter(text) : null;
    if (!filter)
      throw refusal(`must be dimension:operator:value, with a value of at most ${maxFilterValue} characters`);
    check(filter);
    return filter;
  });
}

function check({ dimension, operator, value }: Filter): void {
  if (operator === 'contains') {
    if (value === '') throw refusal('must say what is contained');
    return;
  }
  const values = known[dimension];
  if (values && !values.includes(value))
    throw refusal(`of ${dimension} must be one of ${values.map((one) => one || 'nothing').join(', ')}`);
  if (dimension === 'country' && !country.test(value))
    throw refusal('of country must be a code of two capital letters, or nothing');
}

function refusal(message: string) {
  return invalidParameter('filter', message);
}
