import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type Answer, decode, encode, RECURSION_AVAILABLE } from 'dns-packet';

const noSuchName = 3;

/** A real name server that knows these addresses and texts, and a resolver that asks it alone. */
export async function startNameServer(addresses: Record<string, string>, texts: Record<string, string[]>) {
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    const { name = '', type } = question ?? {};
    const found: Answer[] = [];
    if (type === 'A' && addresses[name]) found.push({ type, name, ttl: 1, data: addresses[name] });
    if (type === 'TXT')
      for (const text of texts[name] ?? [])
        // In parts of 255 bytes, as they travel.
        found.push({ type, name, ttl: 1, data: text.match(/.{1,255}/gs) ?? [] });
    const isKnown = name in addresses || name in texts;
    const answer = encode({
      type: 'response',
      ...(query.id !== undefined && { id: query.id }),
      flags: RECURSION_AVAILABLE | (isKnown ? 0 : noSuchName),
      ...(query.questions && { questions: query.questions }),
      answers: found,
    });
    socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 500, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, close: () => socket.close() };
}
