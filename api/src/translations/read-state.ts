import { TextsState } from '@voordeur/contracts/db';
import type { TranslationsStateAnswer } from '@voordeur/contracts/http';
import type { EntityManager } from 'typeorm';
import { readTexts } from './read-texts.js';

/** Whether the pages that visitors get contain the current texts, and if not, why. */
export async function readState(db: EntityManager): Promise<TranslationsStateAnswer> {
  const { changed } = await readTexts(db);
  const state = await db.findOneBy(TextsState, { only: true });
  const isCurrent = !!state?.renderedAt && state.renderedVersion === state.version;
  return {
    version: state?.version ?? 'built-in',
    changedAt: state?.changedAt?.toISOString() ?? null,
    changed: Object.values(changed).flatMap((texts) => Object.keys(texts)).length,
    pages: {
      version: state?.renderedAt ? (state.renderedVersion ?? 'built-in') : null,
      renderedAt: state?.renderedAt?.toISOString() ?? null,
      status: state?.failure ? 'failed' : isCurrent ? 'current' : 'rendering',
      failure:
        state?.failure && state.failedAt
          ? { reason: state.failure, failedAt: state.failedAt.toISOString(), attempts: state.failures }
          : null,
    },
  };
}
