import { PushKey, pushServices, PushSettings, PushSubscription } from '@voordeur/contracts/db';
import {
  type DeviceBody,
  defaultPushKinds,
  deviceLimits,
  type NotificationSettingsBody,
  type NotificationsAnswer,
} from '@voordeur/contracts/http';
import { planEffect } from '@voordeur/server';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../platform/api-error.js';

/** The owner's devices and choices, and the key that a browser subscribes with. */
export async function readNotifications(db: DataSource): Promise<NotificationsAnswer> {
  const [key] = await db.getRepository(PushKey).find({ select: { only: true, publicKey: true } });
  const devices = await db.getRepository(PushSubscription).find({ order: { id: 'asc' } });
  const [settings] = await db.getRepository(PushSettings).find();
  return {
    publicKey: key?.publicKey.toString('base64url') ?? null,
    devices: devices.map(({ id, endpoint, browser, createdAt, lastSuccessAt }) => ({
      ...{ id, endpoint, browser },
      createdAt: createdAt.toISOString(),
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    })),
    kinds: settings?.kinds ?? [...defaultPushKinds],
    quietFrom: settings?.quietFrom ?? null,
    quietTo: settings?.quietTo ?? null,
  };
}

/**
 * Stores a device and returns its id; one that is known keeps its id and gets these keys and this language. Throws
 * `too-many-devices`.
 */
export async function addDevice(
  db: DataSource,
  { endpoint, p256dh, auth, language }: DeviceBody,
  browser: string | null,
): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('voordeur/push-devices'))`);
    const known = await tx.findOneBy(PushSubscription, { endpoint });
    const id = known?.id ?? uuidv7();
    if (!known && (await tx.count(PushSubscription)) >= deviceLimits.devices)
      throw new ApiError('too-many-devices');
    await tx.upsert(PushSubscription, { id, endpoint, p256dh, auth, language, browser }, ['id']);
    return id;
  });
}

/** Whether there was one to remove. */
export async function removeDevice(db: DataSource, id: string): Promise<boolean> {
  const { affected } = await db.getRepository(PushSubscription).delete({ id });
  return affected === 1;
}

/** Plans a notification for one device. Throws `not-found`. */
export async function planTest(db: DataSource, id: string): Promise<void> {
  if (!(await db.getRepository(PushSubscription).existsBy({ id }))) throw new ApiError('not-found');
  await planEffect(db, {
    kind: 'push',
    destination: pushServices,
    type: 'test',
    eventId: uuidv7(),
    payload: { device: id },
  });
}

/** Replaces the owner's choices. */
export async function saveNotificationSettings(
  db: DataSource,
  { kinds, quietFrom, quietTo }: NotificationSettingsBody,
): Promise<void> {
  const times = { quietFrom: quietFrom ?? null, quietTo: quietTo ?? null };
  await db.getRepository(PushSettings).upsert({ only: true, kinds, ...times }, ['only']);
}
