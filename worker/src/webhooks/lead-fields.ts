import type { AcceptLead } from '@voordeur/contracts/jobs';
import type { WebhookFields } from './plan-webhook.js';

const sent = ['email', 'phone', 'idea', 'language', 'videoId', 'watchTime'] as const;

/** What an endpoint receives about a lead: the fields of its form that were filled in. */
export function leadFields(lead: Pick<AcceptLead, (typeof sent)[number]>): WebhookFields {
  const fields: WebhookFields = {};
  for (const name of sent) {
    const value = lead[name];
    if (value !== undefined) Object.assign(fields, { [name]: value });
  }
  return fields;
}
