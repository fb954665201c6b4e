import { once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { errorName, LOGGER } from '@voordeur/server';
import type { Logger } from 'pino';
import { Config } from '../platform/config.js';

/** The dictionaries that it needs are gone with the thread. */
const judgeInThread = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ findGuessable }) =>
    parentPort.postMessage(findGuessable({ key: workerData.key }).length > 0));`;

/** Whether the admin key can be guessed, found out once at start; unknown counts as no. */
@Injectable()
export class KeyStrength implements OnApplicationBootstrap {
  canBeGuessed = false;

  constructor(
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.judge();
  }

  private async judge(): Promise<void> {
    try {
      const module = pathToFileURL(createRequire(import.meta.url).resolve('@voordeur/server/guessable')).href;
      const thread = new Worker(judgeInThread, {
        eval: true,
        workerData: { module, key: this.config.adminSecretKey },
      });
      [this.canBeGuessed] = (await once(thread, 'message')) as [boolean];
      await thread.terminate();
    } catch (error) {
      this.logger.warn({ error: errorName(error) }, 'the strength of the admin key is not known');
    }
    if (this.canBeGuessed)
      this.logger.warn('ADMIN_SECRET_KEY can be guessed; make unlock NEW_KEY=1 writes another one');
  }
}
