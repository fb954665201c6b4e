/** Whole seconds as minutes:seconds. */
export function formatWatched(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
