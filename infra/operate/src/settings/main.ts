import { readFileSync, writeFileSync } from 'node:fs';
import { referenceFile, withDefaults } from './reference.js';

/** `make files NAME=settings` */
writeFileSync(referenceFile, withDefaults(readFileSync(referenceFile, 'utf8')));
