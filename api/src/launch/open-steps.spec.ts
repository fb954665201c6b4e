import { launchSteps } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { findOpenSteps } from './open-steps.js';

type Given = Parameters<typeof findOpenSteps>;

const ready: Given = [
  {
    publicUrl: 'https://front.nl',
    sendsMail: true,
    sender: 'Front <hello@front.nl>',
    owner: 'me@front.nl',
  },
  {
    email: 'hello@front.nl',
    scheduler: {
      provider: 'calendly',
      address: 'https://calendly.com/front/30min',
    },
    documents: {
      disclaimer: '/disclaimer-{language}.pdf',
      terms: '/terms-{language}.pdf',
      privacy: '/privacy-{language}.pdf',
    },
  },
  { webhooks: ['question'], templates: [], isKeyGuessable: false },
];

function openWith(settings: Partial<Given[0]>, site: Partial<Given[1]> = {}, found: Partial<Given[2]> = {}) {
  return findOpenSteps({ ...ready[0], ...settings }, { ...ready[1], ...site }, { ...ready[2], ...found });
}

it('is empty once everything is done', () => {
  expect(openWith({})).toEqual([]);
});

it('no longer asks for a document once the owner has uploaded her own', () => {
  const terms = { en: '/files/1.pdf', nl: '/terms-nl.pdf', de: '/files/2.pdf' };
  const documents = { ...ready[1].documents, terms };
  expect(openWith({}, { documents }, { templates: ['/terms-en.pdf'] })).toEqual([]);
  expect(openWith({}, { documents }, { templates: ['/terms-nl.pdf'] })).toEqual(['legal-texts']);
});

it('names everything of a site that nobody has set up', () => {
  const nothing = {
    publicUrl: 'http://localhost:8080',
    sendsMail: false,
    sender: undefined,
    owner: undefined,
  };
  const example = {
    email: 'hello@voordeur.example',
    scheduler: { provider: 'calendly', address: 'https://calendly.com/voordeur-example/30min' } as const,
    person: { name: 'Your name here' },
  };
  expect(
    openWith(nothing, example, { webhooks: [], templates: ['/terms-en.pdf'], isKeyGuessable: true }),
  ).toEqual([...launchSteps]);
});

it.each([
  ['a template among the documents', 'legal-texts', {}, {}, { templates: ['/terms-nl.pdf'] }],
  ['documents that nobody looked at', 'legal-texts', {}, {}, { templates: null }],
  ['the sender of .env.example', 'sender', { sender: 'Your brand <hello@example.org>' }, {}, {}],
  ['a sender that is no address', 'sender', { sender: 'Front' }, {}, {}],
  ['mails to nobody', 'owner-address', { owner: undefined }, {}, {}],
  ['the example’s address on the privacy page', 'owner-address', {}, { email: 'hello@voordeur.example' }, {}],
  [
    'a link of the example',
    'example-content',
    {},
    { social: { en: { youtube: 'https://www.youtube.com/@voordeur.example' } } },
    {},
  ],
  ['a price of the example', 'example-content', {}, { price: { en: 'Example: €1' } }, {}],
  ['an address without https', 'public-address', { publicUrl: 'http://front.nl' }, {}, {}],
  ['this machine', 'public-address', { publicUrl: 'https://localhost:8443' }, {}, {}],
] as const)('names the step for %s', (_, step, settings, site, found) => {
  expect(openWith(settings, site, found as Partial<Given[2]>)).toEqual([step]);
});

it('asks for no sender where leads go by webhook and there is no mail', () => {
  const byWebhook = { sendsMail: false, sender: undefined, owner: undefined };
  expect(openWith(byWebhook)).toEqual([]);
  expect(openWith(byWebhook, {}, { webhooks: ['unsubscribe', 'booking-visit'] })).toEqual([
    'lead-delivery',
    'sender',
    'owner-address',
  ]);
});
