import type { MediaRefusal } from '@voordeur/contracts/http';

/** WebVTT (W3C), 4.1: the first line, without a byte order mark. */
const signature = /^WEBVTT(?:[ \t].*)?$/;
const time = String.raw`(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}`;
const timing = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t].*)?$`);
/** WebVTT, 4.2.2: its own tags, and times within a cue. */
const ownMarkup = new RegExp(
  String.raw`</?(?:c|i|b|u|v|lang|ruby|rt)(?:\.[\w-]+)*(?:[ \t][^<>]*)?>|<${time}>`,
  'g',
);

/** The file as it came, or why these are no captions: not UTF-8, not WebVTT, a wrong time, or a tag of another language. */
export function checkCaptions(upload: Buffer): Map<string, Buffer> | MediaRefusal {
  const [first = '', ...lines] = (decode(upload) ?? '').split(/\r\n|\r|\n/);
  const times = lines.filter((line) => line.includes('-->'));
  const others = lines.filter((line) => !line.includes('-->'));
  const isWhole =
    signature.test(first) &&
    times.length > 0 &&
    times.every(isTiming) &&
    !others.some((line) => /[<\0]/.test(line.replaceAll(ownMarkup, '')));
  return isWhole ? new Map([['.vtt', upload]]) : 'not-readable';
}

function decode(upload: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(upload);
  } catch {
    return null;
  }
}

function isTiming(line: string): boolean {
  const [, from, until] = timing.exec(line) ?? [];
  return from !== undefined && until !== undefined && msOf(from) < msOf(until);
}

function msOf(written: string): number {
  const [whole = '', ms] = written.split('.');
  return whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000 + Number(ms);
}
