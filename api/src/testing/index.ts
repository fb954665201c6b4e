/* Exports for the tests of infra, in addition to `../index.ts`. */
export { JobProducer } from '../platform/job-producer.js';
export { createTestApp } from './create-test-app.js';
