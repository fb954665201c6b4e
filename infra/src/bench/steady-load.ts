import { Pool } from 'undici';
import { sendSteadily } from '../measuring/load.js';

export interface SteadyLoad {
  accepted: number;
  /** Answers other than 202. */
  refused: number;
  /** Milliseconds from when a request was due, not from when it was sent: a stall delays those behind it too. */
  latenciesMs: number[];
}

const pages = Array.from({ length: 500 }, (_, index) => `/page-${index}`);
const agents = ['140.0', '141.0', '142.0', '143.0'].map(
  (version) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}) Gecko/20100101 Firefox/${version}`,
);

/** Posts visits by 20,000 different people at a steady rate, and resolves when the last is answered. */
export async function postSteadily(
  baseUrl: string,
  perSecond: number,
  seconds: number,
  onAnswer: (load: SteadyLoad) => void = () => undefined,
): Promise<SteadyLoad> {
  const pool = new Pool(baseUrl, { connections: 64 });
  const load: SteadyLoad = { accepted: 0, refused: 0, latenciesMs: [] };
  await sendSteadily(
    perSecond,
    (sent) => sent >= perSecond * seconds,
    async (index, dueMs) => {
      const { statusCode, body } = await pool.request(requestOf(index));
      await body.dump();
      load.latenciesMs.push(performance.now() - dueMs);
      if (statusCode === 202) load.accepted += 1;
      else load.refused += 1;
      onAnswer(load);
    },
  );
  await pool.close();
  return load;
}

function requestOf(index: number) {
  const person = (index * 7_919) % 20_000;
  return {
    method: 'POST' as const,
    path: '/api/visit',
    headers: {
      'content-type': 'application/json',
      'user-agent': agents[person % agents.length] ?? '',
      // Public addresses of many networks, so that places are really looked up.
      'x-forwarded-for': `${20 + (person % 150)}.${(person >> 3) % 250}.${person % 250}.7`,
    },
    body: JSON.stringify({ page: pages[index % pages.length], language: index % 2 ? 'NL' : 'ENG' }),
  };
}
