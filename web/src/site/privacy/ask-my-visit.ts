import type { MyVisitAction, MyVisitErased, MyVisitReceipt, MyVisitShown } from '@voordeur/contracts/http';
import { postJson, throwUnlessOk } from '../../lib/http';

const firstLookMs = 150;
const lookEveryMs = 1_000;
const giveUpMs = 20_000;

interface Answers {
  show: MyVisitShown;
  erase: MyVisitErased;
}

/** It was accepted and will be done; only its answer didn't come in time. */
export class NotAnswered extends Error {
  override name = 'NotAnswered';
}

/** Asks for it and waits for the answer. Throws NotAnswered from the receipt on, and before it whatever postJson does. */
export async function askMyVisit<Action extends MyVisitAction>(action: Action): Promise<Answers[Action]> {
  const accepted = await postJson('/api/my-visit', { action });
  try {
    const { receipt } = (await accepted.json()) as MyVisitReceipt;
    const endsAt = performance.now() + giveUpMs;
    for (let waitMs = firstLookMs; performance.now() < endsAt; waitMs = Math.min(2 * waitMs, lookEveryMs)) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const response = await throwUnlessOk(await fetch(`/api/my-visit?receipt=${receipt}`));
      if (response.status === 200) return (await response.json()) as Answers[Action];
    }
  } catch (cause) {
    throw new NotAnswered('the answer got lost', { cause });
  }
  throw new NotAnswered('no answer in time');
}
