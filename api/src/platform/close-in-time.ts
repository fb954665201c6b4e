import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';

const cutConnectionsAfterMs = 6_000;
const endAfterMs = 9_500;

/**
 * On SIGTERM and SIGINT: no new connections, what runs is answered, gathered events are flushed, then the end.
 * A connection that keeps us is cut, and after ten seconds the process ends whatever still runs.
 */
export function closeInTime(app: NestFastifyApplication, logger: Logger): void {
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'closing');
      setTimeout(() => {
        (app.getHttpServer() as { closeAllConnections: () => void }).closeAllConnections();
      }, cutConnectionsAfterMs).unref();
      setTimeout(() => {
        logger.error('not closed in time');
        process.exit(1);
      }, endAfterMs).unref();
    });
  }
}
