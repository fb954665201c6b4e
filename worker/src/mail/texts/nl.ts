import type { MailTexts } from './en.js';

export const nl: MailTexts = {
  lang: 'nl',
  confirm: {
    subject: (product) => `Bevestig je aanmelding voor de brief van ${product}`,
    heading: 'Nog één klik en je staat op de lijst',
    intro: (product) =>
      `Iemand heeft zich met dit e-mailadres aangemeld voor de brief van ${product}. Was jij dat? Bevestig het even, dan krijg je de volgende brief.`,
    button: 'Ja, stuur mij de brief',
    pasteLink: 'Werkt de knop niet? Plak dan deze link in je browser:',
    expires: (days) => `De link werkt ${days} dagen.`,
    notYou: 'Was jij het niet? Dan hoef je niets te doen: zolang je niet bevestigt, krijg je de brief niet.',
    unsubscribe: 'Wil je helemaal niets meer van me horen?',
    unsubscribeLink: 'Meld dit adres af',
  },
  leadNotice: {
    subject: {
      setups: (product) => `Nieuwe aanvraag voor een setup via ${product}`,
      question: (product) => `Nieuwe vraag via ${product}`,
      newsletter: (product) => `Nieuwe aanmelding voor de brief van ${product}`,
      'video-signup': (product) => `Nieuwe aanmelding bij een video van ${product}`,
      'prompt-signup': (product) => `Iemand wil de gids van ${product}`,
    },
    fields: {
      email: 'E-mail',
      phone: 'Telefoon',
      language: 'Taal',
      video: 'Video',
      watched: 'Gekeken (minuten:seconden)',
      receivedAt: 'Ontvangen',
      idea: 'Bericht',
    },
    languages: { ENG: 'Engels', NL: 'Nederlands' },
    reply: 'Beantwoord deze mail en je antwoord gaat rechtstreeks naar de afzender.',
    allLeads: 'Bekijk al je leads',
  },
};
