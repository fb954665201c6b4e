import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageStyle } from './pages.js';

it("has the style whose hash nginx's policy allows", () => {
  const hash = createHash('sha256').update(pageStyle).digest('base64');
  const nginx = readFileSync(new URL('../../../nginx.conf', import.meta.url), 'utf8');
  expect(nginx).toContain(`style-src 'self' 'sha256-${hash}'`);
});
