/** The keys of everything we keep in the browser. */
export const storageKeys = {
  language: 'user_language_choice',
  /** The scheduler's host, once the visitor has opened its calendar. */
  calendar: 'calendar_consent',
  /** `yes`: the visitor wants no visit or video to be counted. */
  notCounted: 'not_counted',
  adminToken: 'admin_session_token',
  adminLanguage: 'admin_language',
  /** Only in sessionStorage: lib/admin-drafts.ts. */
  adminDrafts: 'admin_drafts',
  /** Written by a tab that logs out, for the others to hear; nothing stays under it. */
  adminLogout: 'admin_logout',
  /** `off`: the owner wants no single-key shortcuts. */
  shortcuts: 'admin_shortcuts',
  /** `shown`: the list of texts shows their keys. */
  textKeys: 'admin_text_keys',
  /** Used by an earlier version, which kept the key itself; removed wherever found. */
  legacyAdminKey: 'admin_secret_key',
} as const;

/** The stored value, or null; also null where the browser refuses storage altogether. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps the value for later visits; where the browser refuses, it is forgotten with the page. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: nothing to do.
  }
}

/** Removes the value from both stores. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  } catch {
    // Nothing can be there.
  }
}
