import { randomInt } from 'node:crypto';
import { Pool } from 'undici';
import { atMost } from '../measuring/figures.js';
import { postTo, repeatAtOnce, upTo } from '../measuring/load.js';
import { type Attack, cameFrom, countStatus, guessFor, serverErrors, tryLogin } from './attack.js';

const seconds = 5;
const atOnce = 50;

/** One customer of a network has 2^64 addresses or more, and uses each of them once. */
export const rotateAddresses: Attack = async (baseUrl, { environment }) => {
  const pool = new Pool(baseUrl, { connections: atOnce });
  const guess = (addressOf: () => string) => guessFor(seconds, pool, atOnce, addressOf);
  const postVisits = (count: number, addressOf: () => string) =>
    repeatAtOnce(atOnce, upTo(count), () => postTo(pool, '/api/visit', { page: '/' }, cameFrom(addressOf())));
  try {
    const oneNetwork = await guess(() => `2001:db8:1:1:${groups(4)}`);
    const manyNetworks = await guess(() => `2001:db8:2:${groups(5)}`);
    const mapped = await guess(() => `::ffff:203.0.113.9`);
    const everywhere = await guess(() => `2001:db9:${groups(6)}`);
    const owner = await tryLogin(pool, environment['ADMIN_SECRET_KEY'], '198.51.100.7');
    const visits = await postVisits(1_000, () => `2001:db8:3:1:${groups(4)}`);
    const widely = await postVisits(4_000, () => `2001:db8:4:${groups(5)}`);
    return [
      atMost('guesses judged from one /64', countStatus(401, oneNetwork), 5),
      atMost('guesses judged from a /48', countStatus(401, manyNetworks), 50),
      atMost('guesses judged from an IPv4 address written as IPv6', countStatus(401, mapped), 5),
      { what: 'guesses judged a second, each from a /48', value: countStatus(401, everywhere) / seconds },
      atMost("the owner's logins refused from elsewhere", 1 - countStatus(200, [owner]), 0),
      atMost("the owner's login from elsewhere", owner.ms, 1_000, 'ms'),
      atMost('visits taken of 1,000 from one /64', countStatus(202, visits), 300),
      atMost('visits taken of 4,000 from a /48', countStatus(202, widely), 3_000),
      serverErrors([...oneNetwork, ...manyNetworks, ...mapped, ...everywhere, owner, ...visits, ...widely]),
    ];
  } finally {
    await pool.destroy();
  }
};

/** This many groups of a random IPv6 address. */
function groups(count: number): string {
  return Array.from({ length: count }, () => randomInt(1, 0x10000).toString(16)).join(':');
}
