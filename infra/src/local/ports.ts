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

const inWords: Record<string, string> = {
  EADDRINUSE: 'another program has it',
  EACCES: 'this user may not open it',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** Throws `Advice` for the first port that another program holds. */
export async function checkFree(ports: Port[]): Promise<void> {
  for (const { part, number, setting, host = '127.0.0.1', udp } of ports) {
    const listener = udp ? createSocket('udp4').bind(number, host) : createServer().listen(number, host);
    try {
      await once(listener, 'listening');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new Advice(
        `${part} cannot have ${udp ? 'UDP ' : ''}port ${number} on ${host}: ${inWords[code] ?? code}.`,
        `set ${setting} to another one, in .env or in front of make (${setting}=${number + 1} make up), or end the program that holds it.`,
      );
    }
    listener.close();
    await once(listener, 'close');
  }
}
