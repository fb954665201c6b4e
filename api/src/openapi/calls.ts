import {
  acceptedSchema,
  deliveryStatuses,
  languages,
  launchSteps,
  perLanguage,
} from '@voordeur/contracts/http';
import { UnsubscribeDto } from '../unsubscribes/unsubscribes.controller.js';
import { schemaOfDto } from './schema-of-dto.js';

export interface Call {
  summary: string;
  /** The schema of a successful response; absent if that has no JSON body. */
  answer?: object;
  /** The type of a successful response's body where it isn't JSON. */
  answerType?: string;
  /** The schema of a 202 if it couldn't be done in time; `Location` is where to ask again. */
  notYet?: object;
  /** If the handler reads the query itself; otherwise it's read from the handler's decorators, as the body is. */
  query?: { name: string; required: boolean; schema: object }[];
  /** By content type, if the handler parses the body itself. */
  body?: Record<string, object>;
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = { type: 'object' };
const textsByLanguage = perLanguage(() => object);
const answer = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/**
 * Describes each call beyond decorators and schemas; only the summary if the response is an object that
 * contracts/src/http describes. Writing the document fails if one is missing.
 */
export const calls: Record<string, Call | string> = {
  'POST /api/visit': { summary: 'Record a page view', answer: acceptedSchema },
  'POST /api/video-view': {
    summary: 'Record how long a video was watched; sent again while it plays',
    answer: acceptedSchema,
  },
  'POST /api/goal': {
    summary: 'Record that a form or the calendar was opened',
    answer: acceptedSchema,
  },
  'POST /api/setups-inquiry': {
    summary: 'Send a custom-setup inquiry or a question; replyBy is when an answer is promised',
    answer: answer({ id: text, replyBy: text, timeZone: text }),
  },
  'POST /api/newsletter-signup': {
    summary:
      'Sign up for the newsletter; with needsConfirmation it only counts once the link in a mail is followed',
    answer: answer({ id: text, needsConfirmation: { type: 'boolean' } }),
  },
  'POST /api/newsletter-confirm': {
    summary: 'Confirm a newsletter signup, or undo an unsubscribe, with the token from the mail about it',
    answer: acceptedSchema,
  },
  'POST /api/video-signup': {
    summary: 'Sign up while watching a video, with an email address, a phone number or both',
    answer: acceptedSchema,
  },
  'POST /api/prompt-signup': {
    summary: 'Sign up for the guide; the link opens it for 24 hours',
    answer: answer({ id: text, documentUrl: text }),
  },
  'POST /api/unsubscribe': {
    summary:
      'Unsubscribe by address or by the token from a mail; for one-click (RFC 8058) the token is in the query',
    answer: acceptedSchema,
    query: [{ name: 'token', required: false, schema: text }],
    body: {
      'application/json': schemaOfDto(UnsubscribeDto),
      'application/x-www-form-urlencoded': answer({ 'List-Unsubscribe': { const: 'One-Click' } }),
      'multipart/form-data': answer({ 'List-Unsubscribe': { const: 'One-Click' } }),
    },
  },
  'GET /api/unsubscribe': {
    summary:
      'For mail programs without one-click: redirects to the page for unsubscribing and unsubscribes nobody',
    query: [
      { name: 'token', required: false, schema: text },
      { name: 'language', required: false, schema: { enum: languages } },
    ],
  },
  'GET /api/ip': { summary: "The caller's address", answer: answer({ ip: text }) },
  'POST /api/my-visit': {
    summary:
      "Have what is stored about the caller's own visit of today shown or erased; the receipt asks for the answer",
    answer: answer({ receipt: text }),
  },
  'GET /api/my-visit': {
    summary:
      'The answer to a receipt, for five minutes (contracts/src/http/my-visit.ts, MyVisitShown and MyVisitErased)',
    answer: object,
    notYet: answer({ receipt: text }),
  },
  'POST /api/bookings/:provider': {
    summary:
      'What became of a booking, as Calendly (calendly), Cal.com (cal) or another calendar (custom) signed it; 200 for what is not kept',
    answer: answer({ ids: { type: 'array', items: text } }),
    body: { 'application/json': object },
  },
  'GET /api/admin/bookings': 'The newest bookings without a lead',
  'GET /documents/guide.pdf': {
    summary: 'The guide, through the link that a prompt signup returns',
    query: [
      { name: 'expires', required: true, schema: text },
      { name: 'sig', required: true, schema: text },
    ],
  },
  'POST /api/admin/login': {
    summary: 'Log in with the secret key',
    answer: {
      ...answer({ expiresIn: whole, timeZone: text }),
      properties: {
        token: { ...text, description: "Left out for the site's own page over TLS: it gets a cookie." },
        expiresIn: whole,
        timeZone: text,
      },
    },
  },
  'GET /api/admin/session': {
    summary: 'How many seconds this session has left, and the time zone of the site',
    answer: answer({ expiresIn: whole, timeZone: text }),
  },
  'GET /api/admin/sessions': 'The open sessions, newest first (contracts/src/http/admin.ts, SessionsAnswer)',
  'DELETE /api/admin/sessions/:id': { summary: 'End a session' },
  'DELETE /api/admin/sessions': { summary: 'End all sessions but this one' },
  'GET /api/admin/api-keys': 'The API keys, newest first (contracts/src/http/access.ts, ApiKeysAnswer)',
  'POST /api/admin/api-keys':
    'Create an API key, which reads figures and nothing else (contracts/src/http/access.ts, NewApiKeyAnswer); shown this once',
  'DELETE /api/admin/api-keys/:id': { summary: 'Revoke an API key' },
  'GET /api/admin/shared-links':
    'The links to figures, newest first (contracts/src/http/access.ts, SharedLinksAnswer)',
  'POST /api/admin/shared-links':
    'Create a link to the figures of certain days and filters (contracts/src/http/access.ts, NewSharedLinkAnswer); its token is shown this once',
  'DELETE /api/admin/shared-links/:id': { summary: 'Revoke a link' },
  'POST /api/shared/open':
    'Open a link with its token, and its password if it has one (contracts/src/http/access.ts, OpenSharedAnswer)',
  'GET /api/shared/figures':
    'The figures of an open link, with the token that opening it gave (contracts/src/http/access.ts, SharedFigures)',
  'GET /api/admin/security-events':
    'Logins, lockouts and changes of keys, newest first (contracts/src/http/admin.ts, SecurityEventsAnswer)',
  'GET /api/admin/second-factor': {
    summary: 'Whether a login needs a code too',
    answer: answer({ isOn: { type: 'boolean' } }),
  },
  'POST /api/admin/second-factor': {
    summary:
      'A new secret for an authenticator app, not asked for until it is confirmed; takes the key again',
    answer: answer({ secret: text, address: text }),
  },
  'POST /api/admin/second-factor/confirm': {
    summary: 'Switch the second factor on with a code of the app; all other sessions end',
  },
  'POST /api/admin/second-factor/end': { summary: 'Switch it off, with the key and a code of the app' },
  'POST /api/admin/logout': { summary: 'Log out' },
  'POST /api/admin/browser-cache/clear': {
    summary: 'Make the browser clear its cache of this site (Clear-Site-Data); the session stays',
  },
  'GET /api/admin/analytics': 'The figures (contracts/src/http/analytics.ts, Analytics)',
  'GET /api/admin/analytics/range':
    'The figures of a range of days (contracts/src/http/analytics.ts, RangeAnalytics)',
  'GET /api/admin/analytics/sessions':
    'The figures of the sessions of a range of days for which filters hold (contracts/src/http/session-analytics.ts, SessionAnalytics)',
  'GET /api/admin/analytics/goals':
    'What the sessions of a range of days for which filters hold reached (contracts/src/http/goal-analytics.ts, GoalAnalytics)',
  'GET /api/admin/analytics/edits':
    'The texts changed in a range of days, and leads per session before and after (contracts/src/http/text-changes.ts, EditAnalytics)',
  'GET /api/admin/analytics/panels/:panel':
    'One panel of those figures as rows (contracts/src/http/access.ts, PanelAnswer); with Accept: text/csv as CSV',
  'GET /api/admin/analytics/videos/:videoId/retention':
    'How many views of a video lasted to each second, over a range of days (contracts/src/http/retention.ts, VideoRetention)',
  'GET /api/admin/analytics/now': {
    summary:
      'Who is on the site now, as server-sent events: one at once and one for each change (contracts/src/http/now.ts, PeopleNow), a comment every 15 s without one; ends with the session',
    answer: text,
    answerType: 'text/event-stream',
  },
  'GET /api/admin/launch-checklist': {
    summary: 'The steps left before the site is ready for visitors',
    answer: answer({ open: { type: 'array', items: { enum: launchSteps } } }),
  },
  'GET /api/admin/health':
    'Whether the product works, and what the owner should do something about (contracts/src/http/health.ts, HealthAnswer)',
  'GET /api/admin/home':
    "What the owner's day begins with: who waits, yesterday, this week's leads, what failed (contracts/src/http/home.ts, HomeAnswer)",
  'GET /api/admin/leads':
    'Leads, newest first (contracts/src/http/lead.ts, LeadsPage); with Accept: text/csv all of them as CSV',
  'GET /api/admin/leads/counts': {
    summary: 'How many leads are in each box; 1,000 means that many or more',
    answer: answer({
      toAnswer: whole,
      signUps: whole,
      answered: whole,
      archived: whole,
      quarantined: whole,
      late: whole,
      retention: object,
    }),
  },
  'GET /api/admin/leads/:id':
    'A lead with its deliveries and their attempts (contracts/src/http/lead.ts, OneLeadAnswer)',
  'GET /api/admin/leads/:id/timeline':
    'What happened around a lead, and the other leads of its person (contracts/src/http/lead.ts, LeadTimeline)',
  'POST /api/admin/leads/several': {
    summary:
      'Do something with up to 500 leads: give them a status, release them, put them in quarantine, or erase the persons who sent them',
    answer: answer({ count: whole }),
  },
  'POST /api/admin/leads/csv': {
    summary: 'Up to 500 leads as CSV',
    answer: text,
    answerType: 'text/csv',
  },
  'PATCH /api/admin/leads/:id':
    'Change the status or the note (null removes it); with the ETag of the lead in If-Match, a 412 if it was changed since; without it, the last change wins',
  'POST /api/admin/leads/:id/reply': {
    summary:
      'Mail an answer to a lead, which is answered once the mail server accepts it; the same words again are the same reply, and are tried again if it failed',
    answer: acceptedSchema,
  },
  'POST /api/admin/leads/:id/release': {
    summary: 'Release a lead from quarantine: its webhook and mails are sent',
    answer: acceptedSchema,
  },
  'POST /api/admin/subscribers/search':
    'Subscribers of the newsletter with their consent, newest first (contracts/src/http/subscriber.ts, SubscribersPage); with Accept: text/csv all of them as CSV',
  'GET /api/admin/subscribers/counts': {
    summary: 'How many subscribers are confirmed, wait for their confirmation, and have unsubscribed',
    answer: answer({ confirmed: whole, pending: whole, unsubscribed: whole }),
  },
  'POST /api/admin/persons/export': 'Everything stored about an address, by table',
  'POST /api/admin/persons/erase': {
    summary: 'Erase everything that is stored about an address; answers how much, by table',
    answer: answer({ erased: object }),
    notYet: acceptedSchema,
  },
  'GET /api/admin/persons/erasures/:id': {
    summary: 'What came of an erasure that was answered by 202',
    answer: answer({ erased: object }),
    notYet: acceptedSchema,
  },
  'GET /api/admin/translations': {
    summary: 'The texts that the owner has changed, nested; with an ETag',
    answer: answer(textsByLanguage),
  },
  'GET /api/admin/translations/manage': {
    summary: 'Every text, nested',
    answer: answer(textsByLanguage),
  },
  'GET /api/admin/translations/state':
    'Whether the pages contain the current texts (contracts/src/http/translations.ts, TranslationsStateAnswer)',
  'PUT /api/admin/translations': {
    summary:
      'Change one text; with If-Match (quoted hex SHA-256 of its UTF-8) only if it is still that text; an empty value restores the built-in text',
    answer: answer({ key: text, value: text, language: text }),
  },
  'GET /api/admin/translations/drafts':
    'Texts that are not published yet (contracts/src/http/translations.ts, TextDraftsAnswer)',
  'PUT /api/admin/translations/drafts': {
    summary:
      'Keep a text as a draft; with If-Match (quoted hex SHA-256 of its UTF-8) only over that draft, or that published text; one that equals the published text is removed',
    answer: answer({ key: text, value: text, language: text }),
  },
  'POST /api/admin/translations/drafts/discard': { summary: 'Discard one draft' },
  'DELETE /api/admin/translations/drafts': { summary: 'Discard all drafts' },
  'POST /api/admin/translations/drafts/publish': {
    summary:
      'Publish all drafts as one version; a 412 with those whose text has changed since they were begun, unless If-Match names the present version',
    answer: answer({ version: text, published: whole }),
  },
  'GET /api/admin/translations/history':
    'Edits, newest first, 50 a page (contracts/src/http/translations.ts, TextHistoryAnswer)',
  'POST /api/admin/translations/undo': {
    summary: 'Undo an edit; a 412 if the text has changed since, unless forced',
    answer: answer({ key: text, value: text, language: text }),
  },
  'POST /api/admin/translations/undo-together': {
    summary: 'Take several edits back together, or none if one of their texts was changed since',
    answer: answer({ version: text }),
  },
  'POST /api/admin/translations/import': {
    summary:
      'Change many texts at once, or with dryRun only report what would change (contracts/src/http/translations.ts, ImportAnswer)',
    answer: object,
    body: { 'application/json': { ...object, properties: textsByLanguage } },
  },
  'GET /api/admin/translations/export': {
    summary: 'The texts as a file that import accepts: all of them, or only the changed ones',
    answer: answer(textsByLanguage),
  },
  'GET /api/admin/deliveries':
    'Webhook deliveries, newest first, 50 a page (contracts/src/http/delivery.ts, DeliveriesAnswer)',
  'GET /api/admin/deliveries/:id':
    'A delivery with its body and all attempts (contracts/src/http/delivery.ts, OneDeliveryAnswer)',
  'POST /api/admin/deliveries/:id/replay': {
    summary: 'Send a delivery again, even one that was delivered; returns its previous status',
    answer: answer({ id: text, previousStatus: { enum: deliveryStatuses } }),
  },
  'POST /api/admin/deliveries/replay': {
    summary:
      'Send the failed deliveries of an endpoint again that were created at `from` or later and before `to`',
    answer: answer({ replayed: whole }),
  },
  'GET /api/admin/deliveries/replay': {
    summary: 'How many deliveries such a replay would send',
    answer: answer({ failed: whole }),
  },
  'GET /api/admin/webhook-endpoints':
    'The endpoints (contracts/src/http/delivery.ts, WebhookEndpointsAnswer)',
  'POST /api/admin/webhook-endpoints/:name/on': {
    summary: 'Switch an endpoint back on that answered 410; the deliveries that waited for it are sent',
    answer: answer({ name: text, resumed: whole }),
  },
  'GET /api/health/live': {
    summary: 'Whether the process is running',
    answer: answer({ live: { const: true } }),
  },
  'GET /api/health/ready': {
    summary: 'Whether it can do its work, as of the last second; the log says why not',
    answer: answer({ ready: { const: true } }),
  },
};
