import type { MediaRefusal } from '@voordeur/contracts/http';

/** A file of which pieces are read. */
export interface Pieces {
  bytes: number;
  /** All of `length` that the file has from `start` on. */
  read: (start: number, length: number) => Promise<Buffer>;
}

/** A box of an MP4 (ISO/IEC 14496-12, 4.2): its size is `at`, its type 4 bytes on, and its content at `start`. */
interface Box {
  type: string;
  at: number;
  start: number;
  end: number;
}

export interface CheckedVideo {
  seconds: number;
  /** Boxes of what a camera or a program wrote about it, such as the place, by where they are in the file. */
  remarks: Omit<Box, 'type'>[];
}

/** Far more than exports have; each costs a query. */
const mostTopBoxes = 200;
const mostMovieBoxes = 10_000;
/** The movie header of 200 MB has one or two. */
const mostMovieBytes = 16_000_000;
const longestSeconds = 86_400;

const brands = /^(iso[m2-9]|mp4[12]|avc1|av01|hvc1|M4V )$/;
const codecs = ['avc1', 'avc3', 'hvc1', 'hev1', 'av01'];

/** Sizes that don't add up. */
class BrokenFile extends Error {}

/**
 * The duration of an MP4 that browsers can play while they load it, or why this isn't one. However its sizes lie, a few
 * hundred pieces are read.
 */
export async function checkVideo(file: Pieces): Promise<CheckedVideo | MediaRefusal> {
  try {
    return await check(file);
  } catch (error) {
    if (error instanceof BrokenFile) return 'not-readable';
    throw error;
  }
}

async function check(file: Pieces): Promise<CheckedVideo | MediaRefusal> {
  const boxes = await readTopBoxes(file);
  const [first] = boxes;
  if (first?.type !== 'ftyp' || !(await isMp4(file, first))) return 'not-readable';
  const types = boxes.map(({ type }) => type);
  const [movie, ...more] = boxes.filter(({ type }) => type === 'moov');
  if (!movie || more.length > 0 || !types.includes('mdat')) return 'not-readable';
  if (types.indexOf('mdat') < types.indexOf('moov')) return 'not-fast-start';
  if (movie.end - movie.start > mostMovieBytes) return 'not-readable';
  const checked = checkMovie(await file.read(movie.start, movie.end - movie.start));
  if (typeof checked === 'string') return checked;
  const remarks = checked.remarks.map(({ at, start, end }) => ({
    at: movie.start + at,
    start: movie.start + start,
    end: movie.start + end,
  }));
  return { ...checked, remarks };
}

/** The boxes that the whole file is made of. */
async function readTopBoxes({ bytes, read }: Pieces): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes;) {
    const box = readBox(await read(at, 16), { at, end: bytes, mayBeLast: true });
    boxes.push(box);
    if (boxes.length > mostTopBoxes) throw new BrokenFile();
    at = box.end;
  }
  return boxes;
}

/** Whether one of the brands that it names is MP4's; a phone's own film is QuickTime. */
async function isMp4({ read }: Pieces, { start, end }: Box): Promise<boolean> {
  const names = (await read(start, Math.min(end - start, 400))).toString('latin1');
  const [major = '', , ...others] = names.match(/.{4}/gs) ?? [];
  return [major, ...others].some((name) => brands.test(name));
}

function checkMovie(movie: Buffer): CheckedVideo | MediaRefusal {
  let left = mostMovieBoxes;
  function boxesIn({ start, end }: Pick<Box, 'start' | 'end'>): Box[] {
    const boxes: Box[] = [];
    for (let at = start; at < end;) {
      left -= 1;
      if (left < 0) throw new BrokenFile();
      const box = readBox(movie.subarray(at, at + 16), { at, end });
      boxes.push(box);
      at = box.end;
    }
    return boxes;
  }
  const find = (boxes: Box[], ...[type, ...inner]: string[]): Box | undefined => {
    const found = boxes.find((box) => box.type === type);
    return found && inner.length > 0 ? find(boxesIn(found), ...inner) : found;
  };
  /** The codec of a track's picture; undefined for other tracks. */
  function codecOf(track: Box): string | undefined {
    const media = find(boxesIn(track), 'mdia');
    const inside = media ? boxesIn(media) : [];
    const handler = find(inside, 'hdlr');
    const samples = find(inside, 'minf', 'stbl', 'stsd');
    if (!handler || !samples || wordAt(movie, handler, 8) !== 'vide') return undefined;
    return wordAt(movie, samples, 12);
  }

  const boxes = boxesIn({ start: 0, end: movie.length });
  // In fragments, whose duration isn't known ahead.
  if (find(boxes, 'mvex')) return 'not-fast-start';
  const header = find(boxes, 'mvhd');
  const seconds = header && readSeconds(movie.subarray(header.start, header.end));
  if (seconds === undefined || seconds > longestSeconds) return 'not-readable';
  const tracks = boxes.filter(({ type }) => type === 'trak');
  if (!tracks.map(codecOf).some((codec) => codec !== undefined && codecs.includes(codec)))
    return 'wrong-codec';
  const remarks = [...boxes, ...tracks.flatMap(boxesIn)].filter(({ type }) => /^(udta|meta)$/.test(type));
  return { seconds: Math.max(1, Math.round(seconds)), remarks };
}

interface Around {
  at: number;
  end: number;
  /** Whether a size of 0 is allowed, which goes up to the end of the file. */
  mayBeLast?: boolean;
}

/** Throws `BrokenFile` for a box that isn't within the one around it. */
function readBox(head: Buffer, { at, end, mayBeLast = false }: Around): Box {
  if (head.length < 8) throw new BrokenFile();
  const short = head.readUInt32BE(0);
  const headBytes = short === 1 ? 16 : 8;
  if (head.length < headBytes || (short === 0 && !mayBeLast)) throw new BrokenFile();
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
  const type = head.toString('latin1', 4, 8);
  if (length < headBytes || at + length > end || !/^[\x20-\x7e]{4}$/.test(type)) throw new BrokenFile();
  return { type, at, start: at + headBytes, end: at + length };
}

function wordAt(movie: Buffer, { start, end }: Box, offset: number): string {
  return movie.subarray(start, end).toString('latin1', offset, offset + 4);
}

/** From the movie header, whose version 1 has 64-bit times. */
function readSeconds(header: Buffer): number | undefined {
  if (header.length < 32) return undefined;
  const [scale, length] =
    header.readUInt8(0) === 1
      ? [header.readUInt32BE(20), Number(header.readBigUInt64BE(24))]
      : [header.readUInt32BE(12), header.readUInt32BE(16)];
  return scale > 0 && length > 0 ? length / scale : undefined;
}
