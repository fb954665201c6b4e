/** Closes each open dialog, the one on top last. */
const open: (() => void)[] = [];

/** Keeps a dialog's `close` until the returned function is called. */
export function registerOpenDialog(close: () => void): () => void {
  open.push(close);
  return () => open.splice(open.indexOf(close), 1);
}

/** Closes the dialog on top; false where none is open. */
export function closeTopDialog(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}
