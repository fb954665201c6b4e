import type { VisitEvent } from '@voordeur/contracts/jobs';
import { uuidv7 } from 'uuidv7';

const pages = [
  ...['/nl', '/nl', '/nl', '/', '/', '/en', '/nl/learn', '/nl/learn', '/learn', '/nl/booking', '/booking'],
  ...['/nl/aanmelding-prompt', '/aanmelding-prompt', '/nl/legal', '/legal', '/nl/privacy', '/privacy'],
];
/** Networks of providers in more than ten countries, the Netherlands first. */
const networks = '145.97 84.24 77.160 81.82 91.10 81.2 73.10 90.10 83.40 49.36 177.40'.split(' ');
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];
const bots = [
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'python-requests/2.32.3',
  'curl/8.14.1',
];
const referrers = ['https://www.google.com/', 'https://www.linkedin.com/', 'https://duckduckgo.com/'];
const campaign = '?utm_source=newsletter&utm_medium=email&utm_campaign=spring';

/** People on the site at once; each leaves after some pages, and another one comes. */
const peopleAtOnce = 2_000;
const mostPages = 6;
const botShare = 0.05;

type Person = Pick<VisitEvent, 'address' | 'userAgent'> & { language: string; pagesLeft: number };

/** Makes page views of now, without end: of visitors from several countries with several pages each, and of bots. */
export class MadeVisits {
  private readonly people: Person[] = [];

  take(count: number): VisitEvent[] {
    const occurredAt = new Date().toISOString();
    return Array.from({ length: count }, () =>
      Math.random() < botShare ? this.ofBot(occurredAt) : this.ofPerson(occurredAt),
    );
  }

  private ofBot(occurredAt: string): VisitEvent {
    return {
      id: uuidv7(),
      occurredAt,
      source: 'edge',
      page: pick(pages),
      address: someAddress(),
      userAgent: pick(bots),
    };
  }

  private ofPerson(occurredAt: string): VisitEvent {
    const place = Math.floor(Math.random() * peopleAtOnce);
    const known = this.people[place];
    const person = known && known.pagesLeft > 0 ? known : (this.people[place] = arrive());
    person.pagesLeft -= 1;
    const { address, userAgent, language } = person;
    const page = pick(pages);
    return {
      id: uuidv7(),
      occurredAt,
      source: 'beacon',
      address,
      userAgent,
      language,
      // Who arrives comes from somewhere.
      ...(person === known
        ? { page }
        : Math.random() < 0.1
          ? { page: page + campaign }
          : { page, referrer: pick(referrers) }),
    };
  }
}

function arrive(): Person {
  return {
    address: someAddress(),
    userAgent: pick(browsers),
    language: Math.random() < 0.6 ? 'NL' : 'ENG',
    pagesLeft: 1 + Math.floor(Math.random() * mostPages),
  };
}

function someAddress(): string {
  return `${pick(networks)}.${Math.floor(Math.random() * 256)}.${1 + Math.floor(Math.random() * 254)}`;
}

function pick<Value>(choices: readonly Value[]): Value {
  return choices[Math.floor(Math.random() * choices.length)] as Value;
}
