import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../local/settings.js';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const zones = (text: string, pattern: RegExp) =>
  Object.fromEntries(
    Array.from(text.matchAll(pattern), ([, zone = '', perMinute]) => [zone, Number(perMinute)]),
  );

it('the limits in docs/security.md are those of nginx.conf, and those of a /48 ten times as much', () => {
  const nginx = zones(read('nginx.conf'), /limit_req_zone \S+ zone=(\w+):\w+ rate=(\d+)r\/m;/g);
  const [, table = ''] = read('docs/security.md').split('<!-- the limits of nginx -->');
  const documented = zones(table, /^\| (\w+) +\| (\d+) /gm);
  expect(Object.keys(documented).length).toBeGreaterThan(5);
  const wide = Object.entries(documented).map(([zone, perMinute]) => [`${zone}_48`, 10 * perMinute]);
  expect(nginx).toEqual({ ...documented, ...Object.fromEntries(wide) });
});
