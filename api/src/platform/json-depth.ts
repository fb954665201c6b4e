/** The catalogues are five levels deep, and every other body is flat. */
const maxDepth = 16;

/**
 * Whether JSON is nested deeper than any valid body, without parsing it: a megabyte of brackets takes `JSON.parse`
 * 150 ms and 60 MB. For text that isn't JSON the result is undefined.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}
