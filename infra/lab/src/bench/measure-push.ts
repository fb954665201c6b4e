import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pushServices } from '@voordeur/contracts/db';
import type { NotificationsAnswer } from '@voordeur/contracts/http';
import { call, logIn } from '@voordeur/e2e/helpers/clients.js';
import { post, signup } from '@voordeur/e2e/helpers/post.js';
import { withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { until } from '@voordeur/operate/local/until.js';
import { withPostgres } from '@voordeur/operate/local/with-postgres.js';
import { startPushService } from '@voordeur/worker/tools';
import { atMost, percentile, type Row } from '../measuring/figures.js';
import { lookWhile, sendSteadily, upTo } from '../measuring/load.js';
import { benchSettings } from './bench-stack.js';

const contact = 'https://bench.example';
const perSecond = 2;

/**
 * From the 202 of a question until the push service of the owner's device has the push, over TLS, and has checked and decrypted
 * it. Ten minutes have nine notices at most, so each is taken out of the outbox once it's sent.
 */
export async function measurePush(leads: number): Promise<Row[]> {
  const service = await startPushService({ host: '127.0.0.1', contact });
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-push-'));
  // The worker is another user.
  chmodSync(dir, 0o755);
  const authority = join(dir, 'authority.pem');
  writeFileSync(authority, service.how.authorities.join('\n'));
  const settings = benchSettings('bench-push', 3, {
    PUBLIC_URL: contact,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_EXTRA_CA_CERTS: authority,
  });
  try {
    return await withStack(settings, async (baseUrl) => {
      const notifications = `${baseUrl}/api/admin/notifications`;
      const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
      const { publicKey } = (await (await call(notifications, token)).json()) as NotificationsAnswer;
      const { browser, ...device } = service.addBrowser('phone', () =>
        Buffer.from(publicKey ?? '', 'base64url'),
      );
      await call(`${notifications}/devices`, token, 'POST', { ...device, language: 'en' });

      const acceptedAtMs = new Map<string, number>();
      const leadOfTopic = new Map<string, string>();
      const takeSent = () =>
        withPostgres(settings.databaseUrl, async (db) => {
          const { rows } = await db.query<{ topic: string; lead: string }>(
            `delete from outbox where destination = $1 and state = 'sent'
            returning replace(id::text, '-', '') as topic, lead_id as lead`,
            [pushServices],
          );
          for (const { topic, lead } of rows) leadOfTopic.set(topic, lead);
        });
      const sending = sendSteadily(perSecond, upTo(leads), async (index) => {
        const question = { ...signup(), idea: `Question ${index}`, kind: 'question' };
        const id = await post(`${baseUrl}/api/setups-inquiry`, question);
        if (id !== null) acceptedAtMs.set(id, performance.now());
      });
      await lookWhile(sending, takeSent, 500);
      const haveArrived = async () => {
        await takeSent();
        return leadOfTopic.size >= leads;
      };
      await until(haveArrived, { withinMs: 30_000 });
      const latenciesMs = browser.received.map(({ headers, atMs }) => {
        const lead = leadOfTopic.get(headers['topic'] ?? '') ?? '';
        return atMs - (acceptedAtMs.get(lead) ?? -Infinity);
      });
      return [
        {
          ...atMost(
            'p95 from the 202 of a question to the push service',
            percentile(latenciesMs, 95),
            2_000,
            'ms',
          ),
          more: { 'p50 ms': percentile(latenciesMs, 50), 'slowest ms': Math.max(...latenciesMs) },
        },
        atMost(`of ${leads} questions, without a push`, leads - leadOfTopic.size, 0),
      ];
    });
  } finally {
    await service.close();
    rmSync(dir, { recursive: true });
  }
}
