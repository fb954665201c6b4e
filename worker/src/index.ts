/*
 * What the tools of infra use of the worker, by its package's name. Nothing here starts anything; the processors of
 * main.ts would take jobs wherever they are loaded.
 */
export { detectBot } from './bots/detect-bot.js';
export { makePartition, makePartitionsAhead, monthOfEvent } from './intake/partitions.js';
export { openPlaces } from './platform/geoip.js';
export { applyRetention } from './retention/apply-retention.js';
export { reconcileRollups } from './rollups/reconcile-rollups.js';
export { addingExpressions } from './rollups/rollup.js';
export { videoViewRollups } from './rollups/video-view-rollups.js';
export { visitRollups } from './rollups/visit-rollups.js';
export { idAt, testIntake } from './testing/intake.js';
export { recordVideoViews } from './video-views/record-video-views.js';
export { recordVisits } from './visits/record-visits.js';
export { storeVisits } from './visits/store-visits.js';
