import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** A JSON schema. */
type Schema = object;

/** Facts about a call that neither its decorators nor its DTOs say, for the OpenAPI document. */
export interface CallDescription {
  summary: string;
  /** The schema of a successful response; absent if that has no body. */
  answer?: Schema;
  /** The type of a successful response's body where it isn't JSON. */
  answerType?: string;
  /** The schema of a 202 if it couldn't be done in time; `Location` is where to ask again. */
  notYet?: Schema;
  /** If the handler reads the query itself. */
  query?: { name: string; required: boolean; schema: Schema }[];
  /** By content type, if the handler parses the body itself; a DTO or a schema. */
  body?: Record<string, Type | Schema>;
}

export const callDescription = Reflector.createDecorator<CallDescription>();

/**
 * For handlers: describes the call in docs/openapi.json. openapi/document.ts hands it on to @nestjs/swagger, whose own
 * decorators would load the whole library, 17 MB, into the running api.
 */
export const ApiCall = (summary: string, more: Omit<CallDescription, 'summary'> = {}) =>
  callDescription({ summary, ...more });

export const textSchema = { type: 'string' } as const;
export const wholeSchema = { type: 'integer' } as const;
export const objectSchema = { type: 'object' } as const;

/** An object with these properties, all of them required. */
export const schemaOf = (properties: Record<string, Schema>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
