import type { MediaRefusal } from '@voordeur/contracts/http';

/** ISO 32000-1, 7.5: a header at the beginning, and at the end, before comments, the place where readers start. */
const header = /^%PDF-[12]\.\d/;
const end = /startxref\s+\d+\s+%%EOF\s*(?:%[^\r\n]*[\r\n]\s*)*$/;

/** The file as it came, under this end of its name, or why this is no whole PDF. Browsers show it in a viewer that is closed off. */
export function checkDocument(upload: Buffer, nameEnd: string): Map<string, Buffer> | MediaRefusal {
  const isWhole =
    header.test(upload.subarray(0, 8).toString('latin1')) &&
    end.test(upload.subarray(-1_024).toString('latin1'));
  return isWhole ? new Map([[nameEnd, upload]]) : 'not-readable';
}
