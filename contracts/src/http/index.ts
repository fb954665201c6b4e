export * from './analytics.js';
export * from './error-codes.js';
export * from './lead.js';
export * from './session.js';
export * from './site-config.js';
export * from './text.js';
export * from './video-view.js';
export * from './visit.js';
