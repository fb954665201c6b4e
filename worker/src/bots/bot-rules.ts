/**
 * Rules that detect bots by their user agent, in addition to isbot's list. Each has its reason and an example;
 * `make drill NAME=accuracy` measures them. A rule describes a habit of bots or of people, never a single agent.
 */
export interface Rule<Pattern = RegExp> {
  pattern: Pattern;
  reason: string;
  /** An agent (or a path, in probe-paths.ts) that this rule alone decides. */
  example: string;
}

/** Browsers without a window, and the programs that drive one. */
export const headlessRules: Rule[] = [
  {
    pattern: /headless/i,
    reason: 'Browsers without a window say so themselves.',
    example:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
  },
  {
    pattern: /(?:phantom|slimer|casper|zombie|splash)\.?js\b|\bphantomjs|\bsplash\b/i,
    reason: 'Scriptable browsers without a window, older than headless Chrome.',
    example:
      'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  },
  {
    pattern: /selenium|webdriver|puppeteer|playwright|\bcypress\b|testcafe|\bnightmare\b|capybara/i,
    reason: 'Drivers of browsers, named by the tests and scrapers that use them.',
    example:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Puppeteer',
  },
  {
    pattern: /htmlunit|\bjsdom\b|\bhappydom\b/i,
    reason: 'A document model without a browser around it.',
    example: 'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/24.1.0',
  },
  {
    pattern: /wkhtmlto|cutycapt|webkit2png|prerender|rendertron|browserless/i,
    reason: 'Programs that turn a page into a picture, a paper or plain HTML.',
    example:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) wkhtmltoimage Safari/538.1',
  },
];

/** Names of systems and devices: every browser, however old, has one of them. */
const systems =
  '\\bWin(?:dows|NT|CE|\\d)|\\bMac(?:intosh|OS|\\b)|X11|Linux|Android|iP(?:ad|hone|od)|iOS\\b|MSIE|TV\\b|Mobile|Tablet|Series ?\\d|' +
  'Symbian|SymbOS|BlackBerry|BB10|PLAYSTATION|PSP|Nintendo|webOS|Web0S|compatible|OS/[29]|\\bBada|Tizen|Amiga|MorphOS|' +
  'BSD\\b|BeOS|Haiku|SunOS|CrOS|Palm|Nokia|Samsung|browser\\b|NetFront';

/** Browsers and phones that send little more than their name. */
const smallBrowsers =
  'browser\\b|Firefox|Chrom(?:e|ium)|Opera|Safari|Dillo|NetFront|NetSurf|\\bE?Lynx\\b|\\bE?Links\\b|w3m|UCWEB|MIDP|MAUI|smarttv|\\bWAP|' +
  '^dv\\(|iPhone|iPad|Nokia|Samsung|SonyEricsson|Motorola|^MOT-|^(?:LGE?|SIE|SEC|SAMSUNG|SAGEM|SHARP|Alcatel|Philips|PANTECH|BenQ|ZTE|Haier)[-_]|' +
  'BlackBerry|Micromax|DoCoMo|KDDI|J-PHONE|Vodafone|SoftBank';

/** Further names in the user agents of browsers, phones and TVs. */
const engines =
  'Mozilla|AppleWebKit|Darwin|Phone|watchOS|Roku|Xbox|CLDC|\\bUP\\.|\\bSony|\\bHTC|Huawei|Xiaomi|\\bZTE|Mosaic|Fenix|^ddg|' +
  'Teleca|Obigo|Openwave|Jataayu|Polaris/|Dolfin|Novarra|\\bBREW\\b|Profile/';

/** A maker and a model of letters and figures, which is all that some telephones say of themselves. */
const telephone = '[a-z]{3,10} [a-z]{1,3}-?\\d{2,4}$';

/** Purposes of bots. No known browser has one of these words in its user agent. */
const purposes =
  'research survey census analytics statistics stats metrics insights? reports? observer inspection inspector uptime ' +
  'heartbeat health watchdog watcher prober? pinger cron daemon scheduler automation scripts? verify verification ' +
  'verifier validation cert certificate whois dns resolver lookup redirects? unshorten(?:er)? expander security safety ' +
  'trust threat malware phish(?:ing)? plagiarism copyright policy quality compliance collector extractor extraction ' +
  'gatherer miner mining digger hunter finder seeker walker grabber copier sucker leech harvest(?:er)? site domains? ' +
  'webmaster seo SEO backlinks? pricing prices? shopping market(?:ing)? semantic ontology graph corpus dataset database ' +
  'nlp NLP llm LLM gpt GPT training encyclopedia dictionary wiki catalog(?:ue)? university index(?:er|ing)? aggregator ' +
  'metadata o?embed unfurl favicon icon logo thumbs? images? xml XML json JSON render(?:er|ing)? webhooks? callback ' +
  'setup installer updater subscribers api API services? trackers? tracking tools? devtools parser archiver? archiving ' +
  'alerts? availability synthetics? testing';

