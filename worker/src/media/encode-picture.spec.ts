import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { encodePicture } from './encode-picture.js';

const dir = mkdtempSync(join(tmpdir(), 'voordeur-picture-'));
afterAll(() => {
  rmSync(dir, { recursive: true });
});

const png = () => colour('#fff', 64, 64).png().toBuffer();
/** A PNG whose header claims another size. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = await png();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
/** A JPEG whose frame (marker 0xFFC0) claims another size. */
async function claimingJpeg(): Promise<Buffer> {
  const bytes = await blank(64, 64).jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(10_000, frame + 5);
  bytes.writeUInt16BE(10_000, frame + 7);
  return bytes;
}
const noise = () => sharp(randomBytes(120 * 90 * 3), { raw: { width: 120, height: 90, channels: 3 } });
const colour = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } });
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false });
const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const hostile: [string, () => Promise<Buffer> | Buffer, string?][] = [
  ['an SVG with a script', () => Buffer.from(script)],
  ['an SVG that begins as XML', () => Buffer.from(`<?xml version="1.0"?>${script}`)],
  [
    'an SVG that names a file',
    () => Buffer.from(script.replace(/<script.*script>/, '<image href="/etc/passwd"/>')),
  ],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page that begins as a GIF', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
  ['a page that begins as a JPEG', () => Buffer.from('\xff\xd8\xff\xe0<script>alert(1)</script>', 'latin1')],
  ['a page that begins as a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
  ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF')],
  ['a program', () => readFileSync(process.execPath).subarray(0, 100_000)],
  ['a program of a shell', () => Buffer.from('#!/bin/sh\nid\n')],
  ['a ZIP', () => Buffer.from('PK\x03\x04'.padEnd(100, '\0'), 'latin1')],
  ['a GIF', () => blank(9, 9).gif().toBuffer()],
  ['a TIFF', () => blank(9, 9).tiff().toBuffer()],
  ['a script of PostScript', () => Buffer.from('%!PS\n(/etc/passwd) (r) file')],
  ['orders for a drawing program', () => Buffer.from('push graphic-context\nfill url(https://example.org/)')],
  ['an MVG', () => Buffer.from('viewbox 0 0 9 9 image over 0,0 0,0 "msl:/etc/passwd"')],
  ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n')],
  ['a matrix', () => Buffer.from('9 9\n1 2 3 4 5 6 7 8 9\n')],
  ['a PPM', () => Buffer.from('P3 1 1 255 0 0 0')],
  ['a radiance map', () => Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n0000')],
  ['one byte', () => Buffer.from([0])],
  ['a megabyte of noughts', () => Buffer.alloc(1_000_000)],
  ['a megabyte of chance', () => randomBytes(1_000_000)],
  ['a JPEG that was cut', async () => (await noise().jpeg().toBuffer()).subarray(0, 3_000)],
  ['a JPEG’s header alone', async () => (await noise().jpeg().toBuffer()).subarray(0, 300)],
  ['a PNG that was cut', async () => (await noise().png().toBuffer()).subarray(0, 200)],
  ['a WebP that was cut', async () => (await noise().webp().toBuffer()).subarray(0, 200)],
  ['an AVIF that was cut', async () => (await noise().avif().toBuffer()).subarray(0, 200)],
  ['a PNG that claims 3,000 by 3,000', () => claiming(3_000, 3_000)],
  ['a PNG of nothing', () => claiming(0, 0)],
  ['a PNG that claims a gigapixel', () => claiming(32_000, 32_000), 'too-many-pixels'],
  ['a PNG that claims all there are', () => claiming(2 ** 31 - 1, 2 ** 31 - 1)],
  ['a PNG of 10,000 by 10,000', () => blank(10_000, 10_000).png().toBuffer(), 'too-many-pixels'],
  ['a JPEG that claims 10,000 by 10,000', claimingJpeg, 'too-many-pixels'],
];

it.each(hostile)('refuses %s', async (_, make, refusal = 'not-readable') => {
  expect(await encodePicture(await make(), dir)).toBe(refusal);
});

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('takes a %s', async (format) => {
  expect(await encodePicture(await noise()[format]().toBuffer(), dir)).toBeUndefined();
});

describe('a mark', () => {
  const make = async (upload: Buffer) => {
    const folder = mkdtempSync(join(dir, 'mark-'));
    expect(await encodePicture(upload, folder, 'mark')).toBeUndefined();
    return folder;
  };

  it('becomes square icons, in whole and with nothing around it, or night where a system needs a ground', async () => {
    const folder = await make(await colour('#ff0000', 200, 100).png().toBuffer());
    const sizes = await Promise.all(
      readdirSync(folder).map(async (name) => {
        const { width, height } = await sharp(join(folder, name)).metadata();
        return [name, width, height];
      }),
    );
    expect(sizes.sort()).toEqual([
      ['mark-180.png', 180, 180],
      ['mark-192.png', 192, 192],
      ['mark-32.png', 32, 32],
      ['mark-512.png', 512, 512],
      ['mark-maskable.png', 512, 512],
      ['mark.webp', 96, 96],
    ]);
    const tokens = readFileSync(join(import.meta.dirname, '../../../web/src/ui/tokens.css'), 'utf8');
    const night = `${/--color-night: #([0-9a-f]{6});/.exec(tokens)?.[1]}ff`;
    for (const name of ['mark-180.png', 'mark-192.png', 'mark-512.png', 'mark-maskable.png']) {
      const file = join(folder, name);
      expect(await colourAt(file, 0.5, 0.5)).toBe('ff0000ff');
      const isOnNight = name === 'mark-180.png' || name === 'mark-maskable.png';
      for (const corner of [0, 0.99])
        expect(await colourAt(file, corner, corner)).toMatch(isOnNight ? night : /00$/);
    }
    // Systems cut the corners off a maskable icon, or more.
    expect(await colourAt(join(folder, 'mark-maskable.png'), 0.15, 0.5)).toBe(night);
  });

  it('keeps what shows through', async () => {
    const ring = Buffer.alloc(64 * 64 * 4);
    const folder = await make(
      await sharp(ring, { raw: { width: 64, height: 64, channels: 4 } })
        .png()
        .toBuffer(),
    );
    expect(await colourAt(join(folder, 'mark-32.png'), 0.5, 0.5)).toMatch(/00$/);
    expect(await colourAt(join(folder, 'mark.webp'), 0.5, 0.5)).toMatch(/00$/);
  });
});

it.each([
  ['wide', 3_000, 700],
  ['tall and small', 300, 900],
])('crops a share picture that is %s around its middle', async (_, width, height) => {
  const folder = mkdtempSync(join(dir, 'share-'));
  const middle = await colour('#00ff00', Math.floor(width / 3), Math.floor(height / 3))
    .png()
    .toBuffer();
  const upload = await colour('#000000', width, height)
    .composite([{ input: middle }])
    .png()
    .toBuffer();
  expect(await encodePicture(upload, folder, 'share-picture')).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['share.jpg']);
  const made = join(folder, 'share.jpg');
  expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 });
  // JPEG comes near a colour.
  expect(await colourAt(made, 0.5, 0.5)).toMatch(/^0.f.0.ff$/);
});

it.each(['mark', 'share-picture'] as const)('refuses a %s that is no picture', async (kind) => {
  expect(await encodePicture(Buffer.from(script), dir, kind)).toBe('not-readable');
});

it('does not call a picture unreadable where the disk is at fault', async () => {
  await expect(encodePicture(await noise().jpeg().toBuffer(), join(dir, 'none'))).rejects.toThrow('ENOENT');
});

/** The colour of a pixel, by its place as shares of width and height. */
async function colourAt(file: string, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return data.subarray(at, at + 4).toString('hex');
}

/** The checksum of a PNG's chunk (PNG specification, annex D). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
