import { writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger, stdTimeFunctions } from 'pino';
import { describeError } from './describe-error.js';

/** Nest injects the logger of the process by this token. */
export const LOGGER = Symbol('logger');

/**
 * The logger of the process. It writes no addresses, query strings or bodies: request and reply are dropped from
 * Fastify's own lines, and errors go through `describeError`.
 */
export function createLogger(processName: string, level: string, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { process: processName },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined, err: describeLogged },
    },
    stream ?? standardOutput,
  );
}

/** Drops a line that cannot be written, as on a full disk; pino's own destination keeps them all, and never exits then. */
const standardOutput: DestinationStream = {
  write: (line) => {
    try {
      writeSync(1, line);
    } catch {
      // There is nowhere to say so.
    }
  },
};

function describeLogged(error: unknown) {
  return error instanceof Error ? describeError(error) : error;
}

/**
 * Forwards Nest's `Logger` to the same logger. Nest appends the context's name to the arguments. A message may be an
 * object of fields, followed by the text.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    // Nest logs every module and route at boot: 60 lines that nobody reads.
    this.write(typeof message === 'string' ? 'debug' : 'info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    const err = [message, ...rest].find((part) => part instanceof Error);
    if (err) this.logger.error({ err }, 'error in Nest');
    else this.write('error', message, rest);
  }

  private write(level: 'debug' | 'info' | 'warn' | 'error', message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    if (typeof message === 'string') this.logger[level]({ context }, message);
    else
      this.logger[level]({ context, ...(message as object) }, rest.length > 1 ? String(rest[0]) : undefined);
  }
}
