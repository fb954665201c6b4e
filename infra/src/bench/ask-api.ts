import type { Settings } from '../local/settings.js';

/** A token of the api at `url`. */
export async function logIn(url: string, { environment }: Settings): Promise<string> {
  const response = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secretKey: environment['ADMIN_SECRET_KEY'] }),
  });
  if (!response.ok) throw new Error(`the login answered ${response.status}`);
  const { token } = (await response.json()) as { token: string };
  return token;
}

/** Milliseconds until the owner's call is answered whole. Throws where it is refused. */
export async function askApi(url: string, token: string): Promise<number> {
  const startMs = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return performance.now() - startMs;
}
