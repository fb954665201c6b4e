import { readFileSync } from 'node:fs';
import { cacheAges } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';

const nginx = readFileSync(new URL('../../../../nginx.conf', import.meta.url), 'utf8');

it("the ages that the admin shows are nginx's", () => {
  const rules = /map \$uri \$max_age \{([^}]*)\}/.exec(nginx)?.[1] ?? '';
  const ages = rules
    .trim()
    .split('\n')
    .map((line) => /^(.*?)\s+(\d+);$/.exec(line.trim())?.slice(1) ?? []);
  expect(ages).toEqual([
    [expect.stringMatching(/png.*mp4.*woff2/), String(cacheAges.mediaSeconds)],
    [expect.stringMatching(/js.*css/), String(cacheAges.codeSeconds)],
    ['default', String(cacheAges.otherSeconds)],
  ]);
});
