import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser/no-parser.js';

/** Texts that only the parser can read: placeholders, tags, and quotes that escape these or another quote. */
const needsParser = /[{}<]|'['{}<>]/;

/** Parses texts of the owner. The parser is loaded for the first that needs it; most are plain. */
export async function parseTexts(
  texts: Record<string, string>,
): Promise<Record<string, MessageFormatElement[]>> {
  const parse = Object.values(texts).some((text) => needsParser.test(text))
    ? (await import('@formatjs/icu-messageformat-parser')).parse
    : undefined;
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      parse && needsParser.test(text) ? parse(text, { captureLocation: false }) : plain(text),
    ]),
  );
}

function plain(text: string): MessageFormatElement[] {
  return [{ type: TYPE.literal, value: text }];
}
