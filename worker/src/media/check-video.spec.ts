import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkVideo } from './check-video.js';

const file = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../web/public/${name}`, import.meta.url)));
const clip = file('media/video-1.mp4');

function check(video: Buffer, reads = { count: 0 }) {
  const read = (start: number, length: number) => {
    reads.count += 1;
    return Promise.resolve(video.subarray(start, start + length));
  };
  return checkVideo({ bytes: video.length, read });
}

/** A box, whose size may lie. */
function box(type: string, content: Buffer, size = 8 + content.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
function largeBox(type: string, content: Buffer, size = 16 + content.length): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(size), 8);
  return Buffer.concat([head, content]);
}

/** The clip's own boxes: `ftyp`, `moov`, `free` and `mdat`. */
const own = new Map<string, Buffer>();
for (let at = 0; at < clip.length;) {
  const size = clip.readUInt32BE(at);
  own.set(clip.toString('latin1', at + 4, at + 8), clip.subarray(at, at + size));
  at += size;
}
const [ftyp, moov, mdat] = ['ftyp', 'moov', 'mdat'].map((type) => own.get(type) ?? Buffer.alloc(0)) as [
  Buffer,
  Buffer,
  Buffer,
];
const of = (...boxes: Buffer[]) => Buffer.concat(boxes);
/** A copy with other bytes in place of the first ones that are these. */
function changed(whole: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(whole);
  const at = copy.indexOf(from, 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  copy.write(to, at, 'latin1');
  return copy;
}
/** The clip's movie header with another duration, in its time scale of a thousandth. */
function lasting(duration: number): Buffer {
  const copy = Buffer.from(moov);
  copy.writeUInt32BE(duration, copy.indexOf('mvhd', 0, 'latin1') + 4 + 16);
  return copy;
}
const nested = (depth: number): Buffer => {
  let inner: Buffer = Buffer.alloc(0);
  for (let n = 0; n < depth; n += 1) inner = box('trak', inner);
  return inner;
};

it.each([
  ['ours', clip, 12],
  ['another one of ours', file('media/hero-loop.mp4'), 6],
  ['sizes of 64 bits', of(ftyp, largeBox('moov', moov.subarray(8)), largeBox('mdat', mdat.subarray(8))), 12],
  ['data up to the end', of(ftyp, moov, box('mdat', mdat.subarray(8), 0)), 12],
  ['HEVC', of(ftyp, changed(moov, 'avc1', 'hvc1'), mdat), 12],
  ['AV1', of(ftyp, changed(moov, 'avc1', 'av01'), mdat), 12],
  ['half a second', of(ftyp, lasting(500), mdat), 1],
])('takes %s', async (_, video, seconds) => {
  expect(await check(video)).toMatchObject({ seconds });
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a picture', file('media/video-1-640.webp')],
  ['a film of QuickTime', of(box('ftyp', Buffer.from('qt  \x00\x00\x02\x00qt  ', 'latin1')), moov, mdat)],
  ['one that was cut', clip.subarray(0, -1)],
  ['one that was cut in its header', clip.subarray(0, 2_000)],
  ['one with a page behind it', of(clip, Buffer.from('<script>alert(1)</script>'))],
  ['one with a page before it', of(Buffer.from('<script>alert(1)</script>'), clip)],
  ['no data', of(ftyp, moov)],
  ['no header', of(ftyp, mdat)],
  ['two headers', of(ftyp, moov, moov, mdat)],
  ['a size shorter than its own', of(ftyp, box('free', Buffer.alloc(0), 7), moov, mdat)],
  ['a size beyond the end', of(ftyp, box('free', Buffer.alloc(0), 2 ** 32 - 1), moov, mdat)],
  ['a size of 64 bits beyond the end', of(ftyp, largeBox('free', Buffer.alloc(0), 2 ** 53), moov, mdat)],
  ['a size of 64 bits shorter than its own', of(ftyp, largeBox('free', Buffer.alloc(0), 9), moov, mdat)],
  ['a size of nothing within the header', of(ftyp, box('moov', box('trak', Buffer.alloc(9), 0)), mdat)],
  ['a size that leaves the header', of(ftyp, box('moov', box('trak', Buffer.alloc(9), 99)), mdat)],
  ['a header without a duration', of(ftyp, lasting(0), mdat)],
  ['a duration of 49 days', of(ftyp, lasting(2 ** 32 - 1), mdat)],
  ['thousands of boxes', of(ftyp, ...Array<Buffer>(5_000).fill(box('free', Buffer.alloc(0))), moov, mdat)],
  [
    'thousands of boxes in the header',
    of(
      ftyp,
      box('moov', of(moov.subarray(8), ...Array<Buffer>(20_000).fill(box('free', Buffer.alloc(0))))),
      mdat,
    ),
  ],
  [
    'a header of 16 MB',
    of(ftyp, box('moov', of(moov.subarray(8), box('free', Buffer.alloc(16_000_000)))), mdat),
  ],
])('refuses %s', async (_, video) => {
  const reads = { count: 0 };
  expect(await check(video, reads)).toBe('not-readable');
  expect(reads.count).toBeLessThan(300);
});

it('finds what a camera wrote, in the header and in its tracks', async () => {
  const [place, camera] = [
    box('udta', Buffer.from('+52.0+004.3/')),
    largeBox('meta', Buffer.from('a phone')),
  ];
  const video = of(ftyp, box('moov', of(lasting(9).subarray(8), place, box('trak', camera))), mdat);
  const found = await check(video);
  if (typeof found === 'string') throw new Error(found);
  const contents = found.remarks.map(({ start, end }) => video.toString('latin1', start, end));
  expect(contents).toContain('+52.0+004.3/');
  expect(contents).toContain('a phone');
  for (const { at } of found.remarks) expect(video.toString('latin1', at + 4, at + 8)).toMatch(/udta|meta/);
});

it.each([
  ['a header behind the data', of(ftyp, mdat, moov)],
  ['fragments', of(ftyp, box('moov', of(moov.subarray(8), box('mvex', Buffer.alloc(0)))), mdat)],
])('says that it cannot be watched while it loads: %s', async (_, video) => {
  expect(await check(video)).toBe('not-fast-start');
});

it.each([
  ['a codec that browsers lack', of(ftyp, changed(moov, 'avc1', 'mp4v'), mdat)],
  ['sound alone', of(ftyp, changed(moov, 'vide', 'soun'), mdat)],
  ['an encrypted picture', of(ftyp, changed(moov, 'avc1', 'encv'), mdat)],
  [
    'a header nested ten thousand times',
    of(ftyp, box('moov', of(lasting(9).subarray(8, 116), nested(9_000))), mdat),
  ],
])('says that browsers cannot play %s', async (_, video) => {
  expect(await check(video)).toBe('wrong-codec');
});
