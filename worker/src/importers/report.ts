/** A line on standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** 1,234 */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en');
}
