import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { type MediaAnswer, mediaBytes, type MediaKind } from '@voordeur/contracts/http';
import { root } from '@voordeur/operate/local/settings.js';
import { lookWhile } from '../measuring/load.js';
import { memoryOf, pidOfPart, withChildren } from '../measuring/process.js';
import type { Ask } from './owner-calls.js';
import { uploadWhole } from './upload-files.js';

const parts = ['api-1', 'worker-1'] as const;

/** A black PNG of one bit a pixel: a few kilobytes that become a byte or more for each pixel. */
function makePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length);
    around.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One of our videos, with nothing behind it until it's as large as an upload may be. */
function makeVideo(): Buffer {
  const clip = readFileSync(join(root, 'web/public/media/video-1.mp4'));
  const rest = Buffer.alloc(mediaBytes.video - clip.length);
  rest.writeUInt32BE(rest.length);
  rest.write('free', 4);
  return Buffer.concat([clip, rest]);
}

/**
 * Uploads a video of 200 MB and meanwhile pictures that are meant to take memory. Resolves to that of the api and the worker, with
 * the processes that encode: before, and the most of it. `wrong` takes an upload with which something else was done than should be.
 */
export async function measureUploadMemory(localDir: string, ask: Ask, wrong: string[]) {
  // The last has as many pixels as a picture may have.
  const largest = makePng(7_700);
  const pictures: [Buffer, MediaAnswer['state']][] = [
    [makePng(20_000), 'refused'],
    [makePng(10_000), 'refused'],
    [largest.subarray(0, largest.length / 2), 'refused'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>'), 'refused'],
    [largest, 'ready'],
  ];
  const upload = async (kind: MediaKind, bytes: Buffer, wanted: MediaAnswer['state']) => {
    const { state } = await uploadWhole(ask, kind, bytes);
    if (state !== wanted) wrong.push(`a ${kind} of ${bytes.length} bytes is ${state}, not ${wanted}`);
  };
  const read = () => parts.map((part) => memoryMb(pidOfPart(localDir, part)));
  const video = makeVideo();
  const before = read();
  let most = before;
  const look = () => {
    most = read().map((now, index) => Math.max(now, most[index] ?? 0));
  };
  const uploadPictures = async () => {
    for (const [bytes, wanted] of pictures) await upload('picture', bytes, wanted);
  };
  await lookWhile(Promise.all([upload('video', video, 'ready'), uploadPictures()]), look, 100);
  return parts
    .map((part, index) => `${part} ${before[index]?.toFixed()} MB before, at most ${most[index]?.toFixed()}`)
    .join('; ');
}

function memoryMb(pid: number): number {
  let sum = 0;
  for (const one of withChildren(pid))
    try {
      sum += memoryOf(one).pssMb;
    } catch {
      // It has ended.
    }
  return sum;
}
