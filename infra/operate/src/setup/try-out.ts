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
import type { Installation } from '../doctor/installation.js';
import { type Draft, installationOf, readSetting } from './draft.js';
import type { Subject } from './questions.js';

/** The outcome, in sentences. */
interface TryOut {
  isGood: boolean;
  lines: string[];
}
const good = (...lines: string[]): TryOut => ({ isGood: true, lines });
const bad = (...lines: string[]): TryOut => ({ isGood: false, lines });

/** Tries out what the draft has of it. Never throws. */
export async function tryOut(what: NonNullable<Subject['then']>, draft: Draft): Promise<TryOut> {
  if (what === 'calendar') return lookAtCalendar(readSetting(draft, 'scheduler.address'));
  const installation = installationOf(draft);
  if (what === 'mail') return sendTestMail(installation, readSetting(draft, 'product'));
  const posted = await Promise.all(
    [...(installation.worker?.webhooks.urls ?? [])].map(([endpoint, url]) =>
      postTest(installation, endpoint, url),
    ),
  );
  return {
    isGood: posted.every(({ isGood }) => isGood),
    lines: posted.flatMap(({ lines }) => lines),
  };
}

/** How the calendar's page answers. */
export async function lookAtCalendar(address: string, timeoutMs = 5_000): Promise<TryOut> {
  const { host } = new URL(address);
  try {
    const { ok, status, body } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    await body?.cancel();
    if (ok) return good(`The calendar at ${host} answers.`);
    const next = `Open ${address} in a browser to see whether it's right.`;
    return bad(`The calendar at ${host} answers with ${status}. ${next}`);
  } catch (error) {
    const why = errorName((error as Error).cause ?? error);
    return bad(`The calendar at ${host} doesn't answer (${why}). It's kept; look at the address again.`);
  }
}

async function sendTestMail(installation: Installation, product: string): Promise<TryOut> {
  const mail = installation.worker?.mail;
  if (!mail) return good();
  const findings = (await checkSmtp(installation)).filter(({ level }) => level !== 'ok');
  const said = findings.map(({ what, next }) => (next ? `${what} What to do: ${next}` : what));
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

/** Posts a delivery of the type `test`, signed as the worker does. */
async function postTest({ worker }: Installation, endpoint: string, url: string): Promise<TryOut> {
  if (!worker) return good();
  const { signingKeys, timeoutMs, allowPrivate } = worker.webhooks;
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
    if (isTaken) return good(`${endpoint} took the test delivery (${result.statusCode}).`);
    return bad(`${endpoint} refused the test delivery (${result.statusCode}).`);
  }
  const unless = 'where nothing is delivered to unless WEBHOOK_ALLOW_PRIVATE is true';
  if (result.error === 'address-not-allowed') return bad(`${endpoint} is at a private address, ${unless}.`);
  return bad(`${endpoint} didn't take the test delivery (${result.error}).`);
}
