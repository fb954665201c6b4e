import { hasExampleText } from '@voordeur/api';
import type { Draft } from './draft.js';

/** What `make setup` has no question for, and what stands there once the example's is gone. */
const parts: Record<string, unknown> = {
  streets: undefined,
  quote: undefined,
  price: undefined,
  partners: [],
};

const examplePartners = /^\/media\/logos\/(key|bell|anchor|loaf|barrel|swan)\.svg$/;
const exampleSignature = '/media/signature.svg';

interface Site {
  person?: { name: string; signature?: string };
  partners?: { logo: string }[];
  [part: string]: unknown;
}

const isExample = (site: Site, name: string) =>
  name === 'partners'
    ? site.partners?.some(({ logo }) => examplePartners.test(logo))
    : hasExampleText(site[name]);

const hasSignature = ({ person }: Site) => person?.signature === exampleSignature;

/** Whether the site still has such parts of the example. */
export function hasExampleParts(draft: Draft): boolean {
  const site = draft.site as Site;
  return hasSignature(site) || Object.keys(parts).some((name) => isExample(site, name));
}

/** Their names, of those that a draft has and another hasn't. */
export function goneParts(before: Draft, after: Draft): string[] {
  const [first, last] = [before, after].map(({ site }) => site as Site) as [Site, Site];
  const gone = Object.keys(parts).filter((name) => isExample(first, name) && !isExample(last, name));
  return [...gone, ...(hasSignature(first) && !hasSignature(last) ? ['person.signature'] : [])];
}

/** The draft without them; what the owner has put in their place stays. */
export function withoutExampleParts(draft: Draft): Draft {
  const site = { ...(draft.site as Site) };
  for (const [name, otherwise] of Object.entries(parts))
    if (isExample(site, name)) {
      if (otherwise === undefined) Reflect.deleteProperty(site, name);
      else site[name] = otherwise;
    }
  if (site.person && hasSignature(site)) {
    const { signature, ...person } = site.person;
    site.person = person;
  }
  return { ...draft, site };
}
