import { sendSample } from './send.js';

/** `make send-visit`: one page view; it counts as one in the figures. */
await sendSample('/api/visit', { page: '/learn?utm_source=sample', language: 'ENG' }, 'visits');
