import { HttpException, type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { errorCodes, type ErrorCode, translationLimits } from '@voordeur/contracts/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from './api-error.js';
import { describeError } from './describe-error.js';
import { isPostgresAway } from './postgres-away.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Fastify's own refusals, by its codes; the rest goes by status. */
const codesOfFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_VALIDATION: 'invalid-body',
};
const codesOfStatus: Record<number, ErrorCode> = {
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
};

/** Answers every refusal and failure, ours and the framework's, in the one form of the contract. */
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
    if (error.code === 'not-found') error = this.asWrongMethod(request, reply) ?? error;
    if (error.code === 'too-large' && request.routeOptions.bodyLimit === translationLimits.importBytes) {
      error = new ApiError('import-too-large');
    }
    if (error.code === 'internal') {
      this.logger.error({ requestId: request.id, err: describeError(exception) }, 'request failed');
    }
    if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
    void reply.code(error.status).type('application/json; charset=utf-8').send(error.body());
  }

  /** A known path that was asked with a method it does not have. */
  private asWrongMethod(request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    if (request.routeOptions.url !== undefined) return undefined;
    const url = request.url.split('?', 1)[0] ?? '';
    const allowed = methods.filter((method) => this.fastify.hasRoute({ method, url }));
    if (allowed.length === 0) return undefined;
    void reply.header('allow', allowed.join(', '));
    return new ApiError('method-not-allowed');
  }
}

function asApiError(exception: unknown): ApiError {
  if (exception instanceof ApiError) return exception;
  // Nest wraps the errors of Fastify and keeps the original as the cause.
  const original = exception instanceof HttpException ? (exception.cause ?? exception) : exception;
  const { code, validation } = original as { code?: unknown; validation?: SchemaComplaint[] };
  if (isPostgresAway(original)) return new ApiError('unavailable', { cause: original });
  const status = exception instanceof HttpException ? exception.getStatus() : statusOf(original);
  if (status >= 500) return new ApiError(status === 503 ? 'unavailable' : 'internal', { cause: original });
  const known = typeof code === 'string' ? codesOfFastify[code] : undefined;
  if (validation) return new ApiError(known ?? 'invalid-body', { details: validation.map(nameField) });
  return new ApiError(known ?? codesOfStatus[status] ?? 'bad-request');
}

function statusOf(error: unknown): number {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : errorCodes.internal.status;
}

interface SchemaComplaint {
  instancePath: string;
  message?: string;
  keyword: string;
  params: Record<string, unknown>;
}

/** Patterns mean nothing to a reader, so that complaint is put in words. */
function nameField({ instancePath, message, keyword, params }: SchemaComplaint) {
  const missing = keyword === 'required' ? String(params['missingProperty']) : undefined;
  return {
    field: missing ?? instancePath.slice(1),
    message: missing ? 'is missing' : keyword === 'pattern' ? 'is not valid' : (message ?? 'is not valid'),
  };
}
