import type { Analytics } from '@voordeur/contracts/http';

/** The stack that the browser tests go through; `make test` and `make test-compose` start one and name it. (vitest takes BASE_URL for itself.) */
export const stack = {
  baseUrl: given('SITE_URL'),
  adminKey: given('ADMIN_SECRET_KEY'),
  /** Its Postgres, and the port of this machine that it posts questions to. The composed stack has neither for us. */
  databaseUrl: process.env['DATABASE_URL'],
  receiverPort: process.env['WEBHOOK_RECEIVER_PORT'],
};

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run these tests with make test or make test-compose.`);
  return value;
}

/** Opens a session as the owner does; answers how to read the figures with it. */
export async function logIn(baseUrl = stack.baseUrl, secretKey = stack.adminKey, userAgent = 'a test') {
  const response = await fetch(`${baseUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ secretKey }),
  });
  if (!response.ok) throw new Error(`login answered ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  async function readAnalytics(): Promise<Analytics> {
    const answer = await fetch(`${baseUrl}/api/admin/analytics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`analytics answered ${answer.status}`);
    return (await answer.json()) as Analytics;
  }
  return { token, readAnalytics };
}
