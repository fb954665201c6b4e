import { legalDocuments, type LegalOrder, templateMark, textLanguages } from '@voordeur/contracts/http';
import { fillText } from './fill-text.js';

/** Makes a legal document as PDF. A draft bears `templateMark` behind its end. */
export async function makeLegalDocument(order: LegalOrder): Promise<{ pdf: Buffer; isDraft: boolean }> {
  const { blocks, isDraft } = await fillText(order);
  const title = blocks.flatMap((block) => (block.kind === 'title' ? block.runs : [])).map(({ text }) => text);
  // With its fonts it's a large part of a worker's memory, which most workers never need.
  const { printPaper } = await import('./paper.js');
  const { language, product } = order;
  const pdf = await printPaper(blocks, { title: `${title.join('')} | ${product}`, language, product });
  return { pdf: Buffer.concat([pdf, Buffer.from(isDraft ? `${templateMark}\n` : '')]), isDraft };
}

/** Makes the document that the api ordered. Rejects for one that this build doesn't have. */
export async function makeOrderedDocument(json: Buffer): Promise<Buffer> {
  const order = JSON.parse(json.toString()) as LegalOrder;
  if (!legalDocuments.includes(order.document) || !textLanguages.includes(order.language))
    throw new Error('no such legal document');
  return (await makeLegalDocument(order)).pdf;
}
