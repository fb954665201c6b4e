import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Advice } from './advice.js';

export interface Port {
  part: string;
  number: number;
  setting: string;
  host?: string;
  udp?: boolean;
}

/** Throws `Advice` for the first port that another program holds. */
export async function checkFree(ports: Port[]): Promise<void> {
  for (const port of ports) {
    const fault = await tryPort(port);
    if (!fault) continue;
    const { part, number, setting, host = '127.0.0.1', udp } = port;
    throw new Advice(
      `${part} cannot have ${udp ? 'UDP ' : ''}port ${number} on ${host}: ${inWords[fault] ?? fault}.`,
      `set ${setting} to another one, in .env or in front of make (${setting}=${number + 1} make up), or end the program that holds it.`,
    );
  }
}

const inWords: Record<string, string> = {
  EADDRINUSE: 'another program has it',
  EACCES: 'this user may not open it',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** Why the port cannot be had; undefined when it can. */
async function tryPort({ number, host = '127.0.0.1', udp = false }: Port): Promise<string | undefined> {
  const listener = udp ? createSocket('udp4').bind(number, host) : createServer().listen(number, host);
  try {
    await once(listener, 'listening');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
  listener.close();
  await once(listener, 'close');
  return undefined;
}
