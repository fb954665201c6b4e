import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.js';
import { tracingSettingsOf, tracingSpecs } from './tracing-settings.js';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.org:4318/';
const read = (environment: Record<string, string>) =>
  tracingSettingsOf(readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT, ...environment }, tracingSpecs));

describe('tracingSettingsOf', () => {
  it('traces nothing without a collector, whatever else is set', () => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
  });

  it('traces every request by default', () => {
    expect(read({})).toEqual({ endpoint: OTEL_EXPORTER_OTLP_ENDPOINT, headers: {}, share: 1 });
  });

  it.each([
    ['always_on', 1],
    ['parentbased_always_off', 0],
    ['traceidratio', 0.25],
    ['parentbased_traceidratio', 0.25],
  ])('samples as %s says', (OTEL_TRACES_SAMPLER, share) => {
    expect(read({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.25' })?.share).toBe(share);
  });

  it('reads headers as OpenTelemetry writes them', () => {
    const given = { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi==, x-tenant=me' };
    expect(read(given)?.headers).toEqual({ Authorization: 'Basic YTpi==', 'x-tenant': 'me' });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=line%0Abreak'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
});
