import { postWebhook, isPublicAddress } from '@voordeur/worker';
import { startReceiver } from '@voordeur/worker/tools';
import { readRow } from '@voordeur/e2e/helpers/clients.js';
import { until } from '@voordeur/operate/local/until.js';
import type { Kind } from './target.js';

/** Where nothing of ours may be posted to, in every spelling that leads there. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST.',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[fd00:ec2::254]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '①②⑦.0.0.1',
  '127。0。0。1',
];

const forms: Record<string, [path: string, fields: object]> = {
  WEBHOOK_SETUPS_URL: ['/api/setups-inquiry', { idea: 'What does it cost?' }],
  WEBHOOK_QUESTION_URL: ['/api/setups-inquiry', { idea: 'What does it cost?', kind: 'question' }],
  WEBHOOK_NEWSLETTER_URL: ['/api/newsletter-signup', {}],
  WEBHOOK_VIDEO_SIGNUP_URL: ['/api/video-signup', { videoId: 'video-1', watchTime: 120 }],
  WEBHOOK_PROMPT_SIGNUP_URL: ['/api/prompt-signup', {}],
  WEBHOOK_UNSUBSCRIBE_URL: ['/api/unsubscribe', {}],
};
const hostsOfStack = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', 'localhost', '169.254.169.254'];

/** The stack's settings: each of its endpoints is at an address that nothing may be posted to. */
export function forbiddenWebhooks(port: number): Record<string, string> {
  const urls = Object.keys(forms).map((setting, index) => [
    setting,
    `http://${hostsOfStack[index]}:${port}/hook`,
  ]);
  return {
    ...(Object.fromEntries(urls) as Record<string, string>),
    WEBHOOK_RETRY_SECONDS: '0,86400',
    WEBHOOK_SIGNING_SECRET: 'the-webhooks-of-the-tests',
  };
}

export const webhookAddresses =
  (port: number): Kind =>
  async ({ expect, postJson, settings }) => {
    const inside = await startReceiver({ host: '::', port });
    try {
      const sinceLast = (await attempts(settings.databaseUrl)).all;
      for (const [path, fields] of Object.values(forms)) {
        const email = `hook-${Date.now()}-${Math.random()}@example.org`;
        await postJson(path, { email, language: 'NL', timestamp: new Date().toISOString(), ...fields });
      }
      const wanted = sinceLast + Object.keys(forms).length;
      await until(async () => (await attempts(settings.databaseUrl)).all >= wanted, {
        withinMs: 20_000,
        everyMs: 200,
      });
      const { all, refused } = await attempts(settings.databaseUrl);
      expect(
        'the deliveries of the stack',
        all >= wanted && refused === all,
        `${refused} of ${all} refused, ${wanted} wanted`,
      );

      const never = new AbortController().signal;
      const given = { timeoutMs: 3_000, stop: never, isAllowed: isPublicAddress };
      const request = (host: string) => ({ url: `http://${host}:${port}/`, headers: {}, body: '{}' });
      const expectRefusal = async (what: string, result: ReturnType<typeof postWebhook>) => {
        const came = JSON.stringify(await result);
        expect(what, came === '{"error":"address-not-allowed"}', came);
      };
      const lookUp = (address: string) => () =>
        Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
      for (const host of hosts) {
        const { hostname } = new URL(`http://${host}/`);
        // Those that are names to the URL standard are found by the machine's own resolver.
        const found = /^localhost\.?$/.test(hostname) ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
        await expectRefusal(host, postWebhook(request(host), { ...given, lookUp: lookUp(found) }));
        await expectRefusal(
          `a name for ${host}`,
          postWebhook(request('name.example'), { ...given, lookUp: lookUp(found) }),
        );
      }
      expect(
        'what stands at those addresses',
        inside.connections() === 0,
        `${inside.connections()} connections`,
      );
      await expectNoRebinding(expect, port, inside.connections);
    } finally {
      await inside.close();
    }
  };

/** A name that is allowed when it's looked up and private when it's connected to, and a server that redirects. */
async function expectNoRebinding(
  expect: Parameters<Kind>[0]['expect'],
  port: number,
  connections: () => number,
) {
  // 127.0.0.2 stands for an address that is allowed.
  const outside = await startReceiver({ host: '127.0.0.2' });
  try {
    let asked = 0;
    const options = {
      timeoutMs: 3_000,
      stop: new AbortController().signal,
      isAllowed: (address: string) => address === '127.0.0.2',
      lookUp: () => {
        asked += 1;
        return Promise.resolve([{ address: asked % 2 === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
      },
    };
    const url = `http://rebinding.example:${outside.port}/`;
    const first = JSON.stringify(await postWebhook({ url, headers: {}, body: '{}' }, options));
    expect(
      'a name that changes after it was checked',
      asked === 1 && first.includes('204'),
      `${asked} ${first}`,
    );
    for (const status of [301, 302, 303, 307, 308]) {
      outside.answerWith((response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
      );
      asked = 0;
      const result = JSON.stringify(await postWebhook({ url, headers: {}, body: '{}' }, options));
      expect(
        `a ${status} to a private address`,
        result.includes(String(status)) && connections() === 0,
        result,
      );
    }
  } finally {
    await outside.close();
  }
}

async function attempts(databaseUrl: string): Promise<{ all: number; refused: number }> {
  const sql = `select count(*) as all, count(*) filter (where error = 'address-not-allowed') as refused
    from outbox_attempts join outbox on outbox.id = effect_id where outbox.kind = 'webhook'`;
  const { all, refused } = await readRow<{ all: string; refused: string }>(databaseUrl, sql);
  return { all: Number(all), refused: Number(refused) };
}
