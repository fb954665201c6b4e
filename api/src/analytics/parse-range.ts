import {
  comparisons,
  maxRangeDays,
  rangeNames,
  type Comparison,
  type Days,
  type RangeName,
} from '@voordeur/contracts/http';
import { IsIn, ValidateIf } from 'class-validator';
import { invalidParameter } from '../platform/api-error.js';
import { CalendarDay } from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

const dayMs = 86_400_000;

const hasNoName = ({ last }: RangeQueryDto) => last === undefined;

/** `?last=30d`, or else `?from=YYYY-MM-DD&to=YYYY-MM-DD`; with `&compare=year`, the period to compare it with. */
export class RangeQueryDto {
  @Optional()
  @IsIn(rangeNames)
  last?: RangeName;

  @ValidateIf(hasNoName)
  @CalendarDay()
  from!: string;

  @ValidateIf(hasNoName)
  @CalendarDay()
  to!: string;

  @Optional()
  @IsIn(comparisons)
  compare?: Comparison;
}

/** The name of the range, or its days. Throws `invalid-query` if the days are in the wrong order or too many. */
export function parseRange({ last, from, to }: RangeQueryDto): RangeName | Days {
  if (last !== undefined) return last;
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw invalidParameter('to', 'must not be before from');
  if (days > maxRangeDays) throw invalidParameter('to', `must be within ${maxRangeDays} days of from`);
  return { from, to };
}
