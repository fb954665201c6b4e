import type { DeviceShown, NotificationsAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import NotificationsScreen from './notifications-screen';

const words = messages.en.admin.notifications;
const path = '/api/admin/notifications';
const endpoint = 'https://push.example/this';
const keys = { p256dh: 'BCVx', auth: 'BTBZ' };
const device: DeviceShown = {
  ...{
    id: '1',
    endpoint,
    browser: 'Chrome, Android',
    createdAt: '2026-07-10T08:00:00Z',
    lastSuccessAt: null,
  },
};
const other: DeviceShown = {
  ...{ id: '2', endpoint: 'https://push.example/other', browser: null },
  ...{ createdAt: '2026-07-09T08:00:00Z', lastSuccessAt: '2026-07-10T07:00:00Z' },
};
const answer = (given: Partial<NotificationsAnswer> = {}) => ({
  body: {
    ...{ publicKey: 'BAE', devices: [], quietFrom: null, quietTo: null },
    ...{ kinds: ['setups', 'question', 'proposal'], ...given },
  },
});

/** The browser's own part, in place of a push service: its permission, and its subscription if it has one. */
let permission: NotificationPermission;
/** The owner's answer when it asks. */
let given: NotificationPermission;
let subscription: { endpoint: string; unsubscribe: () => Promise<boolean>; toJSON: () => object } | null;
let subscribed: unknown[];

function makeSubscription() {
  const unsubscribe = () => {
    subscription = null;
    return Promise.resolve(true);
  };
  return { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) };
}

beforeEach(async () => {
  [permission, given, subscription, subscribed] = ['default', 'granted', null, []];
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: (options: unknown) => {
      subscribed.push(options);
      return Promise.resolve((subscription = makeSubscription()));
    },
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission);
  vi.spyOn(Notification, 'requestPermission').mockImplementation(() => {
    permission = given;
    return Promise.resolve(permission);
  });
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue(registration);
  await answerCalls(`GET ${path}`, answer());
});
const switchOn = page.getByRole('button', { name: words.switchOn });

describe('this device', () => {
  it('is switched on with the site’s key, in the language of the admin', async () => {
    const added = await answerCalls(`POST ${path}/devices`, { status: 201, body: { id: '1' } });
    renderAdmin(<NotificationsScreen />);
    await expect.element(page.getByText(words.none)).toBeVisible();
    await answerCalls(`GET ${path}`, answer({ devices: [device] }));
    await switchOn.click();
    await expect.element(page.getByText(words.on)).toBeVisible();
    expect((await added.read()).map(({ body }) => body)).toEqual([{ endpoint, ...keys, language: 'en' }]);
    expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'BAE' }]);
    await expect.element(page.getByText('this one')).toBeVisible();
  });

  it('sends itself a test, and is switched off', async () => {
    [permission, subscription] = ['granted', makeSubscription()];
    await answerCalls(`GET ${path}`, answer({ devices: [device] }));
    const tested = await answerCalls(`POST ${path}/devices/1/test`, { status: 204 });
    const removed = await answerCalls(`DELETE ${path}/devices/1`, { status: 204, held: true });
    renderAdmin(<NotificationsScreen />);
    await page.getByRole('button', { name: words.test }).click();
    await expect.element(toast).toHaveTextContent(words.testTitle);
    expect(await tested.read()).toHaveLength(1);
    await page.getByRole('button', { name: words.switchOff }).click();
    await expect.poll(removed.read).toHaveLength(1);
    // Not before: the screen may still be reading the devices after the test.
    await answerCalls(`GET ${path}`, answer());
    await removed.release();
    await expect.element(switchOn).toBeVisible();
    expect(subscription).toBeNull();
  });

  it('is off once it was removed elsewhere, and then takes a subscription of its own again', async () => {
    [permission, subscription] = ['granted', makeSubscription()];
    const unsubscribe = vi.spyOn(subscription, 'unsubscribe');
    await answerCalls(`POST ${path}/devices`, { status: 201, body: { id: '1' } });
    renderAdmin(<NotificationsScreen />);
    await switchOn.click();
    await expect.poll(() => subscribed).toHaveLength(1);
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  it('says what to do where the browser blocks notifications, at once or when it asked', async () => {
    given = 'denied';
    renderAdmin(<NotificationsScreen />);
    await switchOn.click();
    await expect.element(page.getByText(words.blocked)).toBeVisible();
    expect(subscribed).toEqual([]);
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Safari/604.1', words.homeScreen],
    ['Mozilla/5.0 (X11; Linux x86_64) Old/1.0', words.unsupported],
  ])('says so in a browser without push: %s', async (userAgent, sentence) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    const { PushManager } = window;
    Reflect.deleteProperty(window, 'PushManager');
    renderAdmin(<NotificationsScreen />);
    await expect.element(page.getByText(sentence)).toBeVisible();
    window.PushManager = PushManager;
  });

  it('waits for the key', async () => {
    await answerCalls(`GET ${path}`, answer({ publicKey: null }));
    renderAdmin(<NotificationsScreen />);
    await expect.element(page.getByText(words.notReady)).toBeVisible();
  });

  it.each([
    ['there are ten', refusal(422, 'too-many-devices'), words.tooMany],
    ['the api is away', refusal(503, 'unavailable'), words.notOn],
  ])('stays off while %s', async (_, refused, sentence) => {
    await answerCalls(`POST ${path}/devices`, refused);
    renderAdmin(<NotificationsScreen />);
    await switchOn.click();
    await expect.element(toast).toHaveTextContent(sentence);
    await expect.element(switchOn).toBeEnabled();
  });
});

