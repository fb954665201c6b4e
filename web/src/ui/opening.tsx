/** Where a popup is going to be, while its file is on its way: start.ts keeps what is typed for it. */
export function Opening() {
  return <span data-opening="" hidden />;
}
