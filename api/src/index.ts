/* The api's exports for infra. Nothing here starts anything. */
export { readAnalytics } from './analytics/read-analytics.js';
export { readEdits } from './analytics/read-edits.js';
export { readGoals } from './analytics/read-goals.js';
export { readPeople } from './analytics/read-people.js';
export { readRange } from './analytics/read-range.js';
export { readRetention } from './analytics/read-retention.js';
export { readSessions } from './analytics/read-sessions.js';
export { loadConfig, settingDefaults, settingNames } from './platform/config.js';
