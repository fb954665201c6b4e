import type { OnApplicationShutdown } from '@nestjs/common';
import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Tracer } from './tracer.js';
import type { TracingSettings } from './tracing-settings.js';

/*
 * Every span that leaves the product, named as OpenTelemetry's semantic conventions have it. A name or an attribute is
 * a word of this code's own or a number: nothing that a visitor sent, no id of a row, no address of the owner's. While
 * traces are off, each of these functions is one comparison, and the SDK isn't loaded.
 */

/** A job, or one of a job's events, that carries the trace of the request it came with. */
interface Traced {
  trace?: string;
}

let tracer: Tracer | undefined;

/** Sends the traces of this process to the collector from now on. */
export async function startTracing(
  settings: TracingSettings | undefined,
  process: 'api' | 'worker',
  logger: Logger,
): Promise<void> {
  if (!settings) return;
  const { Tracer } = await import('./tracer.js');
  tracer = new Tracer(settings, process, logger);
}

/** A provider of each process: after everything else is closed, it sends the remaining spans, within two seconds. */
export class TracingShutdown implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    const stopped = tracer;
    tracer = undefined;
    await stopped?.stop();
  }
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** The `traceparent` of the current span; undefined if it isn't traced. */
export function currentTrace(): string | undefined {
  const span = tracer?.activeSpan();
  return span && tracer?.traceparentOf(span);
}

/** Runs `work` in the trace that an event carries, if it carries one. */
export function inTraceOf<Result>({ trace }: Traced, work: () => Result): Result {
  const span = trace === undefined ? undefined : tracer?.readTraceparent(trace);
  return tracer && span ? tracer.activate(span, work) : work();
}

export interface RequestSpan {
  /** Calls the handler, whose spans then go under this one. */
  run: (handle: () => void) => void;
  end: (statusCode: number) => void;
}

/** Begins a trace, whose id is the request's; undefined if the request isn't sampled. `route` is a template. */
export function startRequest(id: string, method: string, route: string | undefined): RequestSpan | undefined {
  const current = tracer;
  const span = current?.startRoot(id, {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) },
  });
  if (!current || !span) return undefined;
  return {
    run: (handle) => {
      current.activate(span, handle);
    },
    end: (statusCode) => {
      const attributes = { 'http.response.status_code': statusCode };
      current.end(span, { attributes, ...(statusCode >= 500 && { errorType: String(statusCode) }) });
    },
  };
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
  const parent = tracer?.activeSpan();
  if (!tracer || !parent) return send();
  const attributes = messaging(queue, 'send');
  const span = tracer.start({ name: `send ${queue}`, kind: 'producer', attributes }, parent);
  payload.trace = tracer.traceparentOf(span);
  return tracer.run(span, send);
}

/** Processes a job that carries one event. */
export function traceJob(queue: string, data: unknown, work: () => Promise<void>): Promise<void> {
  const span = tracer && startProcessing(tracer, queue, data);
  return tracer && span ? tracer.run(span, work) : work();
}

/**
 * Records a batch of chunks. Each event that is traced gets a span in its own trace; the batch's goes under the first of
 * them and is linked with the others, both ways.
 */
export function traceBatch(
  queue: string,
  chunks: { data: unknown }[],
  work: () => Promise<void>,
): Promise<void> {
  if (!tracer) return work();
  const current = tracer;
  const spans = chunks
    .flatMap(eventsOf)
    .map((event) => startProcessing(current, queue, event))
    .filter((span) => span !== undefined);
  const [first, ...others] = spans;
  if (!first) return work();
  const attributes = { 'messaging.batch.message_count': chunks.length };
  const batch = current.start(
    { name: `record ${queue}`, kind: 'internal', attributes, links: others },
    first,
  );
  for (const other of others) other.addLink({ context: batch.spanContext() });
  return [batch, ...spans].reduce((inner, span) => () => current.run(span, inner), work)();
}

/** From here on the event is in this span. Undefined if the event isn't traced. */
function startProcessing(current: Tracer, queue: string, event: unknown): Span | undefined {
  const { trace } = (event ?? {}) as { trace?: unknown };
  const parent = typeof trace === 'string' ? current.readTraceparent(trace) : undefined;
  if (!parent) return undefined;
  const attributes = messaging(queue, 'process');
  const span = current.start({ name: `process ${queue}`, kind: 'consumer', attributes }, parent);
  (event as Traced).trace = current.traceparentOf(span);
  return span;
}

function eventsOf({ data }: { data: unknown }): unknown[] {
  const events = (data as { events?: unknown } | null)?.events;
  return Array.isArray(events) ? events : [data];
}

/** Inserts into a table of Postgres. */
export function traceInsert<Result>(table: string, insert: () => Promise<Result>): Promise<Result> {
  const parent = tracer?.activeSpan();
  if (!tracer || !parent) return insert();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.collection.name': table,
  };
  const span = tracer.start({ name: `INSERT ${table}`, kind: 'client', attributes }, parent);
  return tracer.run(span, insert);
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
  const parent = effect.trace === null ? undefined : tracer?.readTraceparent(effect.trace);
  if (!tracer || !parent) return send();
  const attributes = { 'voordeur.attempt': effect.number };
  const span = tracer.start({ name: `${kind} ${effect.type}`, kind: 'client', attributes }, parent);
  return tracer.run(span, send, ({ result, statusCode, error }) => {
    const hasFailed = result === 'failed' || result === 'retry';
    return {
      ...(statusCode !== undefined && { attributes: { 'http.response.status_code': statusCode } }),
      ...(hasFailed && { errorType: error ?? String(statusCode) }),
    };
  });
}
