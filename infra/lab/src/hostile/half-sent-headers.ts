import { connect, type Socket } from 'node:net';
import { Pool } from 'undici';
import { atMost } from '../measuring/figures.js';
import { browser } from '@voordeur/e2e/helpers/post.js';
import { forSeconds, postTo, sendVisits } from '../measuring/load.js';
import { type Attack, cameFrom } from './attack.js';

const sockets = 9_000;
const seconds = process.env['LONG'] === '1' ? 60 : 15;

/** One address holds thousands of connections with half a header each; honest visitors bring a connection of their own. */
export const halfSentHeaders: Attack = async (baseUrl) => {
  const { hostname, port } = new URL(baseUrl);
  const held = new Set<Socket>();
  let opened = 0;
  let isOver = false;
  const hold = () => {
    if (isOver) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.3.1' });
    held.add(socket);
    socket.on('connect', () => {
      opened += 1;
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      held.delete(socket);
      setTimeout(hold, 50);
    });
  };
  // Without keep-alive, as strangers come.
  const visitors = new Pool(baseUrl, { connections: 200, pipelining: 0, headersTimeout: 15_000 });
  try {
    for (let n = 0; n < sockets; n += 1) hold();
    const { accepted, refused } = await sendVisits(40, forSeconds(seconds), (index) =>
      postTo(
        visitors,
        '/api/visit',
        { page: '/honest', language: 'ENG' },
        { 'user-agent': browser, ...cameFrom(`203.0.113.${(index % 40) + 1}`) },
      ),
    );
    return [
      { what: 'connections opened', value: opened },
      { what: 'honest visits accepted', value: accepted },
      atMost('honest visits refused, of 100', (100 * refused) / (accepted + refused), 1),
    ];
  } finally {
    isOver = true;
    for (const socket of held) socket.destroy();
    await visitors.destroy();
  }
};
