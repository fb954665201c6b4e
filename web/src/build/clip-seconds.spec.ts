import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readClipSeconds } from './clip-seconds';

const clip = (name: string) => readFileSync(new URL(`../../public/media/${name}`, import.meta.url));

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

it('reads the length of our own clips', () => {
  expect(readClipSeconds(clip('video-1.mp4'))).toBeCloseTo(12, 1);
  expect(readClipSeconds(clip('hero-loop.mp4'))).toBeCloseTo(6, 1);
});

it('reads a header of 64 bits, behind a box of 64 bits', () => {
  const header = Buffer.alloc(112);
  header.writeUInt8(1);
  header.writeUInt32BE(1_000, 20);
  header.writeBigUInt64BE(150_500n, 24);
  const large = Buffer.alloc(24);
  large.writeUInt32BE(1);
  large.write('mdat', 4, 'latin1');
  large.writeBigUInt64BE(24n, 8);
  expect(readClipSeconds(Buffer.concat([large, box('moov', box('mvhd', header))]))).toBe(150.5);
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a picture', clip('video-1-640.webp')],
  ['a header that is cut off', box('moov', box('mvhd', Buffer.alloc(10)))],
  ['a box shorter than its head', Buffer.from([0, 0, 0, 3, 109, 111, 111, 118, 0, 0, 0, 0, 0, 0, 0, 0])],
])('has no length for %s', (_, file) => {
  expect(readClipSeconds(file)).toBeNull();
});
