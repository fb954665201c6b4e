import type { TextLanguage } from './languages.js';
import { kindsToAnswer, type LeadKind } from './lead.js';

/** Limits of `POST /api/admin/notifications/devices`; `endpoint` is in characters. */
export const deviceLimits = { devices: 10, endpoint: 2_000 } as const;

/** Devices are notified of these until the owner chooses; `booking` is for moved and cancelled ones too. */
export const defaultPushKinds: readonly LeadKind[] = [...kindsToAnswer, 'booking'];

/** A time of day, `HH:MM`. */
export const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

/** `GET /api/admin/notifications` */
export interface NotificationsAnswer {
  /** The `applicationServerKey` to subscribe with, base64url; null until a worker has made it. */
  publicKey: string | null;
  /** Oldest first. */
  devices: DeviceShown[];
  kinds: LeadKind[];
  /** `HH:MM` in the site's zone; both are null without quiet hours. */
  quietFrom: string | null;
  quietTo: string | null;
}

/** A browser that is notified. Times are ISO, UTC. */
export interface DeviceShown {
  id: string;
  /** By which a browser knows itself; nobody can push to it without the site's own key. */
  endpoint: string;
  browser: string | null;
  createdAt: string;
  /** The last notification that its push service took; null before the first. */
  lastSuccessAt: string | null;
}

/** `PUT /api/admin/notifications`. Without both times there are no quiet hours. */
export interface NotificationSettingsBody {
  kinds: LeadKind[];
  quietFrom?: string;
  quietTo?: string;
}

/**
 * `POST /api/admin/notifications/devices`: a `PushSubscription` of the browser. The same endpoint again replaces its keys
 * and language. 422 `too-many-devices` beyond ten.
 */
export interface DeviceBody {
  endpoint: string;
  /** base64url, as `PushSubscription.toJSON()` has them. */
  p256dh: string;
  auth: string;
  /** The language of the notifications. */
  language: TextLanguage;
}

export interface NewDeviceAnswer {
  id: string;
}
