/**
 * Posts a body as JSON by a request that outlives a page that is left at once. A file of its own, since the visits of
 * every first load need it and nothing else of http.ts.
 */
export function postBeacon(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
