import { type ArgumentMetadata, ParseUUIDPipe, type PipeTransform, type Type } from '@nestjs/common';
import type { ErrorCode } from '@voordeur/contracts/http';
import { getMetadataStorage, validateSync, ValidateIf } from 'class-validator';
import { ApiError } from './api-error.js';

const fieldsOf = new Map<Type, Set<string>>();

/** `@Param('id', uuidInPath)`: anything but a UUID is `not-found`, as nothing can have that id. */
export const uuidInPath = new ParseUUIDPipe({ exceptionFactory: () => new ApiError('not-found') });

/**
 * Validates every `@Body() body: SomeDto` and `@Query() query: SomeDto`, with the class from the handler's types.
 * Parameters of other types (`unknown`) are passed on as they are. Nest's own pipe would accept inherited fields, and `''`
 * for an absent one.
 */
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!metatype || knownFields(metatype).size === 0) return value;
    return parseDto(metatype, value, type === 'query' ? 'invalid-query' : 'invalid-body');
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

function knownFields(dto: Type): Set<string> {
  let fields = fieldsOf.get(dto);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    fields = new Set(rules.map((rule) => rule.propertyName));
    fieldsOf.set(dto, fields);
  }
  return fields;
}
