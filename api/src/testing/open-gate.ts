import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@voordeur/testing';

/** A door in front of a server, which a test shuts, holds and opens again. */
export async function openGate(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let server: Server;
  // Still its own while it is shut.
  const port = await freePort();
  let held = false;

  function pass(socket: Socket): void {
    const real = connect(target.port, target.host);
    for (const one of [socket, real]) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        socket.destroy();
        real.destroy();
      });
    }
    socket.pipe(real).pipe(socket);
    if (held) hold(socket, real);
  }

  function hold(...some: Socket[]): void {
    for (const socket of some) socket.unpipe().pause();
  }

  async function open(): Promise<void> {
    server = createServer(pass).listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  async function shut(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await open();
  return {
    port,
    open,
    shut,
    /** From now on nothing passes, and no connection ends: as a server that is frozen. Ends with `shut`. */
    freeze: () => {
      held = true;
      hold(...sockets);
    },
    thaw: () => {
      held = false;
    },
  };
}
