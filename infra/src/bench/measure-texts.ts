import { Owner } from '../live-texts/owner.js';
import type { Settings } from '../local/settings.js';
import { addressOf } from '../local/stack.js';
import { atMost, percentile, type Row } from '../measuring/figures.js';

/** On every page. */
const key = 'common.skipToContent';

/** How long it takes from saving a text until the served HTML of both languages has it. */
export async function measureTexts(settings: Settings, rounds: number): Promise<Row[]> {
  const owner = await Owner.logIn(addressOf(settings), settings.environment['ADMIN_SECRET_KEY']);
  const tookMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1)
    tookMs.push(await owner.saveBoth(key, { en: `Round ${round}.`, nl: `Ronde ${round}.` }));
  const what = 'from a saved text to the served HTML of both languages, p95';
  return [
    { ...atMost(what, percentile(tookMs, 95), 3_000, 'ms'), more: { 'p50 ms': percentile(tookMs, 50) } },
  ];
}
