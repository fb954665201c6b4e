/* Drafts that are neither sent nor saved yet. Small, because the first script of every page asks before it reloads. */
const unsaved = new Set<string>();

export function setUnsaved(whose: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(whose);
  else unsaved.delete(whose);
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
