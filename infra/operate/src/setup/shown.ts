/** A value as it may be shown, without its secret. */
export function shown(setting: string, value: string): string {
  const isSecret = /(SECRET|PASSWORD|_KEY|HEADERS)$/.test(setting) && setting !== 'TLS_CERTIFICATE_KEY';
  if (value === '' || !(isSecret || /^[A-Z_]+URL$/.test(setting))) return value;
  if (isSecret || !URL.canParse(value)) return '***';
  const url = new URL(value);
  // Anyone who knows the path of a webhook may post to it.
  if (setting.includes('WEBHOOK')) return `${url.origin}/***`;
  return url.password === '' ? value : Object.assign(url, { password: '***' }).href;
}
