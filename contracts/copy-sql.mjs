// tsc leaves .sql and .md files behind; the code reads each from its own folder: src under vitest, dist when built.
import { cpSync } from 'node:fs';

for (const workspace of ['api', 'contracts', 'worker']) {
  cpSync(`${workspace}/src`, `${workspace}/dist`, {
    recursive: true,
    filter: (path) => !/\.[a-z]+$/.test(path) || /\.(sql|md)$/.test(path),
  });
}
