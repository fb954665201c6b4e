/**
 * How long a browser may cache a file without revalidating it, in seconds. nginx sends these (`map $uri $max_age` in
 * nginx.conf; a test compares them), and the admin shows them.
 */
export const cacheAges = {
  /** Pictures, clips, sound, fonts. */
  mediaSeconds: 604_800,
  /** JavaScript and CSS. */
  codeSeconds: 86_400,
  otherSeconds: 3_600,
} as const;