it('lists the devices, and removes one', async () => {
  await answerCalls(`GET ${path}`, answer({ devices: [other, device] }));
  const removed = await answerCalls(`DELETE ${path}/devices/2`, { status: 204 });
  renderAdmin(<NotificationsScreen />);
  await expect.element(page.getByText(words.never, { exact: true })).toBeVisible();
  await answerCalls(`GET ${path}`, answer({ devices: [device] }));
  await page.getByRole('button', { name: 'Remove not known' }).click();
  await expect.element(toast).toHaveTextContent(words.removedText);
  expect(await removed.read()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Remove not known' })).not.toBeInTheDocument();
});

describe('the choices', () => {
  const save = page.getByRole('button', { name: words.save, exact: true });
  const from = page.getByLabelText(words.from, { exact: true });
  const until = page.getByLabelText(words.until, { exact: true });

  it('are saved as they are ticked', async () => {
    const saved = await answerCalls(`PUT ${path}`, answer());
    renderAdmin(<NotificationsScreen />);
    await page.getByLabelText('Question', { exact: true }).click();
    await page.getByLabelText('Newsletter').click();
    await from.fill('22:00');
    await until.fill('07:30');
    await save.click();
    await expect.element(toast).toHaveTextContent(words.savedText);
    expect((await saved.read()).map(({ body }) => body)).toEqual([
      { kinds: ['setups', 'proposal', 'newsletter'], quietFrom: '22:00', quietTo: '07:30' },
    ]);
  });

  it.each([
    ['22:00', ''],
    ['', '07:30'],
    ['22:00', '22:00'],
  ])('are not saved with quiet hours from %j until %j', async (start, end) => {
    const saved = await answerCalls(`PUT ${path}`, answer());
    renderAdmin(<NotificationsScreen />);
    await from.fill(start);
    await until.fill(end);
    await save.click();
    await expect.element(until).toHaveAccessibleDescription(words.quietWrong);
    expect(await saved.read()).toEqual([]);
    await from.fill('');
    await until.fill('');
    await save.click();
    await expect.element(toast).toHaveTextContent(words.savedText);
  });
});

it('says what could not be fetched', async () => {
  await answerCalls(`GET ${path}`, refusal(503, 'unavailable'));
  renderAdmin(<NotificationsScreen />);
  await expect.element(page.getByText(messages.en.admin.security.notFetched)).toBeVisible();
});
