import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { errorName } from './describe-error.js';
import type { TracingSettings } from './tracing-settings.js';

/* The OpenTelemetry SDK. tracing.ts imports this file only while traces are on. */

/** Enough for a small site to see every request; a flood must not become one of spans. */
const mostTracesPerSecond = 10;
/** Spans that end while the collector is slow or away wait for the next export; more than these are dropped. */
const batches = { scheduledDelayMillis: 1_000, maxQueueSize: 2_048 };
/** A hanging collector may delay a shutdown, which has 10 s in all, by this. */
const flushTimeoutMs = 2_000;
const logEveryMs = 60_000;

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

export interface SpanDescription {
  name: string;
  kind: 'server' | 'producer' | 'consumer' | 'client' | 'internal';
  attributes?: Record<string, string | number>;
  links?: Span[];
}

export interface SpanOutcome {
  attributes?: Record<string, number>;
  /** The name of an error: the span failed. */
  errorType?: string;
}

export class Tracer {
  private readonly ids = new TraceIds();
  private readonly provider: TracerProvider;
  private readonly spans;
  private readonly active = new AsyncLocalStorage<Span>();

  constructor({ endpoint, headers, share }: TracingSettings, process: string, logger: Logger) {
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
    const exporter = new LoggedExporter(url, headers, logger);
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': `voordeur-${process}` }),
      sampler: new ParentBasedSampler({ root: new RequestSampler(share) }),
      idGenerator: this.ids,
      spanProcessors: [new BatchSpanProcessor({ ...batches, exporter })],
    });
    this.spans = this.provider.getTracer('voordeur');
  }

  /** The first span of a trace with this id; undefined if it isn't sampled. */
  startRoot(traceId: string, description: SpanDescription): Span | undefined {
    this.ids.next = traceId;
    const span = this.startSpan(description, ROOT_CONTEXT);
    this.ids.next = undefined;
    return span.isRecording() ? span : undefined;
  }

  start(description: SpanDescription, parent: Span): Span {
    return this.startSpan(description, trace.setSpan(ROOT_CONTEXT, parent));
  }

  activeSpan(): Span | undefined {
    return this.active.getStore();
  }

  /** Runs `work` with this span as the active one; the span stays open. */
  activate<Result>(span: Span, work: () => Result): Result {
    return this.active.run(span, work);
  }

  /** The same, and ends the span with the outcome of the work. */
  async run<Result>(
    span: Span,
    work: () => Promise<Result>,
    outcomeOf: (result: Result) => SpanOutcome = () => ({}),
  ): Promise<Result> {
    try {
      const result = await this.activate(span, work);
      this.end(span, outcomeOf(result));
      return result;
    } catch (error) {
      // Not its text, which may quote somebody's data.
      this.end(span, { errorType: errorName(error) });
      throw error;
    }
  }

  end(span: Span, { attributes = {}, errorType }: SpanOutcome = {}): void {
    span.setAttributes(attributes);
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }

  /** As W3C's `traceparent` header has it; of a sampled span, for no other is kept. */
  traceparentOf(span: Span): string {
    const { traceId, spanId } = span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  }

  /** A span of another process, or of an earlier run of this one; undefined if the text is not one. */
  readTraceparent(text: string): Span | undefined {
    const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(text) ?? [];
    const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    return isSpanContextValid(context) ? trace.wrapSpanContext(context) : undefined;
  }

  /** Sends the ended spans, or gives up after two seconds. Never throws. */
  async stop(): Promise<void> {
    await pTimeout(this.provider.shutdown(), { milliseconds: flushTimeoutMs }).catch(() => undefined);
  }

  private startSpan(
    { name, kind, attributes = {}, links = [] }: SpanDescription,
    context: typeof ROOT_CONTEXT,
  ) {
    const linked = links.map((span) => ({ context: span.spanContext() }));
    return this.spans.startSpan(name, { kind: kinds[kind], attributes, links: linked }, context);
  }
}

/** A trace gets the id that nginx gave its request. */
class TraceIds implements IdGenerator {
  next: string | undefined;
  private readonly random = new RandomIdGenerator();

  generateTraceId = () => this.next ?? this.random.generateTraceId();
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
    if (result.decision === SamplingDecision.NOT_RECORD || this.hasRoom()) return result;
    return { decision: SamplingDecision.NOT_RECORD };
  }

  private hasRoom(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.second) this.sampled = 0;
    this.second = second;
    this.sampled += 1;
    return this.sampled <= mostTracesPerSecond;
  }
}

/** Posts spans as OTLP's JSON. Spans that can't be sent are dropped, and logged once a minute. */
class LoggedExporter extends OTLPTraceExporter {
  private loggedAt = -Infinity;

  constructor(
    url: string,
    headers: Record<string, string>,
    private readonly logger: Logger,
  ) {
    super({ url, headers });
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
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
