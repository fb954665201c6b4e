import { edgeKeyOf } from '@voordeur/server';
import type { Kind } from './target.js';

const ups = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '%2e%2e%5c',
  '..%252f',
  '%252e%252e%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..%u2215',
  '..;/',
  '....//',
  './../',
  '..//',
  '..%00/',
  '.%2e/',
];
/** Below each of these nginx looks for files, or asks the api. */
const folders = [
  '/',
  '/assets/',
  '/en/',
  '/og/',
  '/documents/',
  '/admin/leads/',
  '/api/',
  '/errors/',
  '/private/',
];
const files = [
  'etc/passwd',
  'private/guide.pdf',
  'private/languages',
  'nginx.conf',
  'include/http.conf',
  '.env',
  'metrics',
];

const direct = [
  '/private/guide.pdf',
  '/private/languages',
  '//private/guide.pdf',
  '/%70rivate/guide.pdf',
  '/PRIVATE/guide.pdf',
  '/private%2fguide.pdf',
  '/private/guide.pdf%00.html',
  '/private/guide.pdf/',
  '/private/guide.pdf.br',
  '/documents/guide.pdf',
  '/documents//guide.pdf',
  '/documents/guide.pdf/',
  '/documents/guide.pdf%3fexpires=1',
  '/errors/internal',
  '/metrics',
  '/api/metrics',
  '/api//metrics',
  '/api/%6detrics',
  '/api/metrics/',
  '/api/METRICS',
  '/api/./metrics',
  '/api;/metrics',
  '/nginx_status',
  '/stub_status',
  '/.env',
  '/.git/config',
  '/.git/HEAD',
  '/package.json',
  '/index.html',
  '/en/index.html.br',
  '/site.config.json',
  '/assets/',
  '/\\etc\\passwd',
  '/file:///etc/passwd',
  '/%00',
  '/%ff',
  '/%zz',
  '/%',
];

export const traversal: Kind = async ({ ask, expect, settings }) => {
  const { JWT_SECRET: secret = '', ADMIN_SECRET_KEY: adminKey = '' } = settings.environment;
  const inside = [
    secret,
    adminKey,
    edgeKeyOf(secret),
    'root:x:',
    '%PDF',
    'proxy_pass',
    'process_cpu',
    '[core]',
    'ref: ',
  ];
  const tryPath = async (path: string) => {
    const reply = await ask(path);
    const isRefused = [301, 400, 403, 404, 405].includes(reply.statuses[0] ?? 0);
    const isClean = !inside.some((text) => reply.text.includes(text));
    expect(path, isRefused && isClean, reply);
  };
  for (const path of direct) await tryPath(path);
  for (const folder of folders)
    for (const up of ups)
      for (const file of files) {
        // However deep the folder lies, eight of them reach the root of the machine.
        await tryPath(`${folder}${up.repeat(8)}${file}`);
        await tryPath(`${folder}${up}${file}`);
      }
};
