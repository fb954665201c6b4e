/** The length in seconds of an MP4 or QuickTime file, from its movie header; null for other files. */
export function readClipSeconds(file: Buffer): number | null {
  const header = findBox(findBox(file, 'moov'), 'mvhd');
  if (header === null || header.length < 32) return null;
  // Version 1 has 64-bit times.
  const [scale, length] =
    header.readUInt8(0) === 1
      ? [header.readUInt32BE(20), Number(header.readBigUInt64BE(24))]
      : [header.readUInt32BE(12), header.readUInt32BE(16)];
  return scale > 0 && length > 0 ? length / scale : null;
}

/** The content of the first box of this type. */
function findBox(content: Buffer | null, type: string): Buffer | null {
  for (let at = 0; content !== null && at + 16 <= content.length;) {
    const short = content.readUInt32BE(at);
    // 1: a 64-bit length follows; 0: up to the end.
    const [head, length] =
      short === 1 ? [16, Number(content.readBigUInt64BE(at + 8))] : [8, short || content.length - at];
    if (length < head) return null;
    if (content.toString('latin1', at + 4, at + 8) === type) return content.subarray(at + head, at + length);
    at += length;
  }
  return null;
}
