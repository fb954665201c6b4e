import 'reflect-metadata';
import { loadVisits } from '../samples/load-visits.js';
import { stopStack } from '@voordeur/operate/local/stop-stack.js';
import { runTests } from './run-parts.js';
import { browserTests, whole } from './whole-stack.js';

/** `make drill NAME=million`: the browser tests with a million page views of 400 days in the database. */
const visitsPerDay = Array<number>(400).fill(2_500);
const steps = browserTests(() => loadVisits(whole.databaseUrl, visitsPerDay));
await runTests(steps, () => stopStack(whole.localDir));
