import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../schema.js';
import { languageOrEmpty } from './languages.js';
import { lineOfText, pathOfPage, textLimits } from './text.js';

/**
 * The body of `POST /api/visit`. For speed, the bodies of the two hot routes are validated by Fastify's compiled schema
 * instead of class-validator. Unknown fields are ignored, and an empty string counts as absent.
 */
export const visitBodySchema = {
  type: 'object',
  required: ['page'],
  properties: {
    page: { type: 'string', maxLength: textLimits.page, pattern: pathOfPage },
    referrer: { type: 'string', pattern: lineOfText },
    language: { type: 'string', pattern: languageOrEmpty },
    /** Whether a program drives the browser (`navigator.webdriver`); left out where none does. */
    webdriver: { type: 'boolean' },
  },
} as const;

export type VisitBody = KnownFields<FromSchema<typeof visitBodySchema>>;

/** The response to every accepted event: the id of its future row. */
export interface Accepted {
  id: string;
}

export const acceptedSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' } },
} as const;
