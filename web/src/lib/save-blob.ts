/** Saves a file as if it had been downloaded: a link could not carry the owner's token. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // At once, some browsers would save nothing.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 10_000);
}
