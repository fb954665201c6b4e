import { messages } from '@voordeur/contracts/messages';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { readToken, storeToken } from '../../lib/admin-api';
import { readToast } from '../../lib/toast-store';
import { address, renderAdmin, toast } from '../../testing/render';
import { AdminSessionProvider, OwnerOnly, useAdminSession } from './admin-session';
import { LoginForm } from './login-form';

const words = messages.en.admin.login;
const login = 'POST /api/admin/login';
const session = { token: 'a token', expiresIn: 3_600, timeZone: 'Europe/Amsterdam' };
const field = page.getByLabelText(words.secretKey);
const submit = page.getByRole('button', { name: words.submit });
const alert = () => document.querySelector('form [role=alert]');
const nothing = () => undefined;

/** The form, and a part that only the owner sees. */
function Screen() {
  const { status, logout } = useAdminSession();
  return (
    <>
      {status !== 'in' && <LoginForm />}
      {/* Without a session it would go to the login, where this screen already is. */}
      {status !== 'out' && (
        <OwnerOnly>
          <p>The figures</p>
          <button onClick={logout}>Leave</button>
        </OwnerOnly>
      )}
    </>
  );
}

function open({ onOpened = nothing, onClosed = nothing } = {}): void {
  renderAdmin(
    <AdminSessionProvider onOpened={onOpened} onClosed={onClosed}>
      <Screen />
    </AdminSessionProvider>,
  );
}

it('opens a session with the key as it was typed, once', async () => {
  const opened = vi.fn();
  const calls = await answerCalls(login, { body: session, held: true });
  open({ onOpened: opened });
  await field.fill(' the key ');
  await submit.dblClick();
  await expect.element(page.getByRole('button', { name: words.accessing })).toBeDisabled();
  await calls.release();
  await expect.element(page.getByText('The figures')).toBeVisible();
  expect(await calls.read()).toMatchObject([{ body: { secretKey: ' the key ' } }]);
  expect(opened).toHaveBeenCalledWith('Europe/Amsterdam');
});

it('opens the set-up by the link of a first visit, and leaves nothing of it in the address', async () => {
  const calls = await answerCalls(login, { body: session });
  window.history.replaceState(null, '', '#setup=setup.1.token');
  open();
  await expect.element(page.getByText('The figures')).toBeVisible();
  expect(await calls.read()).toMatchObject([{ body: { secretKey: 'setup.1.token' } }]);
  await expect.element(address).toHaveTextContent('/admin/setup');
  expect(window.location.hash).toBe('');
});

it('says that a link has ended, and takes the key', async () => {
  const calls = await answerCalls(login, refusal(401, 'invalid-credentials'), { body: session });
  window.history.replaceState(null, '', '#setup=setup.1.token');
  open();
  await expect.element(page.getByText(words.linkEnded)).toBeVisible();
  await field.fill('the key');
  await submit.click();
  await expect.element(page.getByText('The figures')).toBeVisible();
  expect(await calls.read()).toMatchObject([{}, { body: { secretKey: 'the key' } }]);
});

it('takes the message of a failed login away once a login succeeds', async () => {
  await answerCalls(login, refusal(401, 'invalid-credentials'), { body: session });
  open();
  await field.fill('wrong');
  await submit.click();
  await expect.element(toast).toBeVisible();
  await field.fill('right');
  await submit.click();
  await expect.element(page.getByText('The figures')).toBeVisible();
  expect(readToast()?.open ?? false).toBe(false);
});

it('hides the key, lets a password manager fill it in, and takes one that is pasted', async () => {
  open();
  await expect.element(field).toHaveAttribute('type', 'password');
  await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
  await field.click();
  const pasted = new DataTransfer();
  pasted.setData('text/plain', 'the key');
  const event = new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true });
  expect(field.element().dispatchEvent(event)).toBe(true);
});

it('points out a wrong key at its field, ready to be typed over', async () => {
  await answerCalls(login, refusal(401, 'invalid-credentials'));
  open();
  await field.fill('wrong');
  await submit.click();
  await expect.element(field).toHaveAccessibleDescription(words.invalid);
  await expect.element(field).toHaveFocus();
  const input = field.element() as HTMLInputElement;
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 5]);
  await expect.element(toast).toBeVisible();
});

