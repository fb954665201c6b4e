import type { Rule } from './bot-rules.js';

/*
 * Keeps people from being mistaken for bots: parts of a user agent that say nothing about the sender, and listed
 * patterns that match more browsers than bots. `make drill NAME=accuracy` measures them. Each example is a person's user agent
 * that would be called a bot without its rule.
 */

/** Blanked out before any bot rule is tried. */
export const harmlessParts: Rule[] = [
  {
    pattern:
      /(?<=\bAndroid[ /-]?[\d.]{0,12}; (?:U; )?(?:[a-z]{2}(?:[-_][a-z]{2})?; )?)(?!compatible|[a-z]{2}(?:[-_][a-z]{2})?;)[\w .+?*'\u0080-\uffff-]{1,60}?(?: ?Build\/[^;()]{1,60})?(?=[;)])/gi,
    reason: 'The model of a phone: makers sell a "Discovery", a "Radar" and a "Bot Tab".',
    example:
      'Mozilla/5.0 (Linux; Android 7.0; M Bot Tab 7 Build/NRD90M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/55.0.2883.91 Safari/537.36',
  },
  {
    pattern:
      /\b(?:Embedded ?(?:Web ?Browser|WB)[\w .]{0,20} from|User-?agent): ?https?:\/\/(?:www\.)?bsalsa\.com\/?/gi,
    reason:
      'The part by which programs for Windows show pages, with the address of its maker; browsers are built on it.',
    example:
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; Embedded Web Browser from: http://bsalsa.com/; .NET CLR 2.0.50727)',
  },
  {
    pattern: /(?<=; ?)User-?agent: ?(?=Mozilla\/4)/gi,
    reason:
      'Internet Explorer repeats its own agent where an add-on has written the whole of it among the extensions.',
    example:
      'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; User-agent: Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1); .NET CLR 1.1.4322)',
  },
  {
    pattern: /(?<=Browser(?:\/[\d.]{1,20})? )\(?https?:\/\/[\w./-]{1,60}\)?/g,
    reason: 'A small browser with the address of its maker; robots write a + before theirs, or a semicolon.',
    example: 'ExampleBrowser (http://www.example.org/browser)',
  },
  {
    pattern: /(?<=; )https?:\/\/[\w./-]{1,60}(?=; (?:rv:\d|\.NET|SLCC|GTB))/g,
    reason:
      "A provider's address in the Internet Explorer that it gave its customers; robots put theirs last.",
    example:
      'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; http://www.provider.example; rv:11.0) like Gecko',
  },
  {
    pattern: /\bOMI\/[\w.-]{1,40}/g,
    reason: 'The version of a TV browser (Opera for VIDAA), of which one is called Catcher.',
    example:
      'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.4147.140 Safari/537.36 OPR/46.0.2207.0 OMI/4.21.0.1.Catcher4.1 Model/Example-TV',
  },
  {
    pattern: /Google ?TV|google_cube|Google Nexus|Google WAP Proxy/gi,
    reason: "Google's devices, and its gateway for telephones, are used by people.",
    example:
      'Mozilla/5.0 (X11; GoogleTV; Linux armv7l) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0.696.77 Safari/534.24',
  },
  {
    pattern: /java_runtime_version|\bJavaPlatform\b|\bJava\/?MIDP/gi,
    reason: 'Telephones tell which Java they can run; programs in Java call themselves Java/1.8.',
    example:
      'SonyEricssonW20i/R7AA Browser/NetFront/3.5 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.5',
  },
  {
    pattern: /\bMAUI[ /]?\(?HTTP PGDL; ?HTTPS\)?/g,
    reason: 'What the browser of MediaTek telephones can load.',
    example:
      'EXAMPLE60A_HW (MRE/3.1.00(1280);MAUI/X2805;LCD/240320;WAP Browser/MAUI (HTTP PGDL;HTTPS);TOUCH/0) Release/2014 Q03C1-2.40 en-US',
  },
  {
    pattern: /\bmasking-agent\b|\bICAPoHTTPS\b|\bGWX:\w+/gi,
    reason:
      "Marks left by a privacy add-on, a company's filter and Windows' upgrade on the agents of people.",
    example: 'Mozilla/5.0 (masking-agent; rv:21.0) Gecko/20100101 Firefox/21.0',
  },
  {
    pattern: /(?<=(?:Safari|Edg|Mobile)\/\w[\w.]{0,20} )(?:WhatsApp|ChatGPT|Feedly)\/\d[\d.]{0,30}/g,
    reason:
      'The window of an app in which people follow links; its fetcher sends no browser before its name.',
    example:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 ChatGPT/1.2025.280',
  },
];

/** Entries of isbot's list, character for character, that we leave out. */
export const droppedIsbotPatterns: Rule<string>[] = [
  {
    pattern: '\\b\\w+/1\\.0;',
    reason: 'Bada, webOS and HbbTV write their version just so.',
    example:
      'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500; U; Bada/1.0; nl-nl) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile',
  },
  {
    pattern: '^[^ ]{50,}$',
    reason: 'Telephones write long agents without a space.',
    example: 'ExampleX300/ExampleBrowser1.0/MIDP2.0Configuration/CLDC1.1',
  },
  {
    pattern: '\\(\\)',
    reason: 'Small telephones leave brackets empty.',
    example:
      'EXAMPLE61M_HW (MRE/3.1.00(64);MAUI/S108;BDATE/2016/12/14 10:45;LCD/240320;WAP Browser/MAUI ();TOUCH/0) Release/2016 Q03C1-2.40 en-US',
  },
  {
    pattern: '\\|',
    reason: 'Some browsers add the device behind a bar.',
    example:
      'Mozilla/5.0 (Linux; U; Android 2.1-update1; nl-nl; Example Build/ERE27) AppleWebKit/530.17 (KHTML, like Gecko) Version/4.0 Mobile Safari/530.17|Android 2.1-update1 Example',
  },
  {
    pattern: 'sogou',
    reason: "Sogou's browser outnumbers its spider, which has the word in its name.",
    example:
      'Mozilla/5.0 (Linux; Android 10; TLA001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/80.0.3987.99 Safari/537.36 SogouMSE,SogouMobileBrowser/6.1',
  },
  {
    pattern: ';\\s\\w+;$',
    reason: 'Internet Explorer whose many extensions made its agent be cut off.',
    example: 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0; Acoo Browser; GTB5;',
  },
  {
    pattern: '^\\d+\\b',
    reason: "Android's own client without its name, as the browsers of some telephones send it.",
    example: '2.1.0 (Linux; U; Android 7.0; EXAMPLE A3000 Build/NRD90M)',
  },
  {
    pattern: 'chromeframe',
    reason: 'An add-on for Internet Explorer.',
    example:
      'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; WOW64; Trident/5.0; chromeframe/19.0.1084.52)',
  },
  {
    pattern: '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
    reason:
      'Right for programs, wrong for small browsers and telephones; a rule of ours does it without those.',
    example: 'Dillo/3.0.5',
  },
];

/** Entries of crawler-user-agents, character for character, that we leave out. */
export const droppedCrawlerPatterns: Rule<string>[] = [
  {
    pattern: 'Sogou',
    reason: "Sogou's browser has the word too.",
    example:
      'Mozilla/5.0 (Linux; Android 10; TLA001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/80.0.3987.99 Safari/537.36 SogouMSE,SogouMobileBrowser/6.1',
  },
  {
    pattern: 'Sonic',
    reason: 'Makers of telephones and apps use the word (ViewSonic, Slack).',
    example:
      'Mozilla/5.0 (Linux; U; Android 2.3;en-us; ViewSonic-Pad build/ERE27) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1',
  },
  {
    pattern: 'Viber',
    reason: 'A person opens the link in the messenger.',
    example:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.15.2 Chrome/87.0.4280.144 Safari/537.36 Viber',
  },
  {
    pattern: 'MetaIAB Facebook',
    reason: "The browser inside Facebook's app, in the hands of people.",
    example:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 MetaIAB Facebook',
  },
  {
    pattern: 'AP3A\\.240617\\.008',
    reason: 'A build of Android 15 on many telephones.',
    example:
      'Mozilla/5.0 (Linux; U; Android 15;nl-nl;Example AP3A.240617.008) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
  },
  {
    pattern: '008\\/',
    reason: 'Versions end in these digits.',
    example: 'Opera/9.80 (MAUI Runtime; Opera Mini/4.4.39008/37.9178; U; en) Presto/2.12.423 Version/12.16',
  },
  ...['Code\\/1\\.', 'PayPal\\/', 'Notion\\/', 'Asana\\/', 'Grammarly\\/', 'Bluesky\\/', 'Trae\\/'].map(
    (pattern) => ({
      pattern,
      reason: 'An app with a window in which people follow links.',
      example: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${pattern.replaceAll('\\', '')}1.2 Chrome/128.0.0.0 Electron/32.0.1 Safari/537.36`,
    }),
  ),
];
