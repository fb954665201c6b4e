import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';

const cutConnectionsAfterMs = 6_000;
const exitAfterMs = 9_500;

/**
 * On SIGTERM and SIGINT: stops accepting connections, finishes open requests, flushes gathered events and exits. After
 * six seconds open connections are cut, and after ten the process exits in any case.
 */
export function shutDownOnSignals(app: NestFastifyApplication, logger: Logger): void {
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'closing');
      setTimeout(() => {
        (app.getHttpServer() as { closeAllConnections: () => void }).closeAllConnections();
      }, cutConnectionsAfterMs).unref();
      setTimeout(() => {
        logger.error('did not close in time');
        process.exit(1);
      }, exitAfterMs).unref();
    });
  }
}
