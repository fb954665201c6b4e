import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** A guesser with 10,000 attempts a second against a stolen database needs three years for these. */
const leastGuessesLog10 = 12;

/**
 * The names of the secrets that can be guessed. Its dictionaries take 20 MB for as long as the thread lives, so no process
 * that stays imports this in its main thread; hence a path of its own.
 */
export function findGuessable(secrets: Record<string, string>): string[] {
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return Object.entries(secrets)
    .filter(([, value]) => estimator.check(value, ['voordeur']).guessesLog10 < leastGuessesLog10)
    .map(([name]) => name);
}
