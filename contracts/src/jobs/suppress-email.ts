import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../known-fields.js';

/** An unsubscribe on its way: an address, or the lead whose mail held the link (no address stands in a link). */
export const suppressEmailSchema = {
  type: 'object',
  required: ['id', 'receivedAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    receivedAt: { type: 'string', format: 'date-time' },
    email: { type: 'string' },
    leadId: { type: 'string', format: 'uuid' },
  },
  anyOf: [{ required: ['email'] }, { required: ['leadId'] }],
} as const;

export type SuppressEmail = KnownFields<FromSchema<typeof suppressEmailSchema>>;
