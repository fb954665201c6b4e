/* What the tools of infra use of the api, by its package's name. Nothing here starts anything. */
export { questions } from './analytics/query.js';
export { readAnalytics } from './analytics/read-analytics.js';
export { readRange } from './analytics/read-range.js';
