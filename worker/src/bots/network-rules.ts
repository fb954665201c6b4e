/*
 * Selects the networks that the file of networks keeps: those of hosting providers, where programs run and people
 * rarely sit, and those of the owners of known crawlers. Each rule has its reason and an example out of the database of
 * networks (autonomous systems, with the organisation that runs each).
 */

interface NetworkRule {
  reason: string;
  /** An organisation that this rule alone decides, as the database writes it. */
  example: string;
}

export interface Operator extends NetworkRule {
  /** As suspicions and crawlers name it. */
  name: string;
  /** By number where an organisation has networks of both kinds, else by the organisation's name. */
  numbers?: number[];
  organisation?: RegExp;
  /** Rents its machines out. The others only run their own crawlers. */
  isHosting: boolean;
}

/** The first that fits decides. */
export const operators: Operator[] = [
  {
    name: 'Google',
    numbers: [15169, 36384, 36385, 19527, 36040, 36492, 43515, 41264, 45566, 139190, 394507, 394639],
    isHosting: false,
    reason: 'Its own services and crawlers; its staff and the users of its VPN are here too.',
    example: 'Google LLC',
  },
  {
    name: 'Google Cloud',
    organisation: /^Google (?:LLC|Cloud EMEA|Asia Pacific)/,
    isHosting: true,
    reason: 'Rented machines. Google Fiber, which connects homes, is another organisation.',
    example: 'Google Cloud EMEA Ltd',
  },
  {
    name: 'Microsoft',
    numbers: [8075, 8068, 8069, 8070, 12076, 35106, 200517, 58593],
    isHosting: true,
    reason: "Azure, Bing's crawlers and those of its tenants (OpenAI, DuckDuckGo) share these.",
    example: 'Microsoft Corporation',
  },
  {
    name: 'Amazon',
    numbers: [16509, 14618, 8987, 7224, 62785, 801],
    isHosting: true,
    reason: 'AWS, and the crawlers of its many tenants.',
    example: 'Amazon.com, Inc.',
  },
  {
    name: 'Anthropic',
    numbers: [399358],
    isHosting: false,
    reason: 'Fetchers for Claude have their own network, in addition to rented ones.',
    example: 'Anthropic, PBC',
  },
  {
    name: 'Apple',
    numbers: [714, 6185],
    isHosting: false,
    reason: "17.0.0.0/8, where Applebot lives. Private Relay leaves from others' networks.",
    example: 'Apple Inc.',
  },
  {
    name: 'Meta',
    organisation: /^Facebook,? Inc/,
    isHosting: false,
    reason: 'Fetches previews and trains models from its own network alone.',
    example: 'Facebook, Inc.',
  },
  {
    name: 'Yandex Cloud',
    organisation: /^Yandex\.Cloud/i,
    isHosting: true,
    reason: 'Rented machines, apart from the search engine.',
    example: 'Yandex.Cloud LLC',
  },
  {
    name: 'Yandex',
    organisation: /^YANDEX LLC/i,
    isHosting: false,
    reason: 'The search engine crawls from its own network alone.',
    example: 'YANDEX LLC',
  },
  {
    name: 'X',
    organisation: /^Twitter Inc/,
    isHosting: false,
    reason: 'Fetches the cards of links from its own network.',
    example: 'Twitter Inc.',
  },
  {
    name: 'LinkedIn',
    organisation: /^LinkedIn\b/,
    isHosting: false,
    reason: 'Fetches previews from its own network, and from that of Microsoft, which owns it.',
    example: 'LinkedIn Corporation',
  },
  {
    name: 'Seznam',
    organisation: /^Seznam\.cz/i,
    isHosting: false,
    reason: 'The Czech search engine crawls from its own network.',
    example: 'Seznam.cz, a.s.',
  },
  {
    name: 'Semrush',
    organisation: /^SEMrush/i,
    isHosting: false,
    reason: 'Crawls from its own network.',
    example: 'SEMrush CY LTD',
  },
  {
    name: 'Hetzner',
    organisation: /^Hetzner\b/,
    isHosting: true,
    reason: 'Rented machines, with no line to a home.',
    example: 'Hetzner Online GmbH',
  },
  {
    name: 'OVH',
    organisation: /^OVH\b/,
    isHosting: true,
    reason: 'Rented machines. Its few lines to homes in France are in the same network and count with them.',
    example: 'OVH SAS',
  },
  {
    name: 'DigitalOcean',
    organisation: /^DigitalOcean\b/,
    isHosting: true,
    reason: 'Rented machines, often those of scrapers.',
    example: 'DigitalOcean, LLC',
  },
  {
    name: 'Oracle',
    organisation: /^Oracle (?:Corporation|Svenska)/,
    isHosting: true,
    reason: 'Its cloud; parts of it cost nothing, which programs like.',
    example: 'Oracle Corporation',
  },
  {
    name: 'Alibaba',
    organisation: /^(?:Hangzhou )?Alibaba\b/,
    isHosting: true,
    reason: 'Its cloud.',
    example: 'Alibaba (US) Technology Co., Ltd.',
  },
  {
    name: 'Tencent',
    organisation: /Tencent\b/,
    isHosting: true,
    reason: 'Its cloud; its browsers run in the hands of people on other networks.',
    example: 'Shenzhen Tencent Computer Systems Company Limited',
  },
  {
    name: 'Huawei',
    organisation: /^HUAWEI (?:CLOUD|INTERNATIONAL)/i,
    isHosting: true,
    reason: 'Its cloud, where PetalBot runs too.',
    example: 'HUAWEI INTERNATIONAL PTE. LTD.',
  },
  {
    name: 'hosting',
    organisation:
      /^(?:Contabo|Leaseweb|Scaleway|Online S\.a\.s|The Constant Company|Linode|HostPapa|IONOS SE|Strato AG|Aruba S\.p\.A|netcup|TransIP|Serverius|Mittwald|Hivelocity|Zenlayer|Eonix|Kamatera|Gcore|G-Core|Equinix|Packet Host|Flexential|ReliableSite|FDCservers|QuadraNet|Psychz|ColoCrossing|B2 Net Solutions|Nocix|Velia|Worldstream|NFOrce|Selectel|TimeWeb|Beget|Reg\.ru|firstcolo|GHOSTnet|PlusServer|Infomaniak|Exoscale|GTHost|HostHatch|BuyVM|FranTech|IBM Cloud|Bytedance)\b/i,
    isHosting: true,
    reason: 'Known providers whose name doesn’t say what they do.',
    example: 'Contabo GmbH',
  },
  {
    name: 'hosting',
    organisation:
      /(?:^|[^a-z])(?:web ?)?host(?:ing|ed|s|er)?(?:$|[^a-z])|[a-z]hosting\b|\bhosting[a-z]|\bdata ?cent(?:er|re)s?\b|\bservers?(?:\.com|$|[^a-z])|\b(?:dedicated|secured) servers\b|\w*vps\b|\bcolo(?:cation)?\b|\bbare ?metal\b|\brackspace\b/i,
    isHosting: true,
    reason: 'Says itself that it rents machines out.',
    example: 'InMotion Hosting, Inc.',
  },
  {
    name: 'hosting',
    organisation: /\b\w*cloud(?:ie|sigma|ferro|scale)?\b/i,
    isHosting: true,
    reason: 'Says itself that it is a cloud.',
    example: 'UpCloud Ltd',
  },
];

