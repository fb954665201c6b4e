import type { BeforeApplicationShutdown } from '@nestjs/common';

/** As soon as the api, which asks the visitors of its forms to confirm from then on. */
const everyMs = 2_000;

/** Follows what the owner sets in the browser. */
export abstract class LiveReader implements BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;

  /** Reads now, and again and again until the process goes down. `read` never throws. */
  protected async readRepeatedly(read: () => Promise<void>): Promise<void> {
    await read();
    this.timer = setInterval(() => {
      this.reading ??= read().finally(() => {
        this.reading = undefined;
      });
    }, everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.reading;
  }
}
