/**
 * Posts a body as JSON with a request that outlives the page, even one that's left at once. A file of its own, because
 * every first load needs this for its visit and nothing else of http.ts.
 */
export function postBeacon(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
