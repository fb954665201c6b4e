import { ParseUUIDPipe, type PipeTransform } from '@nestjs/common';
import type { ErrorCode } from '@voordeur/contracts/http';
import { getMetadataStorage, validateSync, ValidateIf } from 'class-validator';
import { ApiError } from './api-error.js';

type Dto = new () => object;
const fieldsOf = new Map<Dto, Set<string>>();

/** `@Param('id', uuidInPath)`: anything but a UUID is `not-found`, as nothing can have that id. */
export const uuidInPath = new ParseUUIDPipe({ exceptionFactory: () => new ApiError('not-found') });

/** `@Body(new BodyPipe(NewsletterSignupDto))` */
export class BodyPipe<T extends object> implements PipeTransform<unknown, T> {
  constructor(readonly dto: new () => T) {}

  transform(body: unknown): T {
    return parseDto(this.dto, body, 'invalid-body');
  }
}

/** `@Query(new QueryPipe(HistoryQueryDto))`. A parameter that is given twice is refused. */
export class QueryPipe<T extends object> implements PipeTransform<unknown, T> {
  constructor(readonly dto: new () => T) {}

  transform(query: unknown): T {
    return parseDto(this.dto, query, 'invalid-query');
  }
}

/**
 * A validated instance of the class. Unknown fields are dropped, and an empty string counts as absent. Throws `code`
 * with the invalid fields, never with their values.
 */
export function parseDto<T extends object>(dto: new () => T, input: unknown, code: ErrorCode): T {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new ApiError(code);
  const parsed = new dto();
  for (const field of knownFields(dto)) {
    const value: unknown = Object.hasOwn(input, field)
      ? (input as Record<string, unknown>)[field]
      : undefined;
    if (value !== undefined && value !== '') Object.assign(parsed, { [field]: value });
  }
  const errors = validateSync(parsed, {
    stopAtFirstError: true,
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });
  if (errors.length > 0) {
    throw new ApiError(code, {
      details: errors.map(({ property, constraints }) => ({
        field: property,
        message: Object.values(constraints ?? {})[0] ?? 'is not valid',
      })),
    });
  }
  return parsed;
}

/** The field may be absent. `IsOptional` would accept null too. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

function knownFields(dto: Dto): Set<string> {
  let fields = fieldsOf.get(dto);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    fields = new Set(rules.map((rule) => rule.propertyName));
    fieldsOf.set(dto, fields);
  }
  return fields;
}
