import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { Logger } from 'pino';
import { errorName } from './describe-error.js';
import type { TracingSettings } from './tracing-settings.js';

/*
 * The spans between those that OpenTelemetry's instrumentations make of requests, queries and commands: jobs, batches and
 * attempts, which carry their trace in the job or the effect. While traces are off, the SDK isn't loaded.
 */

/** A job, or one of a job's events, that carries the trace of the request it came with. */
interface Traced {
  trace?: string;
}

let stop: (() => Promise<void>) | undefined;

/** Sends the traces of this process to the collector from now on. */
export async function startTracing(
  settings: TracingSettings | undefined,
  process: 'api' | 'worker',
  logger: Logger,
): Promise<void> {
  if (settings) stop = (await import('./otel.js')).startOtel(settings, process, logger);
}

/** A provider of each process: after everything else is closed, it sends the remaining spans, within two seconds. */
export class TracingShutdown implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    await stop?.();
    stop = undefined;
  }
}

/** The `traceparent` of the current span; undefined if it isn't traced. */
export function currentTrace(): string | undefined {
  return traceparentOf(trace.getActiveSpan());
}

/** Runs `work` in the trace that an event carries, if it carries one. */
export function inTraceOf<Result>(event: Traced, work: () => Result): Result {
  const carried = readTrace(event);
  return carried ? context.with(carried, work) : work();
}

const messaging = (queue: string, operation: 'send' | 'process') => ({
  'messaging.system': 'bullmq',
  'messaging.destination.name': queue,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
});

/** Sends a payload, or waits until its chunk is sent. If that is traced, the payload carries the trace. */
export function traceSend<Result>(
  queue: string,
  payload: Traced,
  send: () => Promise<Result>,
): Promise<Result> {
  if (currentTrace() === undefined) return send();
  const span = start(`send ${queue}`, SpanKind.PRODUCER, messaging(queue, 'send'), context.active());
  carry(payload, span);
  return run(span, send);
}

/**
 * Records a batch of jobs: chunks of events, or single ones. Each event that is traced gets a span in its own trace; the
 * batch's goes under the first of them and is linked with the others, both ways.
 */
export function traceBatch(
  queue: string,
  jobs: { data: unknown }[],
  work: () => Promise<void>,
): Promise<void> {
  const spans = jobs.flatMap(eventsOf).flatMap((event) => startProcessing(queue, event) ?? []);
  const [first, ...others] = spans;
  if (!first) return work();
  const attributes = { 'messaging.batch.message_count': jobs.length };
  const batch = start(`record ${queue}`, SpanKind.INTERNAL, attributes, trace.setSpan(ROOT_CONTEXT, first));
  for (const other of others) {
    batch.addLink({ context: other.spanContext() });
    other.addLink({ context: batch.spanContext() });
  }
  return [batch, ...spans].reduce((inner, span) => () => run(span, inner), work)();
}

/** From here on the event is in this span. Undefined if the event isn't traced. */
function startProcessing(queue: string, event: unknown): Span | undefined {
  const parent = readTrace(event ?? {});
  if (!parent) return undefined;
  const span = start(`process ${queue}`, SpanKind.CONSUMER, messaging(queue, 'process'), parent);
  carry(event as Traced, span);
  return span;
}

function eventsOf({ data }: { data: unknown }): unknown[] {
  const events = (data as { events?: unknown } | null)?.events;
  return Array.isArray(events) ? events : [data];
}

interface Attempt {
  result: string;
  statusCode?: number;
  error?: string;
}

/** Makes an attempt to send an effect, which goes under the span that planned it, however long ago that was. */
export function traceAttempt<Result extends Attempt>(
  effect: { trace: string | null; type: string; number: number },
  kind: string,
  send: () => Promise<Result>,
): Promise<Result> {
  const parent = readTrace(effect);
  if (!parent) return send();
  const span = start(
    `${kind} ${effect.type}`,
    SpanKind.CLIENT,
    { 'voordeur.attempt': effect.number },
    parent,
  );
  return run(span, send, ({ result, statusCode, error }) => {
    if (statusCode !== undefined) span.setAttribute('http.response.status_code', statusCode);
    if (result === 'failed' || result === 'retry') fail(span, error ?? String(statusCode));
  });
}

function start(name: string, kind: SpanKind, attributes: Attributes, parent: Context): Span {
  return trace.getTracer('voordeur').startSpan(name, { kind, attributes }, parent);
}

async function run<Result>(
  span: Span,
  work: () => Promise<Result>,
  conclude?: (result: Result) => void,
): Promise<Result> {
  try {
    const result = await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
    conclude?.(result);
    return result;
  } catch (error) {
    // Not its text, which may quote somebody's data.
    fail(span, errorName(error));
    throw error;
  } finally {
    span.end();
  }
}

function fail(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
}

/** As W3C's `traceparent` header has it; undefined of a span that isn't sampled. */
function traceparentOf(span: Span | undefined): string | undefined {
  const { traceId, spanId, traceFlags } = span?.spanContext() ?? {};
  return traceFlags === TraceFlags.SAMPLED ? `00-${traceId}-${spanId}-01` : undefined;
}

function carry(event: Traced, span: Span): void {
  const traceparent = traceparentOf(span);
  if (traceparent !== undefined) event.trace = traceparent;
}

/** The context of a span of another process, or of an earlier run of this one; undefined without one or while traces are off. */
function readTrace({ trace: carried }: { trace?: unknown }): Context | undefined {
  if (!stop || typeof carried !== 'string') return undefined;
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(carried) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}