/** Matches a whole word, or the end of ExampleFavicon, but not that of Presearch. */
const purpose = new RegExp(
  '(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?:' +
    purposes
      .replace(/(?<= |^)[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
      .replaceAll(' ', '|') +
    ')(?![a-z])',
);

/** Bots that isbot's list misses. */
export const botRules: Rule[] = [
  {
    pattern:
      /\(compatible[;:,] ?(?![^()]*(?:Trident\/\d|CellPhone|MIDP|Profile\/))(?!(?:MSIE|IE|Konqueror|iCab|OmniWeb|Opera|NetFront|NetPositive|Netscape|Galeon|Windows|Win32|Macintosh|Mac_\w+|Intel|Linux|X11|Unix|Android|U|ANTGalio|AvantGo|WebPro|IBrowse|Dillo|Mozilla|RISC|Oregano|AOL|WebTV|SmartTV|Elaine)\b)\w/i,
    reason:
      '"compatible;" is followed by a known browser or its system; anything else is a robot introducing itself.',
    example: 'Mozilla/4.0 (compatible; Example Reader; nl)',
  },
  {
    pattern:
      /like Gecko[;,] ?(?!Safari|Version|Mobile|Chrome|MyIE|HEVC)\w|like Gecko (?!Safari|Version|Mobile|Chrome)\w[^()]*\)/i,
    reason: 'Engines write "(KHTML, like Gecko)" and close it; robots slip their name in before the bracket.',
    example:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Example Ads) Chrome/90.0.4430.93 Safari/537.36',
  },
  {
    pattern: new RegExp(String.raw`^Mozilla/\d\.\d+ (?!.*(?:${systems}|Gecko/\d{8}))[^([]*$`, 'i'),
    reason: 'Browsers that call themselves Mozilla name a system.',
    example: 'Mozilla/5.0 Example Visitor/4.0 beta',
  },
  {
    pattern: new RegExp(
      String.raw`^(?![^,]*(?:${smallBrowsers})|${telephone})[\w .\-():%]+(?:/v?\d[\d.]*)?(?:,|$)`,
      'i',
    ),
    reason: 'A name, perhaps a version, and nothing else: programs introduce themselves so, browsers do not.',
    example: 'Example-for-Windows/2.0',
  },
  {
    pattern:
      /^Mozilla\/5\.0 \((?![^()]*(?:MSIE|Trident|TV|Mobile|Android|Konqueror|iCab|Opera|PLAYSTATION|iP[aho]|Amiga|MorphOS|NetFront|NetSurf|Dillo|Nintendo))[^()]*\)$/i,
    reason: 'A system but no engine: a browser that calls itself Mozilla 5 names both.',
    example: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  },
  {
    pattern: /^(?!Opera).{0,200}AppleWebKit\/(?:[1-3]?\d|[89]\d\d)\./i,
    reason: 'Versions that this engine never had (it ran from 48 to 626): agents made up by chance.',
    example:
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/939.75 (KHTML, like Gecko) Example/35.7 Safari/939.75',
  },
  {
    pattern:
      /^(?:Chrome|Firefox|Safari|Opera|Edge|Mozilla|MSIE|Internet Explorer|browser|iPhone|iPad|Android|Windows|Linux|Mac|desktop|mobile)$/i,
    reason: 'Only the word: typed by somebody who was asked for an agent.',
    example: 'Firefox',
  },
  {
    pattern: /\(\s*\)$/,
    reason: 'An empty bracket at the end: a template whose contact was not filled in.',
    example: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Example/1.0 ()',
  },
  {
    pattern:
      /\((?:Macintosh; (?:Intel|PPC|ARM) Mac OS X [\d_.]+|Windows NT \d+\.\d; (?:Win64; x64|WOW64)); (?!rv|Trident|U;|[a-z]{2}[-_)]|[^()]*(?:Xbox|NCLIENT))[^()]*\) AppleWebKit/i,
    reason: 'This bracket is the same in each WebKit of a Mac or a Windows; one more word in it is a name.',
    example:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; example-42) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
  },
  {
    pattern: /stumbleupon/i,
    reason: 'A network of links that fetched each page its members reported.',
    example:
      'Mozilla/5.0 (Windows; U; Windows NT 5.1; nl; rv:1.7) Gecko/20041001 Firefox/1.0 StumbleUpon/1.999',
  },
  {
    pattern:
      /^(?!.*(?:Browser|Safari|Opera|OPR|Firefox|Chrom|WebKit|Mercury|Aloha|Atomic|Brave|Edge|Arc|Dolphin|Focus|Puffin|iCab|OmniWeb|Sleipnir|Maxthon|QQ|Ghostery|DuckDuckGo|Coast|NetworkingExtension)).*CFNetwork\//i,
    reason:
      "The HTTP library of Apple's systems under the name of an app that is no browser: it fetches, nobody reads.",
    example: 'Example/9.1 CFNetwork/1410.1 Darwin/22.6.0',
  },
  {
    pattern:
      /^Mozilla\/5\.0 \((?:Macintosh|Windows|X11)[^()]*\) AppleWebKit\/\S+ \(KHTML, like Gecko\) (?!Safari|Chrome|Version|Mobile|Maxthon|Otter|Dooble|Qt|QuickLook|\w*(?:Browser|WebKit))\S+$/i,
    reason: 'WebKit inside a desktop program that claims no kinship with Safari, as all browsers do.',
    example: 'Mozilla/5.0 (Macintosh; U; PPC Mac OS X; nl) AppleWebKit/417.9 (KHTML, like Gecko) Example/1.9',
  },
  {
    pattern: new RegExp(`^(?!.*(?:${systems}|${smallBrowsers}|${engines})|${telephone})`, 'i'),
    reason: 'No system, no engine, no browser, no maker of telephones: a program.',
    example: 'Example/Visitor 2.0; beta',
  },
  {
    pattern:
      /^Mozilla\/[45]\.0 \(compatible; MSIE [^()]*(?:\) (?!Opera|Maxthon|Sleipnir)[A-Za-z]+|Windows NT \d+\.\d; (?!Lunascape|Maxthon|MyIE|Trident)[A-Za-z]{6,}\))$/i,
    reason: 'A lone word without a version behind an Internet Explorer of no detail.',
    example: 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Examplia)',
  },
  {
    pattern: /^(?:AppleCoreMedia|SafariViewService)\//,
    reason: "Apple's systems load sound, films and previews under these names, never a page that is read.",
    example: 'AppleCoreMedia/1.0.0.21A5248v (Apple TV; U; CPU OS 17_0 like Mac OS X; nl_nl)',
  },
  {
    pattern: /\w::\w/,
    reason: 'A module of Perl or Ruby under its own name.',
    example: 'Mozilla/5.0 (X11; Linux x86_64) Example::Simple/6.7',
  },
  {
    pattern:
      /\b(?:go|ruby|rust|perl|lua|python|php|java|scala|kotlin|elixir|erlang|haskell|julia|deno|bun|dart|dotnet)\/[a-z]{0,4}\d/i,
    reason: 'The language a program is written in; browsers do not tell theirs.',
    example: 'example-client/1.16.1 go/go1.22.3 os/linux arch/amd64',
  },
  {
    pattern:
      /\b(?:i[3-6]86|x86_64|amd64|aarch64|arm\w{0,6}|sparc64?|mips\w{0,4}|powerpc\w{0,4})-(?:pc|unknown|redhat|suse|apple|w64|portbld|sun|ibm|alpine|linux)-/i,
    reason: "A compiler's name of its target, put there by command line programs.",
    example: 'Example/2.9.85 (beta; i686-pc-linux-gnu)',
  },
  {
    pattern:
      /fetch|thumb(?:nail|shot)|screen ?shot|web ?shot|snapkit|snap ?shot|(?:html|web|url|page)(?:2|to)(?:png|pdf|jpe?g|image|text)|sitemap|harvest|indexer|backlink|bookmark(?!s)|scrap(?:y|er|ing)/i,
    reason: 'Words for what a robot does to a page.',
    example:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) ExampleThumbnail/1.0 Safari/605.1.15',
  },
  {
    pattern: purpose,
    reason: 'What a robot is for, in its own words.',
    example: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) ExampleResearch/1.0',
  },
  {
    pattern: /masscan|owasp|zgrab|\bnmap\b|sqlmap|nuclei|nikto|exploit|vulnerab|pentest|(?:^|[ ;(])\.env\b/i,
    reason: 'Programs that look for holes, and what they look for.',
    example: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Exploit/1.8.4',
  },
  {
    pattern: /\$\{|\{\{|%\{|<\w|\.\.[/\\]|['"]\s*(?:or|and|union)\b|\bunion\s+select\b|\bsleep\(/i,
    reason: 'Code in an agent string is an attempt to have it run.',
    example: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${jndi:example}',
  },
];
