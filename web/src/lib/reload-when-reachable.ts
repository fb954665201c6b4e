/**
 * Reloads the page if its server can be reached; otherwise returns false and leaves the page as it is, because the
 * browser's own offline page has no way back.
 */
export async function reloadWhenReachable(): Promise<boolean> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  location.reload();
  return true;
}
