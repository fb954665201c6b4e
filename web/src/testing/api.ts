import { expect, vi } from 'vitest';
import { commands } from 'vitest/browser';

/** The answer to a component's call; `held`: not before `release`; `events`: a stream that sends these and ends. */
export type Answer = 'cut off' | { status?: number; body?: object; events?: object[]; held?: boolean };

export interface Call {
  /** The query with its question mark. */
  search: string;
  headers: Record<string, string>;
  body: unknown;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    answerCalls: (call: string, answers: Answer[]) => Promise<void>;
    releaseCalls: (call: string) => Promise<void>;
    readCalls: (call: string) => Promise<Call[]>;
    forgetCalls: () => Promise<void>;
  }
}

/** Answers a call (`POST /api/visit`) in the api's place, with one answer after the other; the last one stays. */
export async function answerCalls(call: string, ...answers: Answer[]) {
  await commands.answerCalls(call, answers);
  return {
    read: () => commands.readCalls(call),
    release: () => commands.releaseCalls(call),
  };
}

/** The body of a refusal, as the api writes it. */
export function refusal(status: number, code: string, more: object = {}): Answer {
  return { status, body: { error: 'A sentence of the api.', code, ...more } };
}

/** Holds the time limits of calls begun from now on; the function it returns ends them. */
export function holdTimeLimits(): () => void {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(20_000);
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  return () => {
    for (const limit of limits) limit.abort(new DOMException('too late', 'TimeoutError'));
  };
}
