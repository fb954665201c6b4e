import { randomUUID } from 'node:crypto';
import { errorName } from '@voordeur/server';
import {
  isPublicAddress,
  openSmtp,
  postWebhook,
  readSmtpFailure,
  signedRequest,
  systemLookup,
} from '@voordeur/worker';
import { checkSmtp } from '../doctor/check-deliveries.js';
import type { Finding } from '../doctor/finding.js';
import type { Installation } from '../doctor/installation.js';

/** What came of trying something out, in sentences. */
export interface TryOut {
  isGood: boolean;
  lines: string[];
}
const good = (...lines: string[]): TryOut => ({ isGood: true, lines });
const bad = (...lines: string[]): TryOut => ({ isGood: false, lines });

/** How the calendar's page answers. Never throws. */
export async function lookAtCalendar(address: string, timeoutMs = 5_000): Promise<TryOut> {
  const { host } = new URL(address);
  try {
    const { ok, status, body } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    await body?.cancel();
    if (ok) return good(`The calendar at ${host} answers.`);
    return bad(
      `The calendar at ${host} answers with ${status}. Open ${address} in a browser to see whether it's right.`,
    );
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    const why = errorName(cause ?? error);
    return bad(`The calendar at ${host} doesn't answer (${why}). It's kept; look at the address again.`);
  }
}

/** Sends a mail to the owner through the mail server, and says what came of it. Never throws. */
export async function sendTestMail(installation: Installation, product: string): Promise<TryOut> {
  const mail = installation.worker?.mail;
  if (!mail) return bad('No test mail: SMTP_URL, MAIL_FROM and OWNER_EMAIL must be set and valid.');
  const findings = (await checkSmtp(installation)).filter(({ level }) => level !== 'ok');
  const said = findings.map(describe);
  if (findings.some(({ level }) => level === 'broken')) return bad(...said);
  const smtp = openSmtp(mail.smtpUrl);
  try {
    await smtp.sendMail({
      from: mail.from,
      to: mail.owner,
      subject: `A test mail of ${product}`,
      text: 'make setup sent this at your request: the mail server takes your mails.\n',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return good(...said, `A test mail is on its way to ${mail.owner.address}.`);
  } catch (error) {
    return bad(...said, `The mail server took no test mail (${readSmtpFailure(error).reason}).`);
  } finally {
    smtp.close();
  }
}

const describe = ({ what, next }: Finding) => (next ? `${what} What to do: ${next}` : what);

/** Posts a delivery of the type `test` to each endpoint, signed as the worker does, and says what came of it. */
export async function sendTestDeliveries({ worker }: Installation): Promise<TryOut> {
  if (!worker || worker.webhooks.urls.size === 0)
    return bad('No test delivery: no WEBHOOK_…_URL is set and valid.');
  const { urls, signingKeys, timeoutMs, allowPrivate } = worker.webhooks;
  const post = async (endpoint: string, url: string) => {
    const id = randomUUID();
    const body = JSON.stringify({ type: 'test', id, timestamp: new Date().toISOString(), endpoint });
    const result = await postWebhook(signedRequest({ id, url, body }, signingKeys), {
      timeoutMs,
      isAllowed: allowPrivate ? () => true : isPublicAddress,
      lookUp: systemLookup,
      stop: new AbortController().signal,
    });
    if ('statusCode' in result) {
      const isTaken = result.statusCode >= 200 && result.statusCode <= 299;
      const line = `${endpoint} ${isTaken ? 'took' : 'refused'} the test delivery (${result.statusCode}).`;
      return isTaken ? good(line) : bad(line);
    }
    if (result.error === 'address-not-allowed')
      return bad(
        `${endpoint} is at a private address, where nothing is delivered to unless WEBHOOK_ALLOW_PRIVATE is true.`,
      );
    return bad(`${endpoint} didn't take the test delivery (${result.error}).`);
  };
  const results = await Promise.all([...urls].map(([endpoint, url]) => post(endpoint, url)));
  return {
    isGood: results.every(({ isGood }) => isGood),
    lines: results.flatMap(({ lines }) => lines),
  };
}
