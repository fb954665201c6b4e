export * from './accept-lead.js';
export * from './subscriptions.js';
export * from './erase-person.js';
export * from './queues.js';
export * from './record-goals.js';
export * from './record-video-views.js';
export * from './record-visits.js';
export * from './visitor-requests.js';
