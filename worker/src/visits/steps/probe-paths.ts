export function isProbe(page: string): boolean {
  return false;
}