/**
 * Networks that would fit a rule above and in which people sit; they are looked at first. Networks that fit none and are
 * left out on purpose: Cloudflare, Akamai and Fastly, from which Apple's Private Relay and other VPNs of browsers leave; M247 and
 * Datacamp, from which most other VPNs do; Zscaler, Netskope and their like, the gateways that the staff of companies browse through.
 */
export const peoplesNetworks: (NetworkRule & { organisation: RegExp })[] = [
  {
    organisation: /^The Cloud Networks\b/i,
    reason: 'Wireless networks of cafés and stations.',
    example: 'The Cloud Networks Limited',
  },
  {
    organisation:
      /\b(?:tele ?com\w*|telefon\w*|telekom\w*|broadband|fib(?:er|re|ra)\w*|wireless|wi-?fi|mobile|cable|internet service|isp|universit\w+|college|school)\b/i,
    reason: 'Says that it also connects homes, telephones or students.',
    example: 'Cloud Telecom Eireli',
  },
];

/** The operator of a network that is worth keeping; null for all others. */
export function operatorOf(number: number, organisation: string): Operator | null {
  const isNamed = operators.find(({ numbers }) => numbers?.includes(number));
  if (isNamed) return isNamed;
  if (peoplesNetworks.some((rule) => rule.organisation.test(organisation))) return null;
  return operators.find((rule) => rule.organisation?.test(organisation)) ?? null;
}
