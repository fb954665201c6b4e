import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/settings.js';
import { withModuleMap } from './module-map.js';

/** `make module-map`: writes the map in docs/architecture.md from the imports. */
const page = join(root, 'docs/architecture.md');
writeFileSync(page, await withModuleMap(readFileSync(page, 'utf8')));
