import {
  acceptedSchema,
  deliveryStatuses,
  languages,
  launchSteps,
  leadKinds,
  leadStatuses,
  rangeNames,
  textLanguages,
  webhookEndpoints,
} from '@voordeur/contracts/http';
import { UnsubscribeDto } from '../unsubscribes/unsubscribes.controller.js';
import { schemaOfDto } from './schema-of-dto.js';

export interface Call {
  summary: string;
  /** The schema of a successful response; absent if that has no JSON body. */
  answer?: object;
  /** The schema of a 202 if it couldn't be done in time; `Location` is where to ask again. */
  notYet?: object;
  query?: { name: string; required: boolean; schema: object }[];
  /** By content type, if the handler parses the body itself. */
  body?: Record<string, object>;
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const tree = { type: 'object' };
const answer = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const dateTime = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };

/** What decorators and schemas don't say about each call. Writing the document fails if one is missing. */
export const calls: Record<string, Call> = {
  'POST /api/visit': { summary: 'Record a page view', answer: acceptedSchema },
  'POST /api/video-view': {
    summary: 'Record how long a video was watched; sent again as it goes on',
    answer: acceptedSchema,
  },
  'POST /api/setups-inquiry': {
    summary: 'Send a custom-setup inquiry or a question',
    answer: acceptedSchema,
  },
  'POST /api/newsletter-signup': {
    summary:
      'Sign up for the newsletter; needsConfirmation says that it counts once the link in a mail was followed',
    answer: answer({ id: text, needsConfirmation: { type: 'boolean' } }),
  },
  'POST /api/newsletter-confirm': {
    summary: 'Confirm a newsletter signup, by the token of its mail',
    answer: acceptedSchema,
  },
  'POST /api/video-signup': {
    summary: 'Sign up at the gate of a video, with at least one of email and phone',
    answer: acceptedSchema,
  },
  'POST /api/prompt-signup': {
    summary: 'Sign up for the guide; the link opens it for 24 hours',
    answer: answer({ id: text, documentUrl: text }),
  },
  'POST /api/unsubscribe': {
    summary:
      'Unsubscribe an address, or by the token of a mail; one-click (RFC 8058) with the token in the query',
    answer: acceptedSchema,
    query: [{ name: 'token', required: false, schema: text }],
    body: {
      'application/json': schemaOfDto(UnsubscribeDto),
      'application/x-www-form-urlencoded': answer({ 'List-Unsubscribe': { const: 'One-Click' } }),
    },
  },
  'GET /api/unsubscribe': {
    summary:
      'For mail programs without one-click: leads on to the page to unsubscribe, and unsubscribes nobody',
    query: [
      { name: 'token', required: false, schema: text },
      { name: 'language', required: false, schema: { enum: ['NL'] } },
    ],
  },
  'GET /api/ip': { summary: "The caller's address", answer: answer({ ip: text }) },
  'GET /documents/guide.pdf': {
    summary: 'The guide, by the link of a prompt signup',
    query: [
      { name: 'expires', required: true, schema: text },
      { name: 'sig', required: true, schema: text },
    ],
  },
  'POST /api/admin/login': {
    summary: 'Open a session with the secret key',
    answer: answer({ token: text, expiresIn: whole, timeZone: text }),
  },
  'GET /api/admin/session': {
    summary: 'Seconds left of this session, and the time zone of the site',
    answer: answer({ expiresIn: whole, timeZone: text }),
  },
  'POST /api/admin/logout': { summary: 'End this session' },
  'POST /api/admin/browser-cache/clear': {
    summary: 'Ask the browser (Clear-Site-Data) to drop what it cached of this site; the session stays',
  },
  'GET /api/admin/analytics': {
    summary: 'The figures (contracts/src/http/analytics.ts, Analytics)',
    answer: { type: 'object' },
  },
  'GET /api/admin/analytics/range': {
    summary: 'The figures of a range of days (contracts/src/http/analytics.ts, RangeAnalytics)',
    answer: { type: 'object' },
    query: [
      { name: 'last', required: false, schema: { enum: rangeNames } },
      { name: 'from', required: false, schema: day },
      { name: 'to', required: false, schema: day },
    ],
  },
  'GET /api/admin/launch-checklist': {
    summary: 'What is still to be done before the site is ready for visitors; empty when all of it is',
    answer: answer({ open: { type: 'array', items: { enum: launchSteps } } }),
  },
  'GET /api/admin/leads': {
    summary:
      'Leads, newest first (contracts/src/http/lead.ts, LeadsPage); with Accept: text/csv all of them as CSV',
    answer: { type: 'object' },
    query: [
      { name: 'kind', required: false, schema: { enum: leadKinds } },
      { name: 'status', required: false, schema: { enum: leadStatuses } },
      { name: 'quarantine', required: false, schema: { enum: ['yes', 'no'] } },
      { name: 'language', required: false, schema: { enum: languages } },
      { name: 'from', required: false, schema: dateTime },
      { name: 'to', required: false, schema: dateTime },
      { name: 'q', required: false, schema: text },
      { name: 'cursor', required: false, schema: text },
    ],
  },
  'GET /api/admin/leads/counts': {
    summary: 'How many leads are in each box, 1,000 meaning that many or more',
    answer: answer({ new: whole, answered: whole, archived: whole, quarantined: whole, late: whole }),
  },
  'GET /api/admin/leads/:id': {
    summary: 'A lead with its deliveries and their attempts (contracts/src/http/lead.ts, OneLeadAnswer)',
    answer: { type: 'object' },
  },
  'PATCH /api/admin/leads/:id': {
    summary:
      'Change the status or the note (null takes it away); If-Match with the ETag of the lead refuses by 412 what was changed meanwhile, without it the last change wins',
    answer: { type: 'object' },
  },
  'POST /api/admin/leads/:id/release': {
    summary: 'Let a quarantined lead pass: its webhook and mails go out',
    answer: acceptedSchema,
  },
  'POST /api/admin/persons/export': {
    summary: 'Everything that is stored about an address, by table',
    answer: { type: 'object' },
  },
  'POST /api/admin/persons/erase': {
    summary: 'Erase everything that is stored about an address; answers how much, by table',
    answer: answer({ erased: { type: 'object' } }),
    notYet: acceptedSchema,
  },
  'GET /api/admin/persons/erasures/:id': {
    summary: 'What came of an erasure that was answered by 202',
    answer: answer({ erased: { type: 'object' } }),
    notYet: acceptedSchema,
  },
  'GET /api/admin/translations': {
    summary: 'The texts that the owner changed, nested; with an ETag',
    answer: answer({ en: tree, nl: tree }),
  },
  'GET /api/admin/translations/manage': {
    summary: 'Every text, nested',
    answer: answer({ en: tree, nl: tree }),
  },
  'GET /api/admin/translations/state': {
    summary:
      'Whether the texts are in the pages (contracts/src/http/translations.ts, TranslationsStateAnswer)',
    answer: { type: 'object' },
  },
  'PUT /api/admin/translations': {
    summary:
      'Change one text, with If-Match only the one that was opened (quoted hex SHA-256 of its UTF-8); empty: back to the built-in one',
    answer: answer({ key: text, value: text, language: text }),
  },
  'GET /api/admin/translations/history': {
    summary: 'Edits, newest first, 50 a page (contracts/src/http/translations.ts, TextHistoryAnswer)',
    answer: { type: 'object' },
    query: [
      { name: 'key', required: false, schema: text },
      { name: 'language', required: false, schema: { enum: textLanguages } },
      { name: 'cursor', required: false, schema: text },
    ],
  },
  'POST /api/admin/translations/undo': {
    summary: 'Put back what was there before an edit; refused where the text has moved since, unless forced',
    answer: answer({ key: text, value: text, language: text }),
  },
  'POST /api/admin/translations/import': {
    summary:
      'Change many texts at once, or with dryRun only say what that would do (contracts/src/http/translations.ts, ImportAnswer)',
    answer: { type: 'object' },
    query: [{ name: 'dryRun', required: false, schema: { enum: ['true', 'false'] } }],
    body: { 'application/json': { type: 'object', properties: { en: tree, nl: tree } } },
  },
  'GET /api/admin/translations/export': {
    summary: 'The texts as a file that import takes: every one, or only those that were changed',
    answer: answer({ en: tree, nl: tree }),
    query: [{ name: 'only', required: false, schema: { enum: ['all', 'changed'] } }],
  },
  'GET /api/admin/deliveries': {
    summary: 'Webhook deliveries, newest first, 50 a page (contracts/src/http/delivery.ts, DeliveriesAnswer)',
    answer: { type: 'object' },
    query: [
      { name: 'endpoint', required: false, schema: { enum: webhookEndpoints } },
      { name: 'status', required: false, schema: { enum: deliveryStatuses } },
      { name: 'from', required: false, schema: dateTime },
      { name: 'to', required: false, schema: dateTime },
      { name: 'cursor', required: false, schema: text },
    ],
  },
  'GET /api/admin/deliveries/:id': {
    summary: 'A delivery with its body and all attempts (contracts/src/http/delivery.ts, OneDeliveryAnswer)',
    answer: { type: 'object' },
  },
  'POST /api/admin/deliveries/:id/replay': {
    summary: 'Send a delivery again, a delivered one too; answers what it was',
    answer: answer({ id: text, previousStatus: { enum: deliveryStatuses } }),
  },
  'POST /api/admin/deliveries/replay': {
    summary: 'Send all failed deliveries of an endpoint again that were made from `from` until before `to`',
    answer: answer({ replayed: whole }),
  },
  'GET /api/admin/deliveries/replay': {
    summary: 'How many failed deliveries that would send again',
    answer: answer({ failed: whole }),
    query: [
      { name: 'endpoint', required: true, schema: { enum: webhookEndpoints } },
      { name: 'from', required: true, schema: dateTime },
      { name: 'to', required: true, schema: dateTime },
    ],
  },
  'GET /api/admin/webhook-endpoints': {
    summary: 'The endpoints (contracts/src/http/delivery.ts, WebhookEndpointsAnswer)',
    answer: { type: 'object' },
  },
  'POST /api/admin/webhook-endpoints/:name/on': {
    summary: 'Switch an endpoint on again that answered 410; what waited for it is sent',
    answer: answer({ name: text, resumed: whole }),
  },
  'GET /api/health/live': { summary: 'Whether the process runs', answer: answer({ live: { const: true } }) },
  'GET /api/health/ready': {
    summary: 'Whether it can do its work, as of the last second; the reason of a 503 is in the log',
    answer: answer({ ready: { const: true } }),
  },
};
