import { readStored, storageKeys } from '../config/storage';
import { watchTexts } from '../i18n/watch-texts';

/**
 * Starts once the browser is idle: the page follows the owner's texts, and in the owner's own browser it can be edited.
 * A visitor's browser holds no session, so it never asks for the editor.
 */
export function startOnceAwake(): void {
  watchTexts();
  const isOwners = readStored(storageKeys.adminToken) !== null;
  if (!isOwners) return;
  if (window === window.parent)
    void import('../admin/texts/in-place-pencil').then(({ mountPencil }) => mountPencil());
  // Framed by the editor of the texts.
  else void import('../admin/texts/framed-page').then(({ handOver }) => handOver());
}
