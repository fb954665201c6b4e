/* What the tests of infra use of the api besides `../index.ts`. */
export { spillJob } from '../platform/job-producer.js';
export { createTestApp } from './create-test-app.js';
