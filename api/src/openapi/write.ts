import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { openApiDocument } from './document.js';

/** `npm run openapi -w api` */
const file = new URL('../../../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await openApiDocument(), null, 2)}\n`);
