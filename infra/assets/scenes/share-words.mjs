/** House number and words of each page's share picture, with line ends set by hand. */
export const sharePages = {
  home: {
    number: '2',
    en: {
      lines: ['Come in.', 'Leave the', 'busywork outside.'],
      note: 'AI, automation and no-code, by one person',
    },
    nl: {
      lines: ['Kom binnen.', 'Het routinewerk', 'blijft buiten.'],
      note: 'AI, automatisering en no-code, door één persoon',
    },
  },
  learn: {
    number: '8',
    en: { lines: ['Six short', 'videos.'], note: 'Real work, running by itself' },
    nl: {
      lines: ['Zes korte', 'video’s.'],
      note: 'Echt werk dat vanzelf loopt',
    },
  },
  booking: {
    number: '10',
    en: { lines: ['Thirty minutes', 'at the table.'], note: 'Free, one-on-one, no commitment' },
    nl: { lines: ['Een half uur', 'aan tafel.'], note: 'Gratis, onder vier ogen, vrijblijvend' },
  },
  guide: {
    number: '12',
    en: {
      lines: ['Twelve prompts', 'for the work', 'you do twice.'],
      note: 'A guide to keep, for an email address',
    },
    nl: {
      lines: ['Twaalf prompts', 'voor het werk dat', 'je dubbel doet.'],
      note: 'Een gids om te houden, in ruil voor een e-mailadres',
    },
  },
  legal: {
    number: '14',
    en: { lines: ['The small print,', 'in plain words.'], note: 'Disclaimer, terms and privacy' },
    nl: { lines: ['De kleine letters,', 'in gewone taal.'], note: 'Disclaimer, voorwaarden en privacy' },
  },
  privacy: {
    number: '14',
    en: {
      lines: ['No cookies.', 'No one behind', 'the curtain.'],
      note: 'What this site keeps, and for how long',
    },
    nl: {
      lines: ['Geen cookies.', 'Niemand achter', 'het gordijn.'],
      note: 'Wat deze site bewaart, en hoe lang',
    },
  },
};
