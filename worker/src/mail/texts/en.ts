/** The owner's mails and pushes in English; `nl.ts` has the same shape, or it does not compile. */
export const en = {
  lang: 'en',
  leadNotice: {
    subject: {
      setups: (product: string) => `New request for a custom setup on ${product}`,
      question: (product: string) => `New question on ${product}`,
      proposal: (product: string) => `Someone proposes a time for a call on ${product}`,
      booking: (product: string) => `Someone booked a call on ${product}`,
      newsletter: (product: string) => `New sign-up for the ${product} monthly letter`,
      'video-signup': (product: string) => `New sign-up at a video on ${product}`,
      'prompt-signup': (product: string) => `Someone wants the ${product} guide`,
    },
    fields: {
      email: 'Email',
      wish: 'Wants to hear about',
      language: 'Language',
      watched: 'Watched (minutes:seconds)',
      receivedAt: 'Received',
      answerBy: 'Answer by',
      source: 'Came from',
      pages: 'Pages that day',
      idea: 'Message',
    },
    wishes: { agents: 'The agents, when they open' },
    direct: 'Directly',
    reply: 'Reply to this email and your answer goes straight to them.',
    allLeads: 'See all your leads',
  },
  testMail: {
    subject: (product: string) => `A test letter from ${product}`,
    why: 'You are reading this, so your site can send mail. Visitors of your site see the sender of this letter too.',
    button: 'Back to your mail settings',
  },
  leadSummary: {
    subject: (product: string, leads: number, shown: string) =>
      `${shown} more ${leads === 1 ? 'lead' : 'leads'} on ${product}`,
    why: 'They came in quick succession, so they share this email. All of them are in the admin, under Leads.',
    button: 'See all your leads',
  },
  push: {
    titles: {
      setups: 'A request for a custom setup',
      question: 'A question',
      proposal: 'A proposed time for a call',
      booking: 'A booking',
      newsletter: 'A newsletter sign-up',
      'video-signup': 'A sign-up at a video',
      'prompt-signup': 'Someone wants the guide',
    },
    answerBy: (when: string) => `Answer by ${when}`,
    noAnswer: 'No answer is needed.',
    meetingMoved: 'A booking was moved',
    meetingCancelled: 'A booking was cancelled',
    more: (leads: number, shown: string) => `${shown} more ${leads === 1 ? 'lead' : 'leads'}`,
    moreWhere: 'All of them are in the admin, under Leads.',
    test: { title: 'It works', text: 'This is how you hear of a new lead.' },
  },
  securityNotice: {
    events: {
      login: {
        subject: (product: string) => `Someone logged in to ${product}`,
        what: 'The admin area was opened with the right key.',
      },
      lockout: {
        subject: (product: string) => `Someone is guessing the key of ${product}`,
        what: 'Too many wrong keys came from one place, so it is locked out for a while. You can still log in from anywhere else.',
      },
      'codes-guessed': {
        subject: (product: string) => `Someone has the key of ${product} and is guessing codes`,
        what: 'Ten wrong codes of the authenticator app came with the right key within an hour. If that wasn’t you, someone else knows the key: make a new one with “make unlock NEW_KEY=1”. Until the guessing stops you can best log in from where you usually do.',
      },
      'second-factor-on': {
        subject: (product: string) => `The second factor of ${product} is on`,
        what: 'Logging in takes a code of your authenticator app from now on. Every other session was ended.',
      },
      'second-factor-off': {
        subject: (product: string) => `The second factor of ${product} is off`,
        what: 'The key alone opens the admin area again.',
      },
      'key-changed': {
        subject: (product: string) => `The admin key of ${product} has changed`,
        what: 'The site has started with another admin key. Every session was ended.',
      },
      'api-key-created': {
        subject: (product: string) => `An API key of ${product} was created`,
        what: 'Anyone who has it can read your figures, and nothing else. You can revoke it on the security page.',
      },
      'link-created': {
        subject: (product: string) => `A link to figures of ${product} was created`,
        what: 'Anyone who has it can see the figures it was made for, until it ends. You can revoke it on the security page.',
      },
      'mail-changed': {
        subject: (product: string) => `The mail settings of ${product} were changed`,
        what: 'From now on mail goes through the server and to the address that were set then.',
      },
      'webhook-changed': {
        subject: (product: string) => `${product} sends leads to another address`,
        what: 'Leads are also sent to the address that was set then. You find it under Deliveries.',
      },
      'calendar-changed': {
        subject: (product: string) => `The calendars of ${product} were changed`,
        what: 'A calendar was added, or one that gets your meetings was chosen. You find them under Calendar.',
      },
    },
    when: 'When',
    network: 'Network',
    browser: 'Browser',
    notYou: 'Not you? End the other sessions, and change the key on the server: make unlock NEW_KEY=1.',
    button: 'See your sessions',
  },
  weeklyLetter: {
    subject: (product: string, from: string, to: string) => `${product}: the week of ${from} to ${to}`,
    /** Follows a count, unless both weeks have none; `none` is for this week alone. `before` is the week before's count. */
    compared: {
      none: (before: string) => ` (${before} the week before)`,
      more: (before: string) => `, clearly more than the week before (${before})`,
      fewer: (before: string) => `, clearly fewer than the week before (${before})`,
      level: (before: string) => `, about the same as the week before (${before})`,
      'too-few': (before: string) => `, too few to compare with the week before (${before})`,
    },
    visits: (visits: number, shown: string, visitors: string, compared: string) =>
      visits === 0
        ? `Nobody visited your site last week${compared}.`
        : `Last week your site had ${shown} ${visits === 1 ? 'page view' : 'page views'} from ${visitors === '1' ? '1 visitor' : `${visitors} visitors`} (anyone who comes back another day counts again)${compared}.`,
    referred: (visits: string, hosts: string, compared: string) =>
      `Other sites sent you ${visits} of them${compared}; most came from ${hosts}.`,
    fewReferred: (visits: number, shown: string) =>
      visits === 0
        ? 'No other site sent you anyone.'
        : `Other sites sent you ${shown} of them, too few to say which of those sites matter.`,
    bestPage: (page: string, visits: string, compared: string) =>
      `Your best page was ${page} with ${visits} page views${compared}.`,
    noBestPage: 'No page had ten page views, too few to say which is your best.',
    leads: (leads: number, shown: string, compared: string) =>
      `${leads === 0 ? 'No' : shown} ${leads === 1 ? 'lead' : 'leads'} came in${compared}.`,
    asked: (asked: number, answered: number, waiting: number) =>
      waiting === 0
        ? `${asked === 1 ? 'One of them asked you something' : `${asked} of them asked you something`}, and nobody is waiting for you.`
        : `${asked === 1 ? 'One of them asked you something' : `${asked} of them asked you something`}: ${answered} answered, ${waiting} still waiting for you.`,
    leadSources: (list: string) => `By where they came from: ${list}.`,
    booked: (meetings: number, shown: string, compared: string) =>
      `${meetings === 0 ? 'No' : shown} ${meetings === 1 ? 'meeting was' : 'meetings were'} booked in your calendar${compared}.`,
    held: (held: number, missed: number, open: number) =>
      `Of last week’s meetings, ${held} took place and ${missed} ${missed === 1 ? 'was' : 'were'} missed${open === 0 ? '' : `; you haven’t said what became of ${open === 1 ? 'one' : open}`}.`,
    direct: 'no other site',
    unknown: 'not known',
    changed: (day: string, place: string, language: string) =>
      `On ${day} you changed texts of ${place} (${language}).`,
    places: {
      home: 'the home page',
      learn: 'the Learn page',
      booking: 'the booking page',
      guide: 'the guide’s page',
      every: 'every page',
      other: 'other pages',
    },
    notComparedYet: 'There is nothing to compare yet.',
    rates: (before: string, after: string) =>
      `Before it, ${before} in 100 sessions left a lead; since then, ${after}:`,
    verdicts: {
      'likely-better': 'likely better.',
      'likely-worse': 'likely worse. You can undo it in the admin with one click.',
      'too-little-data': 'too little data to tell.',
    },
    moreChanges: (changes: number) =>
      `${changes === 1 ? 'One more change is' : `${changes} more changes are`} in the admin, under Analytics.`,
    failed: (count: number) =>
      `${count === 1 ? 'One webhook or email' : `${count} webhooks and emails`} of last week could not be delivered. The admin says why.`,
    newsletterAndVideos: (
      subscribers: number,
      shown: string,
      views: number,
      viewsShown: string,
      compared: string,
    ) =>
      `Your monthly letter got ${subscribers === 0 ? 'no' : shown} new ${subscribers === 1 ? 'reader' : 'readers'}, and your videos ${views === 0 ? 'weren’t watched' : `were watched ${views === 1 ? 'once' : `${viewsShown} times`}`}${compared}.`,
    expiring: (from: string, days: number, leads: number, shown: string) =>
      `From ${from} on, leads older than ${days} days are removed; ${leads === 0 ? 'there will be none' : leads === 1 ? 'there will be one' : `there will be ${shown}`}. That’s set in RETENTION_LEADS_DAYS.`,
    admin: 'All your figures and leads',
  },
};

export type MailTexts = typeof en;
