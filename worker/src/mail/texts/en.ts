/** What mails say in English; `nl.ts` beside it has the same shape, or it does not compile. */
export const en = {
  lang: 'en',
  confirm: {
    subject: (product: string) => `Confirm your signup for the ${product} letter`,
    heading: 'One click and you’re on the list',
    intro: (product: string) =>
      `Someone signed up for the ${product} letter with this email address. Was it you? Then confirm it, and the next letter is yours.`,
    button: 'Yes, send me the letter',
    pasteLink: 'Button not working? Paste this link into your browser:',
    expires: (days: number) => `The link works for ${days} days.`,
    notYou: 'Wasn’t you? Then there is nothing you need to do: unless you confirm, you won’t get the letter.',
    unsubscribe: 'Never want to hear from me again?',
    unsubscribeLink: 'Unsubscribe this address',
  },
  leadNotice: {
    subject: {
      setups: (product: string) => `New request for a custom setup on ${product}`,
      question: (product: string) => `New question on ${product}`,
      newsletter: (product: string) => `New signup for the ${product} letter`,
      'video-signup': (product: string) => `New signup at a video on ${product}`,
      'prompt-signup': (product: string) => `Someone wants the ${product} guide`,
    },
    fields: {
      email: 'Email',
      phone: 'Phone',
      language: 'Language',
      video: 'Video',
      watched: 'Watched (minutes:seconds)',
      receivedAt: 'Received',
      idea: 'Message',
    },
    languages: { ENG: 'English', NL: 'Dutch' },
    reply: 'Reply to this mail and your answer goes straight to them.',
    allLeads: 'See all your leads',
  },
};

export type MailTexts = typeof en;
