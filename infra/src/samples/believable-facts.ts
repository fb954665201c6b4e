/** A choice, and how often it is made beside the others. */
export type Weighted<Value> = [value: Value, weight: number];

export const pages: Weighted<string>[] = [
  ['/nl', 40],
  ['/', 22],
  ['/en', 9],
  ['/nl/learn', 14],
  ['/learn', 11],
  ['/nl/booking', 8],
  ['/booking', 5],
  ['/nl/aanmelding-prompt', 6],
  ['/aanmelding-prompt', 3],
  ['/nl/legal', 1.5],
  ['/legal', 1],
  ['/nl/privacy', 1],
  ['/privacy', 0.6],
  ['/nl/afmelden', 0.5],
];

/** Networks of providers; the last number is anyone's. */
export const addresses: Weighted<string>[] = [
  ['145.97.31.*', 22],
  ['84.24.16.*', 14],
  ['77.160.80.*', 12],
  ['81.82.204.*', 11],
  ['91.10.20.*', 6],
  ['81.2.69.*', 4],
  ['73.10.20.*', 4],
  ['90.10.20.*', 2.5],
  ['83.40.20.*', 1.5],
  ['83.10.20.*', 1.2],
  ['79.10.20.*', 1.1],
  ['78.70.20.*', 0.9],
  ['178.195.20.*', 0.8],
  ['80.110.20.*', 0.7],
  ['87.50.20.*', 0.6],
  ['99.230.20.*', 0.6],
  ['49.36.20.*', 0.5],
  ['177.40.20.*', 0.4],
  ['105.226.20.*', 0.4],
  ['78.170.20.*', 0.4],
  ['85.243.20.*', 0.4],
  ['10.0.0.*', 0.3],
];

export const agents: Weighted<string>[] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 2],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    5,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    6,
  ],
];

export const referrers: Weighted<string>[] = [
  ['', 46],
  ['https://www.google.com/', 16],
  ['https://www.linkedin.com/feed/', 11],
  ['http://localhost:8080/nl', 14],
  ['https://www.youtube.com/', 6],
  ['https://www.bing.com/', 3],
  ['https://duckduckgo.com/', 2],
  ['https://chatgpt.com/', 2],
  ['https://www.instagram.com/', 1.5],
  ['https://example.org/makers', 0.8],
];

export const campaigns: Weighted<string>[] = [
  ['?utm_source=letter&utm_medium=email&utm_campaign=november', 5],
  ['?utm_source=linkedin&utm_medium=social&utm_campaign=agents-uitgelegd', 3],
  ['?utm_source=letter&utm_medium=email&utm_campaign=welkom', 2],
  ['?utm_source=youtube&utm_medium=video', 1.4],
];

export const videos: Weighted<{ videoId: string; videoTitle: string; patienceSeconds: number }>[] = [
  [{ videoId: 'nl-intro-main', videoTitle: 'NL Intro Video', patienceSeconds: 55 }, 12],
  [{ videoId: 'video-1', videoTitle: 'Video 1', patienceSeconds: 150 }, 9],
  [{ videoId: 'video-2', videoTitle: 'Video 2', patienceSeconds: 180 }, 6.5],
  [{ videoId: 'eng-intro-main', videoTitle: 'ENG Intro Video', patienceSeconds: 45 }, 5],
  [{ videoId: 'video-3', videoTitle: 'Video 3', patienceSeconds: 120 }, 5],
  [{ videoId: 'video-4', videoTitle: 'Video 4', patienceSeconds: 90 }, 3.4],
  [{ videoId: 'video-5', videoTitle: 'Video 5', patienceSeconds: 70 }, 1.9],
  [{ videoId: 'video-6', videoTitle: 'Video 6', patienceSeconds: 110 }, 1.1],
];

export const bots: Weighted<{ userAgent: string; page?: string }>[] = [
  [{ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, 9],
  [{ userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' }, 6],
  [
    {
      userAgent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    },
    7,
  ],
  [{ userAgent: 'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)' }, 5],
  [{ userAgent: 'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)' }, 5],
  [{ userAgent: 'Go-http-client/1.1' }, 3],
  [{ userAgent: 'curl/8.5.0', page: '/wp-login.php' }, 3],
  [{ userAgent: '', page: '/.env' }, 2],
  [
    {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
    },
    1.5,
  ],
];
