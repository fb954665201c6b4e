import { Pool } from 'undici';
import { sendVisits, timeAnswer, type VisitLoad } from '../measuring/load.js';

/** Many people with public addresses of many networks, so that places are really looked up, and four browsers. */
export function personOf(n: number) {
  const version = `14${n % 4}.0`;
  return {
    address: `${20 + (n % 150)}.${(n >> 3) % 250}.${n % 250}.7`,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:${version}) Gecko/20100101 Firefox/${version}`,
  };
}

/** Posts visits by 20,000 people at a steady rate, and resolves when the last is answered. */
export async function postSteadily(
  baseUrl: string,
  perSecond: number,
  seconds: number,
  load?: VisitLoad,
): Promise<VisitLoad> {
  const pool = new Pool(baseUrl, { connections: 64 });
  const post = (index: number) => {
    const { address, userAgent } = personOf((index * 7_919) % 20_000);
    return timeAnswer(pool, {
      method: 'POST',
      path: '/api/visit',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': address },
      body: JSON.stringify({ page: `/page-${index % 500}`, language: index % 2 ? 'NL' : 'ENG' }),
    });
  };
  const posted = await sendVisits(perSecond, (sent) => sent >= perSecond * seconds, post, load);
  await pool.close();
  return posted;
}
