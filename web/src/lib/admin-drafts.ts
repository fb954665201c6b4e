import { storageKeys } from '../config/storage';
import { createDrafts, type Drafts } from './drafts';

/*
 * The owner's drafts are kept in this tab's sessionStorage, so they outlive a reload and an expired session; logging out
 * erases them. Keys and codes never come here.
 */
const drafts = createDrafts('admin', readStoredDrafts(), (kept) => {
  try {
    if (kept.size === 0) sessionStorage.removeItem(storageKeys.adminDrafts);
    else sessionStorage.setItem(storageKeys.adminDrafts, JSON.stringify([...kept]));
  } catch {
    // Storage is blocked or full: the drafts then last as long as the page.
  }
});
// The page around this one, or one in a frame, has changed them: they have the same sessionStorage.
addEventListener('storage', ({ key }) => {
  if (key === storageKeys.adminDrafts) drafts.follow(readStoredDrafts());
});

export const {
  read: readAdminDrafts,
  subscribe: onAdminDraftsChange,
  keep: keepAdminDraft,
  discard: discardAdminDraft,
  erase: eraseAdminDrafts,
  useDrafts: useAdminDrafts,
  useDraft: useAdminDraft,
} = drafts;

function readStoredDrafts(): Drafts {
  try {
    return new Map(
      JSON.parse(sessionStorage.getItem(storageKeys.adminDrafts) ?? '[]') as [
        string,
        Record<string, string>,
      ][],
    );
  } catch {
    return new Map();
  }
}
