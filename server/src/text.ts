const firstHalf = /[\ud800-\udbff]$/;

/** Truncates to at most this many UTF-16 units without splitting a character. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(firstHalf, '');
}

/**
 * Replaces characters that a text column can't store (NUL, half a surrogate pair) or nobody can read by U+FFFD:
 * scanners send any bytes in their headers.
 */
export function storableText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}
