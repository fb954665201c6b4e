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
import { broken, type Finding, ok } from '../doctor/finding.js';
import type { Installation } from '../doctor/installation.js';
import { type Draft, installationOf, readSetting } from './draft.js';
import type { Subject } from './questions.js';

/** Tries out what the draft has of it. Never throws. */
export async function tryOut(what: NonNullable<Subject['then']>, draft: Draft): Promise<Finding[]> {
  if (what === 'calendar') return [await lookAtCalendar(readSetting(draft, 'scheduler.address'))];
  const installation = installationOf(draft);
  if (what === 'mail') return sendTestMail(installation, readSetting(draft, 'product'));
  const { webhooks } = installation.worker ?? {};
  if (!webhooks) return [];
  return Promise.all([...webhooks.urls].map(([endpoint, url]) => postTest(webhooks, endpoint, url)));
}

/** How the calendar's page answers. */
export async function lookAtCalendar(address: string, timeoutMs = 5_000): Promise<Finding> {
  const calendar = `The calendar at ${new URL(address).host}`;
  try {
    const { ok: isGood, status, body } = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    await body?.cancel();
    if (isGood) return ok(`${calendar} answers.`);
    return broken(`${calendar} answers with ${status}.`, `open ${address} to see whether it's right.`);
  } catch (error) {
    const why = errorName((error as Error).cause ?? error);
    return broken(`${calendar} doesn't answer (${why}).`, "look at the address again; it's kept.");
  }
}

async function sendTestMail(installation: Installation, product: string): Promise<Finding[]> {
  const mail = installation.worker?.mail;
  if (!mail) return [];
  const found = (await checkSmtp(installation)).filter(({ level }) => level !== 'ok');
  if (found.some(({ level }) => level === 'broken')) return found;
  const smtp = openSmtp(mail.smtpUrl);
  try {
    await smtp.sendMail({
      from: mail.from,
      to: mail.owner,
      subject: `A test mail of ${product}`,
      text: 'make setup sent this at your request: the mail server takes your mails.\n',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return [...found, ok(`A test mail is on its way to ${mail.owner.address}.`)];
  } catch (error) {
    const { reason } = readSmtpFailure(error);
    return [
      ...found,
      broken(`The mail server took no test mail (${reason}).`, 'look at both addresses again.'),
    ];
  } finally {
    smtp.close();
  }
}

type Webhooks = NonNullable<Installation['worker']>['webhooks'];

/** Posts a delivery of the type `test`, signed as the worker does. */
async function postTest(webhooks: Webhooks, endpoint: string, url: string): Promise<Finding> {
  const { signingKeys, timeoutMs, allowPrivate } = webhooks;
  const id = randomUUID();
  const body = JSON.stringify({ type: 'test', id, timestamp: new Date().toISOString(), endpoint });
  const result = await postWebhook(signedRequest({ id, url, body }, signingKeys), {
    timeoutMs,
    isAllowed: allowPrivate ? () => true : isPublicAddress,
    lookUp: systemLookup,
    stop: new AbortController().signal,
  });
  const answer = 'statusCode' in result ? result.statusCode : result.error;
  if (answer === 'address-not-allowed') {
    const unless = 'where nothing is delivered to unless WEBHOOK_ALLOW_PRIVATE is true';
    return broken(`${endpoint} is at a private address, ${unless}.`, 'answer true to that question.');
  }
  if (typeof answer === 'number' && answer >= 200 && answer <= 299)
    return ok(`${endpoint} took the test delivery (${answer}).`);
  return broken(`${endpoint} didn't take the test delivery (${answer}).`, 'look at its address again.');
}
