import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { logIn } from '../measuring/clients.js';
import { mean, type Row } from '../measuring/figures.js';
import { pidOfPart, readProcess } from '../measuring/process.js';
import { postSteadily } from './bench-stack.js';

const streams = 100;
const perSecond = 5;

/**
 * What a hundred open pages that show who is on the site cost the api, while visits come in so fast that there's news each
 * second, with what the visits cost in it.
 */
export async function measureNow(settings: Settings, seconds: number): Promise<Row[]> {
  const baseUrl = addressOf(settings);
  const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
  // Fills the list of people, and warms up what is measured.
  await postSteadily(baseUrl, 50, 3);
  const without = await measureShare(settings, seconds);
  const opened = await Promise.all(Array.from({ length: streams }, () => openStream(baseUrl, token)));
  try {
    await measureShare(settings, 3);
    const before = opened.map(({ read }) => read());
    const withStreams = await measureShare(settings, seconds);
    const bytes = opened.map(({ read }, index) => read() - (before[index] ?? 0));
    return [
      {
        what: `the api with ${streams} open streams of who is on the site, at ${perSecond} visits/s`,
        value: 100 * withStreams,
        unit: '% of a core',
        target: { atMost: 5 },
        more: {
          'without a stream, %': 100 * without,
          'KB/s to each': mean(bytes) / seconds / 1_000,
          'streams that got nothing': bytes.filter((count) => count === 0).length,
        },
      },
    ];
  } finally {
    for (const { close } of opened) close();
  }
}

/** The api's share of a core while visits come in. */
async function measureShare(settings: Settings, seconds: number): Promise<number> {
  const pid = pidOfPart(settings.localDir, 'api-1');
  const before = readProcess(pid).cpuSeconds;
  const startMs = performance.now();
  await postSteadily(addressOf(settings), perSecond, seconds);
  return (readProcess(pid).cpuSeconds - before) / ((performance.now() - startMs) / 1_000);
}

async function openStream(baseUrl: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${baseUrl}/api/admin/analytics/now`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode ?? 0}`);
  let read = 0;
  response.on('data', (part: Buffer) => (read += part.length)).on('error', () => undefined);
  return { read: () => read, close: () => request.destroy() };
}
