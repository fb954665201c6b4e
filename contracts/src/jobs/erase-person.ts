/**
 * `destination` and `type` of the effect in the outbox that erases a person. Those named by a number have a destination
 * of their own: a worker of the version before, which knows only addresses, leaves them to this one.
 */
export const erasures = {
  destination: 'erasures',
  phoneDestination: 'erasures-by-phone',
  type: 'erase-person',
} as const;

/** Whom to erase: an address, or the number of somebody who left no address. Its payload until it's done. */
export const erasePersonSchema = {
  type: 'object',
  properties: { email: { type: 'string', pattern: '.@.' }, phone: { type: 'string', minLength: 1 } },
  oneOf: [{ required: ['email'] }, { required: ['phone'] }],
} as const;

export type ErasePerson = { email: string } | { phone: string };

/** Its payload from then on: how much was erased, by table. No address stays. */
export interface PersonErased {
  erased: Record<string, number>;
}
