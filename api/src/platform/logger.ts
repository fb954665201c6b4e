import type { LoggerService } from '@nestjs/common';
import { destination, pino, type DestinationStream, type Logger, stdTimeFunctions } from 'pino';
import { describeError } from './describe-error.js';

/** Nest injects the logger of the process by this token. */
export const LOGGER = Symbol('logger');

/**
 * The logger of the process. It writes no addresses, query strings or bodies: request and reply are dropped from
 * Fastify's own lines, and errors go through `describeError`.
 */
export function createLogger(level: string, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { process: 'api' },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined, err: describeLogged },
    },
    // Lines are written asynchronously; pino flushes them at exit.
    stream ?? destination({ sync: false }),
  );
}

function describeLogged(error: unknown) {
  return error instanceof Error ? describeError(error) : error;
}

/** Sends Nest's own messages through the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    // Nest logs every module and route at boot: 60 lines that nobody reads.
    this.logger.debug({ context: rest.at(-1) }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ context: rest.at(-1) }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const error = [message, ...rest].find((part) => part instanceof Error);
    this.logger.error(
      error ? { err: error } : { context: rest.at(-1) },
      error ? 'error in Nest' : String(message),
    );
  }
}
