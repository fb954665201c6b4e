/* Every migration, oldest first; data-source.ts sorts them by the timestamps in their names. */
export { CreateVisits1764547200000 } from './1764547200000-create-visits.js';
export { CreateVideoViews1764547260000 } from './1764547260000-create-video-views.js';
export { CreateLeads1764547320000 } from './1764547320000-create-leads.js';
export { CreateAdminSessions1764547380000 } from './1764547380000-create-admin-sessions.js';
export { ExtendLeads1764547440000 } from './1764547440000-extend-leads.js';
export { CreateDeliveries1764547500000 } from './1764547500000-create-deliveries.js';
export { CreateSubscribers1764547560000 } from './1764547560000-create-subscribers.js';
export { AnswerLeads1764547620000 } from './1764547620000-answer-leads.js';
export { CreateTexts1764547680000 } from './1764547680000-create-texts.js';
export { AddWeeklyLetter1764547740000 } from './1764547740000-add-weekly-letter.js';
export { CountWatchMarks1764547860000 } from './1764547860000-count-watch-marks.js';
export { LockOutNetworks1764548100000 } from './1764548100000-lock-out-networks.js';
export { KeepLeadBodies1764548200000 } from './1764548200000-keep-lead-bodies.js';
export { FindNewsletterAddress1764548210000 } from './1764548210000-find-newsletter-address.js';
export { CreateOutbox1764548300000 } from './1764548300000-create-outbox.js';
export { FindPersons1764548400000 } from './1764548400000-find-persons.js';
