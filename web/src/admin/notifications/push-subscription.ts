import type { DeviceBody } from '@voordeur/contracts/http';

/** The Trusted Types policy of the admin, for the address of its service worker (build/page-policy.ts). */
export const bellPolicy = 'bell';

const worker = '/admin-worker.js';
const scope = '/admin';

/** Whether this browser can be notified; `home-screen`: an iPhone or iPad can, once the page is an app there. */
export type PushSupport = 'yes' | 'no' | 'home-screen';

export function readPushSupport(): PushSupport {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (canPush) return 'yes';
  // An iPad says that it's a Mac; no Mac has a touch screen.
  const { userAgent, maxTouchPoints } = navigator;
  const isApple = /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  const isApp = matchMedia('(display-mode: standalone)').matches;
  return isApple && !isApp ? 'home-screen' : 'no';
}

/** The endpoint of this browser's subscription, the owner's permission given; null if it has none. */
export async function readEndpoint(): Promise<string | null> {
  if (Notification.permission !== 'granted') return null;
  return (await readSubscription())?.endpoint ?? null;
}

/** Asks for permission and subscribes this browser; null if the owner said no. Throws if its push service can't be reached. */
export async function subscribe(publicKey: string): Promise<Omit<DeviceBody, 'language'> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(trustedWorker(), { scope });
  const { pushManager } = await navigator.serviceWorker.ready;
  // It may be for a key that was replaced since.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys: { p256dh, auth } = {} } = made.toJSON();
  if (!endpoint || !p256dh || !auth) throw new Error('a subscription without keys');
  return { endpoint, p256dh, auth };
}

let trusted: string | undefined;

/** Where a browser requires Trusted Types, only an address that a policy made; the types know only text. */
function trustedWorker(): string {
  // A policy can't be made twice.
  trusted ??= (window.trustedTypes
    ?.createPolicy(bellPolicy, { createScriptURL: (address) => address })
    .createScriptURL(worker) ?? worker) as string;
  return trusted;
}

/** Ends this browser's subscription, if it has one. */
export async function unsubscribe(): Promise<void> {
  await (await readSubscription())?.unsubscribe();
}

async function readSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}
