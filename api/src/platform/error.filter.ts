import { HttpException, type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { errorCodes, type ErrorCode } from '@voordeur/contracts/http';
import { describeError, isPostgresAway } from '@voordeur/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from './api-error.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Our codes for Fastify's errors; its other errors are mapped by their status. */
const codesByFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_VALIDATION: 'invalid-body',
};
/** The SQLSTATE of a statement that Postgres gave up. */
const statementTimeout = '57014';
const codesByStatus: Record<number, ErrorCode> = {
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
};

/** Responds to every error, ours and the framework's, in the form that the contract describes. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly fastify: FastifyInstance,
    private readonly logger: Logger,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    let error = asApiError(exception);
    if (error.code === 'not-found') error = this.asMethodNotAllowed(request, reply) ?? error;
    if (error.code === 'too-large') {
      error = new ApiError(request.routeOptions.config.largeBody?.tooLarge ?? 'too-large');
    }
    if (error.code === 'internal') {
      this.logger.error({ requestId: request.id, err: describeError(exception) }, 'request failed');
    }
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
    void reply.code(error.status).type('application/json; charset=utf-8').send(error.body());
  }

  /** A 405 if the path exists with other methods. */
  private asMethodNotAllowed(request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    if (request.routeOptions.url !== undefined) return undefined;
    const url = request.url.split('?', 1)[0] ?? '';
    const allowed = methods.filter((method) => this.fastify.hasRoute({ method, url }));
    if (allowed.length === 0) return undefined;
    void reply.header('allow', allowed.join(', '));
    return new ApiError('method-not-allowed');
  }
}

/** The refusal that an error becomes; `internal` for a fault of ours. */
export function asApiError(exception: unknown): ApiError {
  if (exception instanceof ApiError) return exception;
  // Nest wraps Fastify's errors and keeps the original as the cause.
  const original = exception instanceof HttpException ? (exception.cause ?? exception) : exception;
  const { code, validation } = original as { code?: unknown; validation?: SchemaError[] };
  if (isPostgresAway(original)) return new ApiError('unavailable', { cause: original });
  if (code === statementTimeout) return new ApiError('too-slow', { cause: original });
  const status = exception instanceof HttpException ? exception.getStatus() : statusOf(original);
  if (status >= 500) return new ApiError(status === 503 ? 'unavailable' : 'internal', { cause: original });
  const known = typeof code === 'string' ? codesByFastifyCode[code] : undefined;
  if (validation) return new ApiError(known ?? 'invalid-body', { details: validation.map(describeField) });
  return new ApiError(known ?? codesByStatus[status] ?? 'bad-request');
}

function statusOf(error: unknown): number {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : errorCodes.internal.status;
}

interface SchemaError {
  instancePath: string;
  message?: string;
  keyword: string;
  params: Record<string, unknown>;
}

/** A pattern means nothing to a reader, so it isn't quoted. */
function describeField({ instancePath, message, keyword, params }: SchemaError) {
  const missing = keyword === 'required' ? String(params['missingProperty']) : undefined;
  return {
    field: missing ?? instancePath.slice(1),
    message: missing ? 'is missing' : keyword === 'pattern' ? 'is not valid' : (message ?? 'is not valid'),
  };
}
