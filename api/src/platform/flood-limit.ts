import { Config } from './config.js';
import { ApiError } from './api-error.js';
import { FixedWindow } from './fixed-window.js';

/** Throws `too-many-requests` for an address that has had its calls of this minute. */
export type FloodLimit = (address: string) => void;

/** For the two hot calls; every other one is counted by `RateLimit`. Named tokens, for Nest to inject. */
export const VISIT_LIMIT = Symbol('visits per address');
export const VIDEO_VIEW_LIMIT = Symbol('video views per address');

export function provideFloodLimit(token: symbol, perMinute: number) {
  return {
    provide: token,
    inject: [Config],
    useFactory: ({ rateLimit }: Config): FloodLimit => (rateLimit ? limitTo(perMinute) : () => undefined),
  };
}

function limitTo(perMinute: number): FloodLimit {
  const window = new FixedWindow(perMinute);
  return (address) => {
    const seconds = window.take(address);
    if (seconds !== null) throw new ApiError('too-many-requests', { retryAfterSeconds: seconds });
  };
}
