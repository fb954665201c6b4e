import type { CleanedEnv } from 'envalid';
import { rule, url } from './environment.js';

export interface TracingSettings {
  /** The collector's base address; spans go to `/v1/traces` there. */
  endpoint: string;
  headers: Record<string, string>;
  /** Share of the requests, from 0 to 1. */
  share: number;
}

const headers = rule('names and values, such as api-key=secret,tenant=me (values URL-encoded)', (text) => {
  const read: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const [, name, encoded] = /^\s*([\w-]+)=(.*)$/.exec(pair) ?? [];
    if (name === undefined || encoded === undefined) return undefined;
    try {
      read[name] = decodeURIComponent(encoded.trim());
    } catch {
      return undefined;
    }
  }
  return Object.values(read).some((value) => /\p{Cc}/u.test(value)) ? undefined : read;
});

// Based on the parent or not is the same here: a request has none, and everything else has one that was sampled.
const sampler = rule(
  'always_on, always_off or traceidratio, or one of them after parentbased_',
  (text) => /^(?:parentbased_)?(always_on|always_off|traceidratio)$/.exec(text)?.[1],
);

const share = rule('a number from 0 to 1', (text) => {
  const value = Number(text);
  return text !== '' && value >= 0 && value <= 1 ? value : undefined;
});

/** OpenTelemetry's own names, meanings and defaults. */
export const tracingSpecs = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('the address of a collector', 'http:', 'https:')({ default: undefined }),
  OTEL_EXPORTER_OTLP_HEADERS: headers({ default: undefined }),
  OTEL_TRACES_SAMPLER: sampler({ default: 'parentbased_always_on' }),
  OTEL_TRACES_SAMPLER_ARG: share({ default: 1 }),
};

/** Undefined without an endpoint: nothing is traced. */
export function tracingSettingsOf(env: CleanedEnv<typeof tracingSpecs>): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = env;
  if (endpoint === undefined) return undefined;
  const shares: Record<string, number> = { always_off: 0, traceidratio: env.OTEL_TRACES_SAMPLER_ARG };
  return { endpoint, headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {}, share: shares[sampler] ?? 1 };
}
