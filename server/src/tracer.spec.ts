import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Tracer } from './tracer.js';

const open = (share: number) =>
  new Tracer({ endpoint: 'http://127.0.0.1:1', headers: {}, share }, 'api', pino({ level: 'silent' }));
const request = { name: 'GET', kind: 'server' } as const;
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => (n + 1).toString(16).padStart(32, 'a'));
const sampled = (tracer: Tracer, count: number) =>
  ids(count).flatMap((id) => tracer.startRoot(id, request)?.spanContext().traceId ?? []);

describe('Tracer', () => {
  it('starts at most ten traces a second, under the ids it is given', () => {
    // The second may end midway.
    const started = sampled(open(1), 100);
    expect(started.length).toBeGreaterThanOrEqual(10);
    expect(started.length).toBeLessThanOrEqual(20);
    expect(ids(10)).toEqual(started.slice(0, 10));
  });

  it('starts none that its share leaves out', () => {
    expect(sampled(open(0), 100)).toEqual([]);
  });

  it('reads the traceparent that it writes, and takes nothing else for one', () => {
    const tracer = open(1);
    const written = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const span = tracer.readTraceparent(written);
    expect(span && tracer.traceparentOf(span)).toBe(written);
    for (const text of [
      '',
      'x',
      written.replace('-01', '-00'),
      written.replaceAll('1', '0'),
      `${written}-`,
    ]) {
      expect(tracer.readTraceparent(text)).toBeUndefined();
    }
  });
});
