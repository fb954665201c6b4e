import { sendSample } from './send.js';

/** `make send-lead`: one newsletter signup, of a reserved domain and never twice the same. */
await sendSample(
  '/api/newsletter-signup',
  { email: `sample-${Date.now()}@example.org`, language: 'ENG', timestamp: new Date().toISOString() },
  'leads',
);
