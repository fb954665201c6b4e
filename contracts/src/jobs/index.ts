export * from './accept-lead.js';
export * from './confirm-subscriber.js';
export * from './erase-person.js';
export * from './maintenance.js';
export * from './queues.js';
export * from './record-video-views.js';
export * from './record-visits.js';
export * from './suppress-email.js';
