import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../known-fields.js';

/** A mail whose turn has come: a row of `mails`, which says all the rest. The job's id is the mail's. */
export const sendMailSchema = {
  type: 'object',
  required: ['mailId'],
  properties: { mailId: { type: 'string', format: 'uuid' } },
} as const;

export type SendMail = KnownFields<FromSchema<typeof sendMailSchema>>;

/** Job names on the `mails` queue; the second is its scheduler's. */
export const mailJobNames = { send: 'send-mail', findDue: 'find-due-mails' } as const;
