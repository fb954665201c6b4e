/* Every migration, oldest first; data-source.ts sorts them by the timestamps in their names. */
export { CreateVerifiedDays1764549900100 } from './1764549900100-baseline.js';
export { KeyEmails1764550100000 } from './1764550100000-key-emails.js';
export { RetryErasures1764550100100 } from './1764550100100-retry-erasures.js';
export { FindWhatEnds1764550200000 } from './1764550200000-find-what-ends.js';
export { LimitWrongCodes1764550400000 } from './1764550400000-limit-wrong-codes.js';
export { CountBotsOfChunks1764550600000 } from './1764550600000-count-bots-of-chunks.js';
export { KeepBookingsByPhone1764550700000 } from './1764550700000-keep-bookings-by-phone.js';
export { AnswerProposals1764550800000 } from './1764550800000-answer-proposals.js';
export { FindMailboxes1764551000000 } from './1764551000000-find-mailboxes.js';
export { TellUnsubscribed1764551100000 } from './1764551100000-tell-unsubscribed.js';
export { DeriveDays1764551200000 } from './1764551200000-derive-days.js';
export { KeepSiteSettings1764551300000 } from './1764551300000-keep-site-settings.js';
export { KeepNamesOfLeads1764551400000 } from './1764551400000-keep-names-of-leads.js';
export { PushToDevices1764551500000 } from './1764551500000-push-to-devices.js';
export { KeepMailAccount1764551600000 } from './1764551600000-keep-mail-account.js';
export { KeepWebhookAddresses1764551700000 } from './1764551700000-keep-webhook-addresses.js';
export { KeepMedia1764551800000 } from './1764551800000-keep-media.js';
