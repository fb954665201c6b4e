/* Exports of the worker's tests for infra's tools. It loads no vitest, and no image has it: `../index.ts` must not. */
export { idAt, testIntake } from './intake.js';
export { startReceiver } from './start-receiver.js';
export { exportFiles, threeDays, zipOf } from './plausible-export.js';
export { startPushService } from './start-push-service.js';
export { startSmtpReceiver } from './smtp-receiver.js';
