import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { exitInTime } from '@voordeur/server';
import type { Logger } from 'pino';

const cutConnectionsAfterMs = 6_000;

/**
 * On SIGTERM and SIGINT: stops accepting connections, finishes open requests, flushes gathered events and exits. After
 * six seconds open connections are cut, and after ten the process exits in any case.
 */
export function shutDownOnSignals(app: NestFastifyApplication, logger: Logger): void {
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  exitInTime(logger);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => {
        (app.getHttpServer() as { closeAllConnections: () => void }).closeAllConnections();
      }, cutConnectionsAfterMs).unref();
    });
  }
}
