import { randomUUID } from 'node:crypto';

/** A person's user agent: bots' views are dropped, and their visits may be joined to an edge record. */
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A sign-up form with a new address; the domain is reserved. */
export function signup() {
  return { email: `lead-${randomUUID()}@example.org`, language: 'NL', timestamp: new Date().toISOString() };
}

/** Posts as a person's browser would; the id of a 202, null for any other answer and for none within 10 s. */
export async function post(url: string, body: object, headers: object = {}): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': browser, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    const answer = (await response.json()) as { id?: string };
    return response.status === 202 && answer.id ? answer.id : null;
  } catch {
    return null;
  }
}
