import type { MailTexts } from './en.js';

export const nl: MailTexts = {
  lang: 'nl',
  leadNotice: {
    subject: {
      setups: (product) => `Nieuwe aanvraag voor een setup op maat via ${product}`,
      question: (product) => `Nieuwe vraag via ${product}`,
      proposal: (product) => `Iemand stelt via ${product} een moment voor een gesprek voor`,
      booking: (product) => `Er is via ${product} een gesprek geboekt`,
      newsletter: (product) => `Nieuwe aanmelding voor de maandbrief van ${product}`,
      'video-signup': (product) => `Nieuwe aanmelding bij een video van ${product}`,
      'prompt-signup': (product) => `Iemand wil de gids van ${product}`,
    },
    fields: {
      email: 'E-mail',
      wish: 'Wil horen over',
      language: 'Taal',
      watched: 'Bekeken (minuten:seconden)',
      receivedAt: 'Ontvangen',
      answerBy: 'Antwoord voor',
      source: 'Kwam via',
      pages: 'Pagina’s van die dag',
      idea: 'Bericht',
    },
    wishes: { agents: 'De agents, als ze er zijn' },
    direct: 'Rechtstreeks',
    reply: 'Beantwoord deze mail en je antwoord gaat rechtstreeks naar de afzender.',
    allLeads: 'Bekijk al je aanvragen',
  },
  testMail: {
    subject: (product) => `Testmail van ${product}`,
    why: 'Je leest dit, dus je site kan mail versturen. Bezoekers van je site zien dezelfde afzender als bij deze mail.',
    button: 'Terug naar je mailinstellingen',
  },
  leadSummary: {
    subject: (product, leads, shown) =>
      `Nog ${shown} ${leads === 1 ? 'aanvraag' : 'aanvragen'} via ${product}`,
    why: 'Ze kwamen kort na elkaar binnen, daarom krijg je er één mail over. Ze staan allemaal in het beheer, bij Aanvragen.',
    button: 'Bekijk al je aanvragen',
  },
  push: {
    titles: {
      setups: 'Een aanvraag voor een setup op maat',
      question: 'Een vraag',
      proposal: 'Een voorstel voor een gesprek',
      booking: 'Een boeking',
      newsletter: 'Een aanmelding voor de maandbrief',
      'video-signup': 'Een aanmelding bij een video',
      'prompt-signup': 'Iemand wil de gids',
    },
    answerBy: (when) => `Antwoord voor ${when}`,
    noAnswer: 'Je hoeft niet te antwoorden.',
    meetingMoved: 'Een boeking is verzet',
    meetingCancelled: 'Een boeking is geannuleerd',
    more: (leads, shown) => `Nog ${shown} ${leads === 1 ? 'aanvraag' : 'aanvragen'}`,
    moreWhere: 'Ze staan allemaal in het beheer, bij Aanvragen.',
    test: { title: 'Het werkt', text: 'Zo hoor je het als er een aanvraag binnenkomt.' },
  },
  securityNotice: {
    events: {
      login: {
        subject: (product) => `Er is ingelogd bij ${product}`,
        what: 'Iemand heeft het beheer geopend met de juiste sleutel.',
      },
      lockout: {
        subject: (product) => `Iemand probeert de sleutel van ${product} te raden`,
        what: 'Vanaf één plek kwamen te veel verkeerde sleutels binnen, dus daar is inloggen nu even geblokkeerd. Ergens anders kun je nog gewoon inloggen.',
      },
      'codes-guessed': {
        subject: (product) => `Iemand heeft de sleutel van ${product} en probeert codes te raden`,
        what: 'Binnen een uur kwamen met de juiste sleutel tien verkeerde codes binnen. Was jij dat niet, dan kent iemand anders je sleutel: maak een nieuwe met ‘make unlock NEW_KEY=1’. Log zolang het raden doorgaat liefst in vanaf een plek waar je dat vaker doet.',
      },
      'second-factor-on': {
        subject: (product) => `Tweestapsverificatie van ${product} staat aan`,
        what: 'Voor inloggen is voortaan ook een code uit je authenticator-app nodig. Alle andere sessies zijn beëindigd.',
      },
      'second-factor-off': {
        subject: (product) => `Tweestapsverificatie van ${product} staat uit`,
        what: 'Met alleen de sleutel kom je nu weer in het beheer.',
      },
      'key-changed': {
        subject: (product) => `De beheersleutel van ${product} is veranderd`,
        what: 'De site is gestart met een andere beheersleutel. Alle sessies zijn beëindigd.',
      },
      'api-key-created': {
        subject: (product) => `Er is een API-sleutel van ${product} gemaakt`,
        what: 'Wie deze sleutel heeft, kan je cijfers lezen en verder niets. Intrekken kan op de pagina Beveiliging.',
      },
      'link-created': {
        subject: (product) => `Er is een link naar cijfers van ${product} gemaakt`,
        what: 'Wie de link heeft, ziet de cijfers waarvoor hij is gemaakt, tot hij verloopt. Intrekken kan op de pagina Beveiliging.',
      },
      'mail-changed': {
        subject: (product) => `De mailinstellingen van ${product} zijn gewijzigd`,
        what: 'Mail gaat vanaf nu via de server en naar het adres die toen zijn ingesteld.',
      },
      'webhook-changed': {
        subject: (product) => `${product} stuurt aanvragen naar een ander adres`,
        what: 'Aanvragen gaan ook naar het adres dat toen is ingesteld. Je vindt het bij Bezorgingen.',
      },
      'calendar-changed': {
        subject: (product) => `De agenda’s van ${product} zijn gewijzigd`,
        what: 'Er is een agenda toegevoegd, of gekozen waar je afspraken in komen. Je vindt ze bij Agenda.',
      },
    },
    when: 'Wanneer',
    network: 'Netwerk',
    browser: 'Webbrowser',
    notYou:
      'Was jij dit niet? Beëindig dan de andere sessies en vervang de sleutel op de server: make unlock NEW_KEY=1.',
    button: 'Bekijk je sessies',
  },
  weeklyLetter: {
    subject: (product, from, to) => `${product}: de week van ${from} tot en met ${to}`,
    compared: {
      none: (before) => ` (de week ervoor ${before})`,
      more: (before) => `, duidelijk meer dan de week ervoor (${before})`,
      fewer: (before) => `, duidelijk minder dan de week ervoor (${before})`,
      level: (before) => `, ongeveer evenveel als de week ervoor (${before})`,
      'too-few': (before) => `, te weinig om met de week ervoor (${before}) te vergelijken`,
    },
    visits: (visits, shown, visitors, compared) =>
      visits === 0
        ? `Vorige week bezocht niemand je site${compared}.`
        : `Je site had vorige week ${shown} ${visits === 1 ? 'paginaweergave' : 'paginaweergaven'} van ${visitors === '1' ? '1 bezoeker' : `${visitors} bezoekers`} (wie op een andere dag terugkomt, telt opnieuw mee)${compared}.`,
    referred: (visits, hosts, compared) =>
      `Daarvan kwamen er ${visits} via andere sites${compared}; de meeste via ${hosts}.`,
    fewReferred: (visits, shown) =>
      visits === 0
        ? 'Via andere sites kwam niemand binnen.'
        : `Daarvan ${visits === 1 ? 'kwam' : 'kwamen'} er ${shown} via andere sites, te weinig om te zeggen welke ertoe doen.`,
    bestPage: (page, visits, compared) =>
      `Je best bekeken pagina was ${page} met ${visits} paginaweergaven${compared}.`,
    noBestPage: 'Geen pagina haalde tien paginaweergaven, te weinig om te zeggen welke het best loopt.',
    leads: (leads, shown, compared) =>
      `Er ${leads === 1 ? 'kwam' : 'kwamen'} ${leads === 0 ? 'geen' : shown} ${leads === 1 ? 'aanvraag' : 'aanvragen'} binnen${compared}.`,
    asked: (asked, answered, waiting) =>
      waiting === 0
        ? `In ${asked === 1 ? 'één' : asked} daarvan vroeg iemand je iets, en niemand wacht nog op je.`
        : `In ${asked === 1 ? 'één' : asked} daarvan vroeg iemand je iets: ${answered} beantwoord, ${waiting} ${waiting === 1 ? 'wacht' : 'wachten'} nog op je.`,
    leadSources: (list) => `Naar herkomst: ${list}.`,
    booked: (meetings, shown, compared) =>
      `Er ${meetings === 1 ? 'werd' : 'werden'} ${meetings === 0 ? 'geen' : shown} ${meetings === 1 ? 'afspraak' : 'afspraken'} in je agenda geboekt${compared}.`,
    held: (held, missed, open) =>
      `Van de afspraken van vorige week ${held === 1 ? 'ging' : 'gingen'} er ${held} door en kwam er bij ${missed} niemand${open === 0 ? '' : `; van ${open === 1 ? 'één' : open} zei je nog niet hoe het ging`}.`,
    direct: 'geen andere site',
    unknown: 'onbekend',
    changed: (day, place, language) => `Op ${day} veranderde je teksten van ${place} (${language}).`,
    places: {
      home: 'de homepage',
      learn: 'de pagina Leren',
      booking: 'de boekingspagina',
      guide: 'de pagina van de gids',
      every: 'elke pagina',
      other: 'andere pagina’s',
    },
    notComparedYet: 'Er is nog niets te vergelijken.',
    rates: (before, after) =>
      `Van elke 100 sessies deden er eerst ${before} een aanvraag, en sindsdien ${after}:`,
    verdicts: {
      'likely-better': 'waarschijnlijk beter.',
      'likely-worse': 'waarschijnlijk slechter. In het beheer draai je dit met één klik terug.',
      'too-little-data': 'te weinig om er iets over te zeggen.',
    },
    moreChanges: (changes) =>
      changes === 1
        ? 'Nog één wijziging staat in het beheer, bij Cijfers.'
        : `Nog ${changes} wijzigingen staan in het beheer, bij Cijfers.`,
    failed: (count) =>
      `Van vorige week ${count === 1 ? 'is één webhook of mail' : `zijn ${count} webhooks en mails`} niet aangekomen. In het beheer staat waarom.`,
    newsletterAndVideos: (subscribers, shown, views, viewsShown, compared) =>
      `Je maandbrief kreeg er ${subscribers === 0 ? 'geen' : shown} ${subscribers === 1 ? 'lezer' : 'lezers'} bij en je video’s zijn ${views === 0 ? 'niet' : `${viewsShown} keer`} bekeken${compared}.`,
    expiring: (from, days, leads, shown) =>
      `Vanaf ${from} worden aanvragen ouder dan ${days} dagen verwijderd; dat zijn er dan ${leads === 0 ? 'nul' : shown}. Dat staat ingesteld in RETENTION_LEADS_DAYS.`,
    admin: 'Al je cijfers en aanvragen',
  },
};
