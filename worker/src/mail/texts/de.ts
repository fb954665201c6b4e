import type { MailTexts } from './en.js';

export const de: MailTexts = {
  lang: 'de',
  leadNotice: {
    subject: {
      setups: (product) => `Neue Anfrage für Maßarbeit auf der Website von ${product}`,
      question: (product) => `Neue Frage auf der Website von ${product}`,
      proposal: (product) => `Terminvorschlag auf der Website von ${product}`,
      booking: (product) => `Über ${product} wurde ein Gespräch gebucht`,
      newsletter: (product) => `Neue Anmeldung zum Monatsbrief von ${product}`,
      'video-signup': (product) => `Neue Anmeldung bei einem Video von ${product}`,
      'prompt-signup': (product) => `Jemand möchte den Leitfaden von ${product}`,
    },
    fields: {
      email: 'E-Mail',
      wish: 'Möchte erfahren',
      language: 'Sprache',
      watched: 'Gesehen (Minuten:Sekunden)',
      receivedAt: 'Eingegangen',
      answerBy: 'Antwort bis',
      source: 'Kam über',
      pages: 'Seiten an diesem Tag',
      idea: 'Nachricht',
    },
    wishes: { agents: 'wann es die Agenten gibt' },
    direct: 'direkt',
    reply: 'Antworten Sie auf diese E-Mail: Ihre Antwort geht direkt an die Person, die geschrieben hat.',
    allLeads: 'Alle Leads ansehen',
  },
  testMail: {
    subject: (product) => `Testmail von ${product}`,
    why: 'Sie lesen das, also kann Ihre Website E-Mails verschicken. Besucher Ihrer Website sehen denselben Absender wie bei dieser E-Mail.',
    button: 'Zurück zu Ihren E-Mail-Einstellungen',
  },
  leadSummary: {
    subject: (product, leads, shown) =>
      `${shown} ${leads === 1 ? 'weiterer Lead' : 'weitere Leads'} auf der Website von ${product}`,
    why: 'Sie kamen kurz hintereinander an, deshalb gibt es dafür nur diese eine E-Mail. Alle stehen im Admin-Bereich unter Leads.',
    button: 'Alle Leads ansehen',
  },
  push: {
    titles: {
      setups: 'Eine Anfrage für Maßarbeit',
      question: 'Eine Frage',
      proposal: 'Ein Terminvorschlag',
      booking: 'Eine Buchung',
      newsletter: 'Eine Anmeldung zum Monatsbrief',
      'video-signup': 'Eine Anmeldung bei einem Video',
      'prompt-signup': 'Jemand möchte den Leitfaden',
    },
    answerBy: (when) => `Antwort bis ${when}`,
    noAnswer: 'Eine Antwort ist nicht nötig.',
    meetingMoved: 'Eine Buchung wurde verschoben',
    meetingCancelled: 'Eine Buchung wurde abgesagt',
    more: (leads, shown) => `${shown} ${leads === 1 ? 'weiterer Lead' : 'weitere Leads'}`,
    moreWhere: 'Alle stehen im Admin-Bereich unter Leads.',
    test: { title: 'Es funktioniert', text: 'So erfahren Sie von neuen Leads.' },
  },
  securityNotice: {
    events: {
      login: {
        subject: (product) => `Jemand hat sich bei ${product} angemeldet`,
        what: 'Die Verwaltung wurde mit dem richtigen Schlüssel geöffnet.',
      },
      lockout: {
        subject: (product) => `Jemand versucht, den Schlüssel von ${product} zu erraten`,
        what: 'Von einem Ort kamen zu viele falsche Schlüssel, deshalb ist die Anmeldung von dort eine Weile gesperrt. Von überall sonst können Sie sich weiter anmelden.',
      },
      'codes-guessed': {
        subject: (product) => `Jemand hat den Schlüssel von ${product} und versucht, Codes zu erraten`,
        what: 'Innerhalb einer Stunde kamen mit dem richtigen Schlüssel zehn falsche Codes an. Waren Sie das nicht, kennt jemand anderes Ihren Schlüssel: Erzeugen Sie mit „make unlock NEW_KEY=1“ einen neuen. Melden Sie sich bis dahin am besten von einem Ort an, von dem Sie sich auch sonst anmelden.',
      },
      'second-factor-on': {
        subject: (product) => `Die Zwei-Faktor-Anmeldung von ${product} ist eingeschaltet`,
        what: 'Zum Anmelden brauchen Sie ab jetzt auch einen Code aus Ihrer Authenticator-App. Alle anderen Sitzungen wurden beendet.',
      },
      'second-factor-off': {
        subject: (product) => `Die Zwei-Faktor-Anmeldung von ${product} ist ausgeschaltet`,
        what: 'Die Verwaltung lässt sich wieder mit dem Schlüssel allein öffnen.',
      },
      'key-changed': {
        subject: (product) => `Der Schlüssel zur Verwaltung von ${product} wurde geändert`,
        what: 'Die Website wurde mit einem anderen Schlüssel gestartet. Alle Sitzungen wurden beendet.',
      },
      'api-key-created': {
        subject: (product) => `Für ${product} wurde ein API-Schlüssel angelegt`,
        what: 'Wer ihn hat, kann Ihre Zahlen lesen und sonst nichts. Widerrufen können Sie ihn auf der Seite „Sicherheit“.',
      },
      'link-created': {
        subject: (product) => `Für ${product} wurde ein Link zu Zahlen angelegt`,
        what: 'Wer ihn hat, sieht die Zahlen, für die er gemacht ist, bis er abläuft. Widerrufen können Sie ihn auf der Seite „Sicherheit“.',
      },
      'mail-changed': {
        subject: (product) => `Die Maileinstellungen von ${product} wurden geändert`,
        what: 'E-Mails gehen ab jetzt über den Server und an die Adresse, die dabei eingestellt wurden.',
      },
      'webhook-changed': {
        subject: (product) => `${product} sendet Leads an eine andere Adresse`,
        what: 'Leads gehen auch an die Adresse, die dabei eingestellt wurde. Sie finden sie unter „Zustellungen“.',
      },
      'calendar-changed': {
        subject: (product) => `Die Kalender von ${product} wurden geändert`,
        what: 'Ein Kalender wurde hinzugefügt, oder einer gewählt, in den Ihre Termine kommen. Sie finden sie unter „Kalender“.',
      },
    },
    when: 'Wann',
    network: 'Netzwerk',
    browser: 'Webbrowser',
    notYou:
      'Das waren nicht Sie? Beenden Sie die anderen Sitzungen und ersetzen Sie den Schlüssel auf dem Server selbst: make unlock NEW_KEY=1.',
    button: 'Ihre Sitzungen ansehen',
  },
  weeklyLetter: {
    subject: (product, from, to) => `${product}: die Woche vom ${from} bis zum ${to}`,
    compared: {
      none: (before) => ` (in der Woche davor ${before})`,
      more: (before) => `, deutlich mehr als in der Woche davor (${before})`,
      fewer: (before) => `, deutlich weniger als in der Woche davor (${before})`,
      level: (before) => `, etwa wie in der Woche davor (${before})`,
      'too-few': (before) => `, zu wenig für einen Vergleich mit der Woche davor (${before})`,
    },
    visits: (visits, shown, visitors, compared) =>
      visits === 0
        ? `Letzte Woche war niemand auf Ihrer Website${compared}.`
        : `Letzte Woche hatte Ihre Website ${shown} ${visits === 1 ? 'Seitenaufruf' : 'Seitenaufrufe'} von ${visitors === '1' ? 'einer Person' : `${visitors} Personen`} (wer an einem anderen Tag wiederkommt, zählt noch einmal)${compared}.`,
    referred: (visits, hosts, compared) =>
      `Davon kamen ${visits} über andere Websites${compared}; die meisten über ${hosts}.`,
    fewReferred: (visits, shown) =>
      visits === 0
        ? 'Über andere Websites kam niemand.'
        : `Davon ${visits === 1 ? 'kam' : 'kamen'} ${shown} über andere Websites, zu wenig, um zu sagen, auf welche es ankommt.`,
    bestPage: (page, visits, compared) =>
      `Ihre beste Seite war ${page} mit ${visits} Seitenaufrufen${compared}.`,
    noBestPage: 'Keine Seite kam auf zehn Seitenaufrufe, zu wenig, um eine beste zu nennen.',
    leads: (leads, shown, compared) =>
      `Es ${leads === 1 ? 'kam' : 'kamen'} ${leads === 0 ? 'keine' : shown} ${leads === 1 ? 'Lead' : 'Leads'} herein${compared}.`,
    asked: (asked, answered, waiting) =>
      waiting === 0
        ? `${asked === 1 ? 'Einer davon enthielt eine Frage an Sie' : `${asked} davon enthielten eine Frage an Sie`}, und niemand wartet noch auf Sie.`
        : `${asked === 1 ? 'Einer davon enthielt eine Frage an Sie' : `${asked} davon enthielten eine Frage an Sie`}: ${answered} beantwortet, ${waiting} noch offen.`,
    leadSources: (list) => `Nach Herkunft: ${list}.`,
    booked: (meetings, shown, compared) =>
      `${meetings === 0 ? 'Kein' : shown} ${meetings <= 1 ? 'Termin wurde' : 'Termine wurden'} in Ihrem Kalender gebucht${compared}.`,
    held: (held, missed, open) =>
      `Von den Terminen der letzten Woche ${held === 1 ? 'fand' : 'fanden'} ${held} statt, zu ${missed} kam niemand${open === 0 ? '' : `; bei ${open === 1 ? 'einem' : open} haben Sie noch nichts vermerkt`}.`,
    direct: 'keine andere Website',
    unknown: 'unbekannt',
    changed: (day, place, language) => `Am ${day} haben Sie Texte ${place} geändert (${language}).`,
    // With their preposition, which differs from page to page.
    places: {
      home: 'auf der Startseite',
      learn: 'auf der Seite „Lernen“',
      booking: 'auf der Buchungsseite',
      guide: 'auf der Seite des Leitfadens',
      every: 'auf allen Seiten',
      other: 'auf anderen Seiten',
    },
    notComparedYet: 'Zu vergleichen gibt es noch nichts.',
    rates: (before, after) => `Auf 100 Sitzungen kamen vorher ${before} Leads, seitdem ${after}:`,
    verdicts: {
      'likely-better': 'wahrscheinlich besser.',
      'likely-worse':
        'wahrscheinlich schlechter. In der Verwaltung machen Sie es mit einem Klick rückgängig.',
      'too-little-data': 'zu wenig, um etwas daraus zu schließen.',
    },
    moreChanges: (changes) =>
      changes === 1
        ? 'Eine weitere Änderung steht in der Verwaltung, bei den Statistiken.'
        : `${changes} weitere Änderungen stehen in der Verwaltung, bei den Statistiken.`,
    failed: (count) =>
      `${count === 1 ? 'Ein Webhook oder eine E-Mail der letzten Woche konnte' : `${count} Webhooks und E-Mails der letzten Woche konnten`} nicht zugestellt werden. Warum, steht in der Verwaltung.`,
    newsletterAndVideos: (subscribers, shown, views, viewsShown, compared) =>
      `Ihr Monatsbrief hat ${subscribers === 0 ? 'niemanden' : subscribers === 1 ? 'eine Person' : `${shown} Personen`} dazugewonnen, und Ihre Videos wurden ${views === 0 ? 'nicht' : views === 1 ? 'einmal' : `${viewsShown}-mal`} angesehen${compared}.`,
    expiring: (from, days, leads, shown) =>
      `Ab dem ${from} werden Leads gelöscht, die älter als ${days} Tage sind; das betrifft dann ${leads === 0 ? 'keinen' : leads === 1 ? 'einen' : shown}. Eingestellt ist das in RETENTION_LEADS_DAYS.`,
    admin: 'Alle Zahlen und Leads',
  },
};
