import { createSocket } from 'node:dgram';
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
  for (const { part, number, setting, host = '127.0.0.1', udp = false } of ports) {
    const fault = await (udp ? bindUdp(number, host) : bindTcp(number, host));
    if (!fault) continue;
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

function bindTcp(port: number, host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      done(error.code);
    });
    server.listen(port, host, () => {
      server.close(() => {
        done(undefined);
      });
    });
  });
}

function bindUdp(port: number, host: string): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = createSocket('udp4');
    socket.once('error', (error: NodeJS.ErrnoException) => {
      done(error.code);
    });
    socket.bind(port, host, () => {
      socket.close(() => {
        done(undefined);
      });
    });
  });
}
