/* What the tests of infra use of the worker besides `../index.ts`: only for vitest, whose hooks it registers. */
export { importPlausible } from '../import-plausible/import-plausible.js';
export { importLeads } from '../import-leads/import-leads.js';
export { readLeads } from '../import-leads/read-leads.js';
export { recordBooking } from '../bookings/record-booking.js';
export { acceptLead } from '../leads/accept-lead.js';
export { planLeadMail } from '../mail/plan-mail.js';
export { subscribe } from '../newsletter/subscribe.js';
export { Outbox } from '../outbox/outbox.js';
export { erasureDestination } from '../persons/erasures.js';
export { suppressEmail } from '../unsubscribes/suppress-email.js';
export { leadFields } from '../leads/lead-follow-up.js';
export { planWebhook } from '../webhooks/plan-webhook.js';
export { startReceiver } from '../webhooks/testing/start-receiver.js';
export { useDatabase, useIntake } from './hooks.js';
export { exportFiles, threeDays, zipOf } from './plausible-export.js';
export { googlebot, testIntake, videoViewEvent, visitEvent } from './intake.js';
export { makeDatabase } from './make-database.js';
export { groupBy, type PlainSession, recountSessions } from './recount-sessions.js';