it.each([
  ['after too many wrong keys', refusal(429, 'locked-out', { retryAfter: 15 }), 'Try again in 15 minutes.'],
  ['after too many requests', refusal(429, 'too-many-requests', { retryAfter: 1 }), 'Try again in 1 minute.'],
  ['while the api is away', 'cut off' as const, words.unreachable],
])('says why it cannot %s', async (_when, answer, sentence) => {
  await answerCalls(login, answer);
  open();
  await field.fill('the key');
  await submit.click();
  await expect.poll(alert).toHaveTextContent(sentence);
  await expect.poll(alert).toHaveFocus();
  await expect.element(field).not.toHaveAttribute('aria-invalid');
  await expect.element(field).toHaveValue('the key');
});

it('goes on with a session that is stored, and ends one that the api refuses', async () => {
  storeToken('a token');
  const calls = await answerCalls('GET /api/admin/session', { body: session });
  open();
  await expect.element(page.getByText('The figures')).toBeVisible();
  expect(await calls.read()).toMatchObject([{ headers: { authorization: 'Bearer a token' } }]);
  await answerCalls('GET /api/admin/session', refusal(401, 'session-expired'));
  open();
  await expect.element(field).toBeVisible();
  await expect.poll(readToken).toBeNull();
});

it('asks for a code once the key is right, and sends both', async () => {
  await answerCalls(login, refusal(401, 'code-needed'));
  open();
  await field.fill('the key');
  await submit.click();
  const code = page.getByLabelText(words.code);
  await expect.element(code).toHaveFocus();
  expect(toast.elements()).toHaveLength(0);
  const calls = await answerCalls(login, { body: session });
  await code.fill('123 456');
  await submit.click();
  await expect.element(page.getByText('The figures')).toBeVisible();
  expect((await calls.read()).at(-1)).toMatchObject({ body: { secretKey: 'the key', code: '123456' } });
});

it('keeps no token where the browser has it in a cookie', async () => {
  await answerCalls(login, { body: { expiresIn: 3_600, timeZone: 'Europe/Amsterdam' } });
  const calls = await answerCalls('POST /api/admin/logout', {});
  open();
  await field.fill('the key');
  await submit.click();
  await expect.element(page.getByText('The figures')).toBeVisible();
  expect(readToken()).toBe('cookie');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => calls.read()).toHaveLength(1);
  const [logout] = await calls.read();
  expect(logout?.headers).not.toHaveProperty('authorization');
  expect(readToken()).toBeNull();
});

it('ends at a logout, here and in the api', async () => {
  const closed = vi.fn();
  await answerCalls(login, { body: session });
  const calls = await answerCalls('POST /api/admin/logout', {});
  open({ onClosed: closed });
  await field.fill('the key');
  await submit.click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(field).toBeVisible();
  await expect.element(toast).toHaveTextContent(messages.en.admin.session.loggedOutTitle);
  expect(closed).toHaveBeenCalled();
  await expect.poll(() => calls.read()).toMatchObject([{ headers: { authorization: 'Bearer a token' } }]);
});

it('keeps a session that the api cannot be asked about, and says so', async () => {
  storeToken('a token');
  await answerCalls('GET /api/admin/session', 'cut off');
  open();
  await expect.element(page.getByText('The figures')).toBeVisible();
  await expect.element(toast).toHaveTextContent(words.unreachable);
  expect(readToken()).toBe('a token');
});

it('ends a session a minute before the api would, and not before', async () => {
  storeToken('a token');
  await answerCalls('GET /api/admin/session', { body: { expiresIn: 3_600, timeZone: 'Europe/Amsterdam' } });
  open();
  await expect.element(page.getByText('The figures')).toBeVisible();
  const [expire, delay] =
    vi.mocked(setTimeout).mock.calls.find(([, delayMs]) => (delayMs ?? 0) > 3_530_000) ?? [];
  expect(delay).toBeLessThanOrEqual(3_540_000);
  expire?.();
  await expect.element(field).toBeVisible();
  await expect.element(toast).toHaveTextContent(messages.en.admin.session.expiredTitle);
  expect(readToken()).toBeNull();
});
