import { expect, it } from 'vitest';
import { testKey } from '../testing/create-test-app.js';
import { useApp } from '../testing/hooks.js';

const test = useApp({ RATE_LIMIT: 'on' });

it('makes wrong keys wait when many fail, whatever their addresses, and the right one never', async () => {
  await test.database.dataSource.query(
    `insert into login_failures (address_key) select ('\\x' || lpad(to_hex(n), 2, '0'))::bytea
    from generate_series(1, 70) as n`,
  );
  const timed = async (secretKey: string) => {
    const startedAt = performance.now();
    const { status } = await test.http.post('/api/admin/login').send({ secretKey });
    return { status, ms: performance.now() - startedAt };
  };
  const wrong = await timed('wrong');
  expect(wrong.status).toBe(401);
  expect(wrong.ms).toBeGreaterThanOrEqual(2_200);
  const right = await timed(testKey);
  expect(right.status).toBe(200);
  expect(right.ms).toBeLessThan(2_200);
});
