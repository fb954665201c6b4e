import type { PipeTransform } from '@nestjs/common';
import type { ErrorCode } from '@voordeur/contracts/http';
import { getMetadataStorage, validateSync, ValidateIf } from 'class-validator';
import { ApiError } from './api-error.js';

type Dto = new () => object;
const fieldsOf = new Map<Dto, Set<string>>();

/** For a parameter: `@Body(new BodyPipe(NewsletterSignupDto))`. */
export class BodyPipe<T extends object> implements PipeTransform<unknown, T> {
  constructor(readonly dto: new () => T) {}

  transform(body: unknown): T {
    return parseBody(this.dto, body);
  }
}

/** For a parameter: `@Query(new QueryPipe(HistoryQueryDto))`. A name that is given twice is refused. */
export class QueryPipe<T extends object> implements PipeTransform<unknown, T> {
  constructor(readonly dto: new () => T) {}

  transform(query: unknown): T {
    return parseBody(this.dto, query, 'invalid-query');
  }
}

/**
 * The body as a checked instance of its class: unknown fields are left out, an empty string counts as absent.
 * Throws `invalid-body` (or `code`) with the fields that are wrong; their values are never repeated.
 */
export function parseBody<T extends object>(
  dto: new () => T,
  body: unknown,
  code: ErrorCode = 'invalid-body',
): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError(code);
  const parsed = new dto();
  for (const field of knownFields(dto)) {
    const value: unknown = Object.hasOwn(body, field) ? (body as Record<string, unknown>)[field] : undefined;
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

/** May be absent; `IsOptional` would let null pass too. */
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
