import { stat } from 'node:fs/promises';
import type { Logger } from '@nestjs/common';

/** The file's new version must look the same twice, so it's in use after half a minute and the time of loading it. */
const lookEveryMs = 15_000;

interface Options<Value> {
  /** For the log. */
  what: string;
  /** Undefined: nothing is watched. */
  file: string | undefined;
  /** Whether a file that isn't there is worth a line in the log. */
  isExpected: boolean;
  /** Throws where the file can't be used; without a file it makes the bundled value, and must not. */
  load: (file?: string) => Promise<Value>;
  log: Pick<Logger, 'log' | 'warn'>;
  /** Called at each change of either. */
  onState?: (value: Value, isRefused: boolean) => void;
  everyMs?: number;
}

/**
 * A value parsed from a file, and parsed again when the file is replaced. An unusable file is refused, with a line in
 * the log, and the previous value stays; likewise while there is no file.
 */
export class WatchedFile<Value> {
  private readonly timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  /** The version that was loaded or refused last, and the one that was there when we last looked. */
  private judged: string | undefined;
  private seen: string | undefined;

  private constructor(
    private readonly options: Options<Value>,
    private current: Value,
  ) {
    if (options.file === undefined) return;
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
    }, options.everyMs ?? lookEveryMs);
  }

  /** With the file if it can be used, else with the bundled value. */
  static async open<Value>(options: Options<Value>): Promise<WatchedFile<Value>> {
    const { file, isExpected, load, log, what } = options;
    const version = file === undefined ? undefined : await versionOf(file);
    const fallBack = async (reason: string) => {
      log.warn({ what, reason }, 'a file cannot be used; what is bundled is');
      return load();
    };
    let value: Value;
    let isRefused = false;
    if (version === undefined) {
      isRefused = isExpected;
      value = isRefused ? await fallBack(`${file} is not there`) : await load();
    } else {
      value = await load(file).catch((error: unknown) => {
        isRefused = true;
        return fallBack(reasonOf(error));
      });
    }
    const watched = new WatchedFile(options, value);
    watched.judged = watched.seen = version;
    options.onState?.(value, isRefused);
    return watched;
  }

  get value(): Value {
    return this.current;
  }

  /** Resolves once nothing is being loaded. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const { file, load, log, onState, what } = this.options;
    if (file === undefined) return;
    const version = await versionOf(file);
    // One that changes between two looks may be half written.
    const isSettled = version === this.seen;
    this.seen = version;
    if (!isSettled || version === undefined || version === this.judged) return;
    let isRefused = false;
    try {
      const value = await load(file);
      if ((await versionOf(file)) !== version) return;
      this.current = value;
      log.log({ what }, 'a newer file is in use');
    } catch (error) {
      isRefused = true;
      log.warn({ what, reason: reasonOf(error) }, 'a newer file cannot be used; the one before stays');
    }
    this.judged = version;
    onState?.(this.current, isRefused);
  }
}

/** Another one for each content, by any way of replacing it; undefined where there is no file that can be seen. */
async function versionOf(file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
