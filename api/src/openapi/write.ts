import 'reflect-metadata';
import { openApiDocument } from './document.js';

/** `npm run openapi -w api` writes this to docs/openapi.json. */
process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
