import { beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();

/** As a new document begins. */
async function load() {
  vi.resetModules();
  const [drafts, { hasUnsaved }] = await Promise.all([import('./admin-drafts'), import('./unsaved')]);
  return { ...drafts, hasUnsaved };
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

it('outlive a reload, and leave nothing behind once they are discarded', async () => {
  (await load()).keepAdminDraft('reply 1', { text: 'Half a thought' });
  const { readAdminDrafts, discardAdminDraft } = await load();
  expect(readAdminDrafts().get('reply 1')).toEqual({ text: 'Half a thought' });
  discardAdminDraft('reply 1');
  expect(stored.size).toBe(0);
});

it('last as long as the page where storage is blocked', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { readAdminDrafts, keepAdminDraft } = await load();
  keepAdminDraft('reply 1', { text: 'Half a thought' });
  expect(readAdminDrafts().size).toBe(1);
});

it('keep the page from being reloaded after a deploy, until they are erased', async () => {
  const { keepAdminDraft, eraseAdminDrafts, onAdminDraftsChange, hasUnsaved } = await load();
  const heard = vi.fn();
  const stop = onAdminDraftsChange(heard);
  keepAdminDraft('reply 1', { text: 'Half a thought' });
  expect(hasUnsaved()).toBe(true);
  eraseAdminDrafts();
  expect(hasUnsaved()).toBe(false);
  stop();
  keepAdminDraft('reply 1', { text: 'Half a thought' });
  expect(heard).toHaveBeenCalledTimes(2);
});
