import { uuid } from '../schema.js';

/**
 * `destination` and `type` of the effect in the outbox that erases a person. Persons named by a number, or by a text
 * that isn't an address, have separate destinations, so a worker of an older version leaves them to this one.
 */
export const erasures = {
  destination: 'erasures',
  phoneDestination: 'erasures-by-phone',
  textDestination: 'erasures-by-text',
  type: 'erase-person',
} as const;

/**
 * The person to erase: an address, the number of somebody who left no address, or the text that they left instead (the
 * video's form takes any). `leadIds` are their leads, erased whatever they contain. The payload until the erasure is
 * done.
 */
export const erasePersonSchema = {
  type: 'object',
  properties: {
    email: { type: 'string', pattern: '.@.' },
    phone: { type: 'string', minLength: 1 },
    text: { type: 'string', minLength: 1 },
    leadIds: { type: 'array', items: uuid },
  },
  oneOf: [{ required: ['email'] }, { required: ['phone'] }, { required: ['text'] }],
} as const;

export type ErasePerson = ({ email: string } | { phone: string } | { text: string }) & { leadIds?: string[] };

/** Its payload from then on: how much was erased, by table. No address stays. */
export interface PersonErased {
  erased: Record<string, number>;
}
