import { ownSettings } from '../local/test-stack.js';

/** As an installation has it, with the nightly backup waiting, but for the load's addresses and one webhook. */
export function soakSettings(receiverPort: number | string) {
  return ownSettings('soak', 8, {
    RATE_LIMIT: 'off',
    // The load names its visitors in X-Forwarded-For.
    TRUSTED_PROXIES: '127.0.0.1',
    BACKUP_AT: '01:15',
    BACKUP_PASSWORD: 'the password of the soak',
    WEBHOOK_QUESTION_URL: `http://127.0.0.1:${receiverPort}/`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_SIGNING_SECRET: 'whsec_ZHJpbGwtZHJpbGwtZHJpbGwtZHJpbGw=',
  });
}
