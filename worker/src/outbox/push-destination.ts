import { PushSubscription, pushServices, type PushType } from '@voordeur/contracts/db';
import type { DataSource } from 'typeorm';
import { composePush, type PushSettings } from './compose-push.js';
import { ensurePushKey } from '../push/push-key.js';
import { readPushSettings } from '../push/push-settings.js';
import { quietHoursAt } from '../push/quiet-hours.js';
import { authorizePush, encryptPush, type PushSigner } from '../push/web-push.js';
import type { Destination, LeasedEffect, Outcome } from './destination.js';
import { readRetryAfter, secondsToNextAttempt } from './next-attempt.js';
import { type RequestOptions, requestOnce } from '../platform/request-once.js';

/** The first is that of the first attempt, which is made at once. */
const retrySeconds = [0, 5, 30, 120, 600, 1_800, 7_200];
const timeoutMs = 10_000;
/** How long a push service keeps a push for a device that is off; by then the promised answer is due. */
const keptSeconds = 24 * 3_600;

type HowToPost = Pick<RequestOptions, 'isAllowed' | 'lookUp' | 'authorities'>;

/**
 * The push services of the owner's devices. An effect goes to all of them; one that took it isn't sent it again, and one
 * that is gone is deleted.
 */
export function pushDestination(db: DataSource, settings: PushSettings, how: HowToPost): Destination {
  return {
    kind: 'push',
    name: pushServices,
    secondsToNextAttempt: (failures, retryAfterSeconds) =>
      secondsToNextAttempt(failures, retrySeconds, retryAfterSeconds),
    send: async (effect, stop) => {
      const waitSeconds = await secondsOfQuiet(db, effect, settings);
      if (waitSeconds > 0)
        return { result: 'postponed', error: 'quiet-hours', retryAfterSeconds: waitSeconds };
      const signer = await ensurePushKey(db, settings.sealSecret);
      const devices = await readDevices(db, effect);
      if (devices.length === 0) return { result: 'dropped', error: 'no-device' };
      const push = await composePush(db.manager, effect, settings);
      if ('dropped' in push) return { result: 'dropped', error: push.dropped };
      const outcomes = devices.map(async (device) => {
        if (hasReceived(effect, device)) return { result: 'sent' } as const;
        const body = JSON.stringify(push.in(device.language));
        const outcome = await post({ device, body, effect, signer, contact: settings.publicUrl }, how, stop);
        await note(db, effect, device, outcome);
        return outcome;
      });
      return together(await Promise.all(outcomes));
    },
  };
}

async function secondsOfQuiet(
  db: DataSource,
  { type }: LeasedEffect,
  { timeZone }: PushSettings,
): Promise<number> {
  if ((type as PushType) === 'test') return 0;
  const now = Date.now();
  const choices = await readPushSettings(db);
  const quiet = choices && quietHoursAt(now, choices, timeZone);
  return quiet ? (quiet.untilMs - now) / 1_000 : 0;
}

function readDevices(db: DataSource, { payload }: LeasedEffect): Promise<PushSubscription[]> {
  const { device } = payload;
  return db.getRepository(PushSubscription).findBy(typeof device === 'string' ? { id: device } : {});
}

function hasReceived({ payload }: LeasedEffect, { id }: PushSubscription): boolean {
  return Array.isArray(payload['received']) && payload['received'].includes(id);
}

interface Push {
  device: PushSubscription;
  body: string;
  effect: LeasedEffect;
  signer: PushSigner;
  contact: string;
}

async function post(
  { device, body, effect, signer, contact }: Push,
  how: HowToPost,
  stop: AbortSignal,
): Promise<Outcome> {
  let encrypted: Buffer;
  try {
    encrypted = encryptPush(body, device);
  } catch {
    return { result: 'failed', error: 'wrong-key' };
  }
  const result = await requestOnce(
    {
      url: device.endpoint,
      body: encrypted,
      headers: {
        authorization: authorizePush(device.endpoint, signer, contact),
        'content-encoding': 'aes128gcm',
        'content-length': String(encrypted.length),
        'content-type': 'application/octet-stream',
        ttl: String(keptSeconds),
        urgency: 'high',
        // A push that is sent again replaces the one that waits at the push service.
        topic: effect.id.replaceAll('-', ''),
      },
    },
    { ...how, timeoutMs, stop },
  );
  if ('error' in result) return { result: result.error === 'stopped' ? 'postponed' : 'retry', ...result };
  const { statusCode, responseStart } = result;
  const retryAfterSeconds = readRetryAfter(result.retryAfter, new Date());
  return { result: resultOf(statusCode), statusCode, responseStart, retryAfterSeconds };
}

const gone = [404, 410];

function resultOf(statusCode: number): Outcome['result'] {
  if (statusCode >= 200 && statusCode <= 299) return 'sent';
  if (gone.includes(statusCode)) return 'dropped';
  return statusCode === 429 || statusCode >= 500 ? 'retry' : 'failed';
}

/** At once and for each device, so that a device that has it isn't sent it again because another one hasn't. */
async function note(
  db: DataSource,
  { id }: LeasedEffect,
  device: PushSubscription,
  { result }: Outcome,
): Promise<void> {
  if (result === 'dropped') await db.getRepository(PushSubscription).delete({ id: device.id });
  if (result !== 'sent') return;
  await db.query(
    `with device as (update push_subscriptions set last_success_at = now() where id = $2)
    update outbox set payload = jsonb_set(payload, '{received}',
      coalesce(payload->'received', '[]') || to_jsonb($2::text)) where id = $1`,
    [id, device.id],
  );
}

/** Due again while one device may still get it; sent as soon as that's over, if one of them has it. */
function together(outcomes: Outcome[]): Outcome {
  const order: Outcome['result'][] = ['retry', 'postponed', 'sent', 'failed'];
  const first = order.map((result) => outcomes.find((outcome) => outcome.result === result)).find(Boolean);
  return first ?? { result: 'dropped', error: 'no-device' };
}
