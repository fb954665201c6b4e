import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../schema.js';

/** `destination` and `type` of the effect in the outbox that erases a person. */
export const erasures = { destination: 'erasures', type: 'erase-person' } as const;

/** Its payload until it's done. */
export const erasePersonSchema = {
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string', pattern: '.@.' } },
} as const;

export type ErasePerson = KnownFields<FromSchema<typeof erasePersonSchema>>;

/** Its payload from then on: how much was erased, by table. No address stays. */
export interface PersonErased {
  erased: Record<string, number>;
}
