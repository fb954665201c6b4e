import { readFileSync } from 'node:fs';

/** The brand that mails bear, from site.config.json, which the api checks as a whole. Throws where there is none. */
export function readProduct(siteConfigFile: string): string {
  const { product } = JSON.parse(readFileSync(siteConfigFile, 'utf8')) as { product?: unknown };
  if (typeof product === 'string' && product !== '') return product;
  throw new Error(`${siteConfigFile} has no product`);
}
