/** A coordinate as short as a drawing needs it. */
export function short(number) {
  return String(Math.round(number * 100) / 100);
}

export function lerp(from, to, share) {
  return from + (to - from) * share;
}
