import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './ports.js';
import { endServer, spawnServer } from './server-process.js';

/** Calendar servers that Debian has. */
export type CaldavProgram = 'radicale' | 'xandikos';

export function hasCaldav(program: CaldavProgram): boolean {
  return existsSync(`/usr/bin/${program}`);
}

/** A calendar server with the calendar `work`. `pause` lets it hang; `kill` ends it, and `start` brings it back. */
export async function startCaldav(program: CaldavProgram) {
  const dir = mkdtempSync(join(tmpdir(), `voordeur-${program}-`));
  const port = await freePort();
  const login = { userName: 'jane', password: 'secret' };
  const url = `http://127.0.0.1:${port}/jane/`;
  const calendar = program === 'radicale' ? `${url}work/` : `${url}calendars/calendar/`;
  const authorization = `Basic ${Buffer.from(`${login.userName}:${login.password}`).toString('base64')}`;
  const server = { process: await begin() };

  async function begin() {
    const process = spawnServer(`/usr/bin/${program}`, argumentsOf(program, dir, port), {
      stdio: 'ignore',
    });
    await untilListening(port);
    return process;
  }

  const request = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, calendar), {
      method,
      headers: { authorization, 'content-type': 'text/calendar; charset=utf-8', ...headers },
      ...(body !== undefined && { body }),
    });

  if (program === 'radicale') {
    const made = await request('MKCALENDAR', '', undefined, {});
    if (made.status !== 201) throw new Error(`no calendar was made: ${made.status}`);
  }
  return {
    url,
    calendar,
    ...login,
    request,
    async put(name: string, event: string[]) {
      const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...event, 'END:VCALENDAR', ''];
      const { status } = await request('PUT', `${name}.ics`, text.join('\r\n'));
      if (status >= 300) throw new Error(`the event was not stored: ${status}`);
    },
    pause: () => server.process.kill('SIGSTOP'),
    resume: () => server.process.kill('SIGCONT'),
    kill: () => endServer(server.process),
    async start() {
      server.process = await begin();
    },
    async stop() {
      await endServer(server.process);
      rmSync(dir, { recursive: true });
    },
  };
}

function argumentsOf(program: CaldavProgram, dir: string, port: number): string[] {
  if (program === 'xandikos') {
    return [
      ...['-d', join(dir, 'data'), '-l', '127.0.0.1', '-p', String(port)],
      ...['--defaults', '--current-user-principal', '/jane/'],
    ];
  }
  const users = join(dir, 'users');
  writeFileSync(users, 'jane:secret\n');
  mkdirSync(join(dir, 'data'), { recursive: true });
  const settings = join(dir, 'config');
  writeFileSync(
    settings,
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${users}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(dir, 'data')}
`,
  );
  return ['--config', settings];
}

async function untilListening(port: number): Promise<void> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(50);
  }
  throw new Error('the calendar server does not answer');
}
