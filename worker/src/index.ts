/*
 * The worker's exports for the tools of infra. Nothing here starts anything; the processors of main.ts would take jobs
 * wherever they are loaded. No testing code: the image doesn't have it.
 */
export { detectBot } from './bots/detect-bot.js';
export { botListLimits } from './bots/read-bot-list.js';
export { readSmtpFailure } from './outbox/mail-destination.js';
export { makeLegalDocument } from './documents/legal-document.js';
export { buildChangedDays, checkDays } from './days/build-days.js';
export { makePartition, makePartitionsAhead, monthOfEvent } from './intake/partitions.js';
export { recordGoals } from './intake/record-goals.js';
export { compileNetworks } from './bots/compile-networks.js';
export { openNetworkTable } from './bots/network-table.js';
export { type FindNetwork, openBundledNetworks } from './bots/networks.js';
export { lookupFiles, readBotListFile } from './lookup/lookup.js';
export { parseLine } from './importers/log/parse-line.js';
export { readPageView } from './importers/log/read-page-view.js';
export { openSmtp } from './mail/smtp.js';
export { loadConfig, settingDefaults, settingNames } from './platform/config.js';
export { openPlaces } from './platform/geoip.js';
export { applyRetention } from './maintenance/apply-retention.js';
export { judgeSession, type PageView } from './bots/judge-session.js';
export { judgeVisit } from './bots/judge-visit.js';
export { recordVideoViews } from './intake/record-video-views.js';
export { enrichVisits } from './intake/enrich-visits.js';
export { recordVisits } from './intake/record-visits.js';
export { storeVisits } from './intake/store-visits.js';
export { isPublicAddress } from './platform/public-address.js';
