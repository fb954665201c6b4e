const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Longer than any request line and headers that a web server takes; what is longer is no log line. */
export const longestLine = 65_536;

/** One line without its end; null where it was too long, so that nothing of it is held. */
type OnLine = (line: Buffer | null) => void;

/** Cuts a stream of bytes into lines. Holds at most one unfinished line of `longestLine` bytes. */
export class LineSplitter {
  private unfinished: Buffer[] = [];
  private unfinishedBytes = 0;

  constructor(private readonly onLine: OnLine) {}

  push(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      this.finish(bytes.subarray(start, end));
      start = end + 1;
    }
    if (start < bytes.length) this.hold(bytes.subarray(start));
  }

  /** At the end of the stream: what stands there without a line end is a line too. */
  end(): void {
    if (this.unfinishedBytes > 0) this.finish(Buffer.alloc(0));
  }

  private hold(part: Buffer): void {
    this.unfinishedBytes += part.length;
    if (this.unfinishedBytes > longestLine) this.unfinished = [];
    else this.unfinished.push(part);
  }

  private finish(part: Buffer): void {
    if (this.unfinishedBytes === 0) {
      this.give(part);
      return;
    }
    this.hold(part);
    const line = this.unfinishedBytes > longestLine ? null : Buffer.concat(this.unfinished);
    this.unfinished = [];
    this.unfinishedBytes = 0;
    if (line) this.give(line);
    else this.onLine(null);
  }

  private give(line: Buffer): void {
    if (line.length > longestLine) this.onLine(null);
    else this.onLine(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line);
  }
}
