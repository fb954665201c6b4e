export * from './compare-with-analytics.js';
export * from './compare-with-tables.js';
export * from './recount-log.js';
