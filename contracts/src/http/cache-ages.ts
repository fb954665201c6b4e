/**
 * For how long a browser may keep a file of ours without asking, in seconds. nginx says it with each file
 * (`map $uri $max_age` in nginx.conf, which a test holds to these), the admin shows it.
 */
export const cacheAges = {
  /** Pictures, clips, sound, fonts. */
  mediaSeconds: 604_800,
  /** JavaScript and CSS. */
  codeSeconds: 86_400,
  otherSeconds: 3_600,
} as const;
