/** Width and height of a PNG, JPEG, WebP (lossy), GIF or SVG image. Throws on anything else. */
export function sizeOfImage(image: Buffer): { width: number; height: number } {
  if (image.toString('latin1', 1, 4) === 'PNG') {
    return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
  }
  if (image.toString('latin1', 0, 3) === 'GIF') {
    return { width: image.readUInt16LE(6), height: image.readUInt16LE(8) };
  }
  if (image.toString('latin1', 8, 16) === 'WEBPVP8 ') {
    return { width: image.readUInt16LE(26) & 0x3fff, height: image.readUInt16LE(28) & 0x3fff };
  }
  if (image.readUInt16BE(0) === 0xffd8) return sizeOfJpeg(image);
  const svg = /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(image.toString('utf8'));
  if (svg === null) throw new Error('no image of a kind that we make');
  return { width: Number(svg[1]), height: Number(svg[2]) };
}

function sizeOfJpeg(image: Buffer) {
  let at = 2;
  // Segments follow each other until the one that starts the frame (SOF0 to SOF2).
  while (image.readUInt16BE(at) < 0xffc0 || image.readUInt16BE(at) > 0xffc2) {
    at += 2 + image.readUInt16BE(at + 2);
  }
  return { width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
}

/** What a browser needs of an mp4: where its index lies, how long it is, and what it holds. */
export function readMp4(file: Buffer) {
  const boxes = [...boxesOf(file)];
  const find = (path: string[], from = boxes): Buffer => {
    const box = from.find(({ type }) => type === path[0])?.content;
    if (box === undefined) throw new Error(`no ${path.join('/')} in the mp4`);
    return path.length === 1 ? box : find(path.slice(1), [...boxesOf(box)]);
  };
  const movie = find(['moov', 'mvhd']);
  const track = find(['moov', 'trak', 'tkhd']);
  const types = boxes.map(({ type }) => type);
  return {
    indexFirst: types.indexOf('moov') < types.indexOf('mdat'),
    seconds: movie.readUInt32BE(16) / movie.readUInt32BE(12),
    tracks: [...boxesOf(find(['moov']))].filter(({ type }) => type === 'trak').length,
    // Fixed-point numbers of 16 and 16 bits.
    width: track.readUInt32BE(76) / 65_536,
    height: track.readUInt32BE(80) / 65_536,
    codec: find(['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']).toString('latin1', 12, 16),
  };
}

function* boxesOf(content: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= content.length;) {
    const length = content.readUInt32BE(at);
    if (length < 8) throw new Error('a box of an unexpected length');
    yield {
      type: content.toString('latin1', at + 4, at + 8),
      content: content.subarray(at + 8, at + length),
    };
    at += length;
  }
}

/** Number of pages and languages (of the whole and of its parts) of a PDF by Chromium. */
export function readPdf(file: Buffer): { pages: number; languages: string[] } {
  const text = file.toString('latin1');
  if (!text.startsWith('%PDF-')) throw new Error('no PDF');
  const languages = [...text.matchAll(/\/Lang \(([a-z]{2})\)/g)].map(([, language]) => language ?? '');
  return {
    pages: (text.match(/\/Type\s*\/Page\b/g) ?? []).length,
    languages: [...new Set(languages)].sort(),
  };
}
