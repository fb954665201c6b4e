import { randomInt } from 'node:crypto';
import { Pool } from 'undici';
import { repeatAtOnce } from '../measuring/load.js';
import { type Answer, countStatus, guessFor, isServerError, postFrom, tryLogin } from './answers.js';
import { type Attack, atMost, exactly, type Finding, reported, type Target } from './attack.js';

const seconds = 5;
const atOnce = 50;

/** One customer of a network has 2^64 addresses or more, and uses each of them once. */
export const rotateAddresses: Attack = {
  name: 'rotate-addresses',
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
  run,
};

async function run({ baseUrl, settings }: Target): Promise<Finding[]> {
  const pool = new Pool(baseUrl, { connections: atOnce });
  const guess = (nextAddress: () => string) => guessFor(pool, { seconds, atOnce, nextAddress });
  try {
    const oneNetwork = await guess(() => `2001:db8:1:1:${groups(4)}`);
    const manyNetworks = await guess(() => `2001:db8:2:${groups(5)}`);
    const mapped = await guess(() => `::ffff:203.0.113.9`);
    const everywhere = await guess(() => `2001:db9:${groups(6)}`);
    const owner = await tryLogin(pool, settings.environment['ADMIN_SECRET_KEY'] ?? '', '198.51.100.7');
    const visits = await postVisits(pool, 1_000, () => `2001:db8:3:1:${groups(4)}`);
    const widely = await postVisits(pool, 4_000, () => `2001:db8:4:${groups(5)}`);
    const all = [...oneNetwork, ...manyNetworks, ...mapped, ...everywhere, owner, ...visits, ...widely];
    return [
      atMost('guesses judged from one /64', countStatus(oneNetwork, is(401)), 5),
      atMost('guesses judged from a /48', countStatus(manyNetworks, is(401)), 50),
      atMost('guesses judged from an IPv4 address written as IPv6', countStatus(mapped, is(401)), 5),
      reported(
        'guesses judged a second, each from a /48 of its own',
        perSecond(countStatus(everywhere, is(401))),
      ),
      exactly("the owner's login from elsewhere", owner.status, 200),
      atMost("the owner's login from elsewhere", owner.ms, 1_000, 'ms'),
      atMost('visits taken of 1,000 from one /64', countStatus(visits, is(202)), 300),
      atMost('visits taken of 4,000 from a /48', countStatus(widely, is(202)), 3_000),
      exactly('answers 5xx, or none at all', countStatus(all, isServerError), 0),
    ];
  } finally {
    await pool.destroy();
  }
}

async function postVisits(pool: Pool, count: number, nextAddress: () => string): Promise<Answer[]> {
  const answers: Answer[] = [];
  let left = count;
  await repeatAtOnce(
    atOnce,
    () => left > 0,
    async () => {
      left -= 1;
      answers.push(await postFrom(nextAddress(), pool, '/api/visit', { page: '/' }));
    },
  );
  return answers;
}

const is = (wanted: number) => (status: number) => status === wanted;
const perSecond = (count: number) => (count / seconds).toFixed(0);

/** So many groups of a random IPv6 address. */
function groups(count: number): string {
  return Array.from({ length: count }, () => randomInt(1, 0x10000).toString(16)).join(':');
}
