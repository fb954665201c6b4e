const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** More than a web server accepts as a request line with headers; anything longer isn't a log line. */
export const longestLine = 65_536;

/**
 * Cuts a stream of bytes into lines without their ends, and yields those that each piece completes; null for a line
 * that is too long. Holds at most one unfinished line of `longestLine` bytes.
 */
export async function* splitLines(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<(Buffer | null)[]> {
  let parts: Buffer[] = [];
  let size = 0;

  function hold(given: Buffer): void {
    const part = size === 0 ? withoutLeadingNuls(given) : given;
    size += part.length;
    if (size > longestLine) parts = [];
    else parts.push(part);
  }

  function finish(): Buffer | null {
    const line = size > longestLine ? null : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line?.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
  }

  for await (const bytes of source) {
    const lines: (Buffer | null)[] = [];
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      hold(bytes.subarray(start, end));
      lines.push(finish());
      start = end + 1;
    }
    if (start < bytes.length) hold(bytes.subarray(start));
    yield lines;
  }
  // Text at the end of the stream without a line end is a line too.
  if (size > 0) yield [finish()];
}

/** `copytruncate` of logrotate leaves a hole, perhaps of gigabytes, before a line of a server that writes on. */
function withoutLeadingNuls(bytes: Buffer): Buffer {
  if (bytes[0] !== 0) return bytes;
  const start = bytes.findIndex((byte) => byte !== 0);
  return start === -1 ? bytes.subarray(bytes.length) : bytes.subarray(start);
}
