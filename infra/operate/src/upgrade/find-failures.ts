/** As api/src/platform/metrics.ts names it. */
const requests = /^voordeur_http_request_duration_seconds_count\{.*status="(.xx)".*\} (\d+)$/gm;
const fewest = 20;
const share = 0.05;

/**
 * Whether the apis with these addresses (`http://host:port`) fail their requests, though they say that they are ready:
 * a sentence, or null. What can't be read counts as no request.
 */
export async function findFailures(apis: string[]): Promise<string | null> {
  const texts = await Promise.all(apis.map(readMetrics));
  const counts = texts.flatMap((text) => [...text.matchAll(requests)]);
  const sum = (status?: string) =>
    counts
      .filter(([, found]) => found === (status ?? found))
      .reduce((all, [, , count]) => all + Number(count), 0);
  const [failed, all] = [sum('5xx'), sum()];
  return failed >= fewest && failed > all * share ? `${failed} of ${all} requests have failed` : null;
}

async function readMetrics(api: string): Promise<string> {
  try {
    return await (await fetch(`${api}/metrics`, { signal: AbortSignal.timeout(2_000) })).text();
  } catch {
    return '';
  }
}
