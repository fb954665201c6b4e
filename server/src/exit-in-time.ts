import type { Logger } from 'pino';

/** The supervisor kills a process after ten seconds. */
const exitAfterMs = 9_500;

/** On SIGTERM and SIGINT the process exits after so long in any case, whatever it still waits for, and says so. */
export function exitInTime(logger: Logger, afterMs = exitAfterMs): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'closing');
      setTimeout(() => {
        logger.error('did not close in time');
        process.exit(1);
      }, afterMs).unref();
    });
  }
}
