import { createRequire } from 'node:module';
import { context, propagation, type TextMapPropagator, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { errorName } from './describe-error.js';
import type { TracingSettings } from './tracing-settings.js';

/* The OpenTelemetry SDK and its instrumentations. tracing.ts imports this file only while traces are on. */

/** Enough for a small site to see every request; a flood must not become one of spans. */
const maxTracesPerSecond = 10;
/** Spans that end while the collector is slow or away wait for the next export; more than these are dropped. */
const batches = { scheduledDelayMillis: 1_000, maxQueueSize: 2_048 };
/** A hanging collector may delay a shutdown, which has 10 s in all, by this. */
const flushTimeoutMs = 2_000;
const logEveryMs = 60_000;
/** Instrumentations also record addresses, SQL, paths with queries and error messages; none of it is exported. */
const exportedAttributes =
  /^(http\.(request\.method|route|response\.status_code)|db\.(operation|collection)\.name|messaging\..*|voordeur\.attempt|error\.type)$/;

/** Starts tracing this process; returns what sends the remaining spans within two seconds and never throws. */
export function startOtel({ endpoint, headers, share }: TracingSettings, process: string, logger: Logger) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const ids = new RequestIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `voordeur-${process}` }),
    sampler: new ParentBasedSampler({ root: new RequestSampler(share) }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({ ...batches, exporter: new SafeExporter(url, headers, logger) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(ids);
  const instrumentations = [
    new FastifyOtelInstrumentation({
      registerOnInitialization: true,
      instrumentHooks: false,
      lifecycleHook: (span) => span.updateName('handler'),
      requestHook: (span, { method, routeOptions: { url: route } }) =>
        span.updateName(route === undefined ? method : `${method} ${route}`),
    }),
    new PgInstrumentation({
      requireParentSpan: true,
      ignoreConnectSpans: true,
      requestHook: (span, { query }) => span.updateName(queryName(query.text)),
    }),
    new IORedisInstrumentation(),
  ];
  // They patch prototypes as CommonJS is required; our own code imports both packages as ES modules.
  const require = createRequire(import.meta.url);
  for (const name of ['pg', 'ioredis']) require(name);
  return async () => {
    for (const instrumentation of instrumentations) instrumentation.disable();
    for (const api of [context, trace, propagation]) api.disable();
    await pTimeout(provider.shutdown(), { milliseconds: flushTimeoutMs }).catch(() => undefined);
  };
}

/** Names a query by the first table that it changes or else reads, or by its first word: words of our own code. */
function queryName(text: string): string {
  const words = [/\b(insert into|(?<!for |do )update|delete from)\s+"?(\w+)/i, /\b(from)\s+"?(\w+)/i, /(\w+)/]
    .map((pattern) => pattern.exec(text))
    .find((found) => found !== null);
  return words?.slice(1).join(' ').toLowerCase() ?? 'query';
}

/** A trace gets the id that nginx gave its request. What a client sends isn't read, and nothing is sent on. */
class RequestIds implements IdGenerator, TextMapPropagator {
  private next: string | undefined;
  private readonly random = new RandomIdGenerator();

  extract: TextMapPropagator['extract'] = (parent, carrier, getter) => {
    const id = getter.get(carrier, 'x-request-id');
    this.next = typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) ? id : undefined;
    return parent;
  };
  inject = () => undefined;
  fields = () => [];

  generateTraceId = () => {
    const id = this.next ?? this.random.generateTraceId();
    this.next = undefined;
    return id;
  };
  generateSpanId = () => this.random.generateSpanId();
}

/** Samples a share of the requests, and only a limited number per second. */
class RequestSampler implements Sampler {
  private readonly ofShare: Sampler;
  private second = 0;
  private sampled = 0;

  constructor(share: number) {
    this.ofShare = new TraceIdRatioBasedSampler(share);
  }

  shouldSample(...request: Parameters<Sampler['shouldSample']>) {
    const result = this.ofShare.shouldSample(...request);
    if (result.decision === SamplingDecision.NOT_RECORD) return result;
    const second = Math.floor(performance.now() / 1_000);
    this.sampled = second === this.second ? this.sampled + 1 : 1;
    this.second = second;
    return this.sampled <= maxTracesPerSecond ? result : { decision: SamplingDecision.NOT_RECORD };
  }
}

/** Posts spans as OTLP's JSON, without personal data. Spans that can't be sent are dropped, and logged once a minute. */
class SafeExporter extends OTLPTraceExporter {
  private loggedAt = -Infinity;

  constructor(
    url: string,
    headers: Record<string, string>,
    private readonly logger: Logger,
  ) {
    super({ url, headers });
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans.map(withoutPersonalData), (result) => {
      if (result.error) this.log(result.error);
      done(result);
    });
  }

  private log(error: Error): void {
    if (performance.now() - this.loggedAt < logEveryMs) return;
    this.loggedAt = performance.now();
    this.logger.warn({ error: errorName(error) }, 'the collector takes no traces; they are dropped');
  }
}

function withoutPersonalData(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([key]) => exportedAttributes.test(key)),
  );
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}
