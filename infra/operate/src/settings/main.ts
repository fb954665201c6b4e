import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';
import { printReference, referenceFile } from './print-reference.js';

/** `make files NAME=settings` */
writeFileSync(join(root, referenceFile), printReference());
