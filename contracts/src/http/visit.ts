import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../known-fields.js';
import { languageOrEmpty, lineOfText, pathOfPage, textLimits } from './text.js';

/**
 * The body of `POST /api/visit`. One of the two hot bodies: checked by Fastify's compiled schema, not by
 * class-validator (design: speed). Unknown fields are ignored, an empty string counts as absent.
 */
export const visitBodySchema = {
  type: 'object',
  required: ['page'],
  properties: {
    page: { type: 'string', maxLength: textLimits.page, pattern: pathOfPage },
    referrer: { type: 'string', pattern: lineOfText },
    language: { type: 'string', pattern: languageOrEmpty },
  },
} as const;

export type VisitBody = KnownFields<FromSchema<typeof visitBodySchema>>;

/** What every accepted intake call answers: the id under which the event becomes a row. */
export interface Accepted {
  id: string;
}

export const acceptedSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' } },
} as const;
