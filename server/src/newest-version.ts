const answerWithinMs = 5_000;

/**
 * The newest release, such as `0.2.0`, by the address of a "latest release" as GitHub, Forgejo and Gitea answer it
 * (https://docs.github.com/rest/releases/releases#get-the-latest-release). Throws where there is no such answer, and at
 * a redirect, which could lead to a server that only this machine can reach.
 */
export async function readNewestVersion(url: string): Promise<string> {
  const headers = { accept: 'application/json' };
  const answer = await fetch(url, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const { tag_name: tag } = (await answer.json()) as { tag_name?: unknown };
  const [version] = typeof tag === 'string' ? (/\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(tag) ?? []) : [];
  if (version === undefined) throw new Error('This is no release.');
  return version;
}

/** Whether `version` is newer than the one that runs, such as `0.1.0 (v0.1.0-3-g1a2b3c4)`. */
export function isNewer(version: string, running: string): boolean {
  const numbers = (text: string) => (/^\d+\.\d+\.\d+/.exec(text)?.[0] ?? '0').split('.').map(Number);
  const [theirs, ours] = [numbers(version), numbers(running)];
  const differing = theirs.findIndex((number, index) => number !== ours[index]);
  return differing >= 0 && (theirs[differing] ?? 0) > (ours[differing] ?? 0);
}
