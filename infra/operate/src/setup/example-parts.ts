import { hasExampleText } from '@voordeur/api';
import { readSetting, type Start, withField } from './draft.js';

const exampleLogos = /"\/media\/logos\/(key|bell|anchor|loaf|barrel|swan)\.svg"/;

/** Without the example's parts that nothing asks about; what the owner has put in their place stays. */
export function withoutExampleParts(start: Start): Start {
  const parts = Object.entries(start.draft.site);
  const gone = parts.filter(([name, part]) => /^(streets|quote|price)$/.test(name) && hasExampleText(part));
  let site = gone.reduce((left, [name]) => withField(left, [name], ''), start.draft.site);
  const isExample = readSetting(start.draft, 'person.signature') === '/media/signature.svg';
  if (isExample) site = withField(site, ['person', 'signature'], '');
  if ('partners' in site && exampleLogos.test(JSON.stringify(site.partners)))
    site = { ...site, partners: [] };
  return { ...start, draft: { ...start.draft, site } };
}
