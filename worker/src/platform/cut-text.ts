const firstHalf = /[\ud800-\udbff]$/;

/** At most this many UTF-16 units, never half a character. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(firstHalf, '');
}
