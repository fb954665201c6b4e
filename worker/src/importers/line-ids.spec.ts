import { expect, test } from 'vitest';
import { digestLine, lineId, LineOrdinals } from './line-ids.js';

const timeMs = Date.UTC(2015, 4, 17, 8, 5, 3);
const digest = digestLine(Buffer.from('a line'));

test('an id is a UUIDv7 of the time and always the same', () => {
  const id = lineId(timeMs, digest, 0);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(timeMs);
  expect(lineId(timeMs, digestLine(Buffer.from('a line')), 0)).toBe(id);
});

test('the id of a known line never changes: another rule would import old logs a second time', () => {
  expect(lineId(timeMs, digest, 0)).toBe('014d60e7-a398-776d-bfef-ba15e0ba7f35');
});

test('another line, ordinal or time is another id', () => {
  const ids = [
    lineId(timeMs, digest, 0),
    lineId(timeMs, digest, 1),
    lineId(timeMs + 1_000, digest, 0),
    lineId(timeMs, digestLine(Buffer.from([0x61, 0xff])), 0),
    lineId(timeMs, digestLine(Buffer.from([0x61, 0xfe])), 0),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test('equal lines are counted among themselves', () => {
  expect(ordinalsOf('a b a a c b')).toEqual([0, 0, 1, 2, 0, 1]);
});

test('a line is forgotten once as many others as are remembered were seen since', () => {
  expect(ordinalsOf('a b c a', 3)).toEqual([0, 0, 0, 1]);
  expect(ordinalsOf('a b c d a', 3)).toEqual([0, 0, 0, 0, 0]);
  expect(ordinalsOf('a b c a d e a', 3)).toEqual([0, 0, 0, 1, 0, 0, 2]); // its last use counts, not its first
});

test('the remembered lines do not depend on where a file begins', () => {
  const whole = 'x y a b a c d e a b b'.split(' ');
  const later = whole.slice(2);
  expect(ordinalsOf(later.join(' '), 3)).toEqual(ordinalsOf(whole.join(' '), 3).slice(2));
});

test('memory has a bound, and forgetting does not get slower', () => {
  const ordinals = new LineOrdinals(10_000);
  const line = Buffer.alloc(32);
  for (let i = 0; i < 200_000; i++) {
    line.writeUInt32BE(i % 150_000, 0);
    ordinals.next(line);
  }
  expect(ordinals.size).toBe(10_000);
});

function ordinalsOf(lines: string, remembered?: number): number[] {
  const ordinals = new LineOrdinals(remembered);
  return lines.split(' ').map((line) => ordinals.next(digestLine(Buffer.from(line))));
}
