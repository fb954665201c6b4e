import type { MailSettings } from '../platform/mail-settings.js';

export const testMailSettings: MailSettings = {
  smtpUrl: 'smtp://127.0.0.1:1',
  from: { name: 'The door', address: 'door@example.org' },
  owner: { name: '', address: 'owner@example.org' },
  linkSecret: 'a-secret-of-the-tests',
  publicUrl: 'https://site.example',
  timeZone: 'Europe/Amsterdam',
  product: 'Voordeur',
  daysOff: [],
  ownerLanguage: 'en',
};
