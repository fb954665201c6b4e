/*
 * Forms with something typed into them that nobody has sent or saved yet. Small, because the first script of every page
 * asks before it reloads.
 */
const forms = new Set<string>();

export function setUnsaved(form: string, isUnsaved: boolean): void {
  if (isUnsaved) forms.add(form);
  else forms.delete(form);
}

export function hasUnsaved(): boolean {
  return forms.size > 0;
}
