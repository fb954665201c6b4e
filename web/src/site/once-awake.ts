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
  // The list of texts has this page in a frame. Another site's frame is null here, and browsers show nothing in it.
  const frame = window.frameElement;
  if (frame) void import('../admin/texts/in-place-frame').then(({ editInFrame }) => editInFrame(frame));
  else if (window === window.parent)
    void import('../admin/texts/in-place-pencil').then(({ mountPencil }) => mountPencil());
}
