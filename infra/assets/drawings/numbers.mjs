/** A coordinate as short as a drawing needs it. */
export function short(number) {
  return String(Math.round(number * 100) / 100);
}

/** 0 before `from`, 1 after `to`, with a soft start and end between them. */
export function between(now, from, to) {
  const share = Math.min(1, Math.max(0, (now - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

export function lerp(from, to, share) {
  return from + (to - from) * share;
}
