import { messages } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { GuideCard } from './routes/guide.route';
import { InquiryDialog, AgentsDialog } from './forms/dialogs';
import { ProposeTimeForm } from './forms/propose-time-form';
import NewsletterForm from './forms/newsletter-form';
import { GateDialog } from './videos/gate-dialog';
import { changeSite } from '../config/site';
import { answerCalls, holdTimeLimits, refusal } from '../testing/api';
import { renderSite, toast } from '../testing/render';
import { Link } from '../ui/link';

const { en, nl } = messages;
const nothing = () => undefined;
const address = 'jane@example.org';

interface Form {
  name: string;
  call: string;
  draw: () => ReactNode;
  /** The labels of its fields, the address first, with the text to type into them. */
  fields: Record<string, string>;
  submit: string;
  failed: string;
  sent: object;
  accepted: object;
}

const forms: Form[] = [
  {
    name: 'newsletter',
    call: 'POST /api/newsletter-signup',
    draw: () => <NewsletterForm />,
    fields: { [en.newsletter.email]: address },
    submit: en.newsletter.submit,
    failed: en.newsletter.failed,
    sent: { email: address, language: 'ENG', consent: en.newsletter.consent },
    accepted: {},
  },
  {
    name: 'question',
    call: 'POST /api/setups-inquiry',
    draw: () => <InquiryDialog kind="question" onSent={nothing} onClose={nothing} />,
    fields: { [en.question.email]: address, [en.question.question]: 'Can you connect our shop?' },
    submit: en.question.submit,
    failed: en.question.failed,
    sent: { email: address, idea: 'Can you connect our shop?', language: 'ENG', kind: 'question' },
    accepted: {},
  },
  {
    name: 'custom setup',
    call: 'POST /api/setups-inquiry',
    draw: () => <InquiryDialog kind="setups" onSent={nothing} onClose={nothing} />,
    fields: { [en.setups.email]: address, [en.setups.idea]: 'An agent for quotes' },
    submit: en.setups.submit,
    failed: en.setups.failed,
    sent: { email: address, idea: 'An agent for quotes', language: 'ENG', kind: 'setups' },
    accepted: {},
  },
  {
    name: 'proposal of a time',
    call: 'POST /api/setups-inquiry',
    draw: () => <ProposeTimeForm />,
    fields: { [en.booking.proposeEmail]: address, [en.booking.proposeTime]: 'Tuesday after two' },
    submit: en.booking.proposeSubmit,
    failed: en.booking.proposeFailed,
    sent: { email: address, idea: 'Tuesday after two', kind: 'proposal' },
    accepted: {},
  },
  {
    name: 'video gate',
    call: 'POST /api/video-signup',
    draw: () => <GateDialog videoId="video-1" watchTime={120} onSignedUp={nothing} onClose={nothing} />,
    fields: { [en.learn.gate.email]: address, [en.learn.gate.phone]: '+31 6 12345678' },
    submit: en.learn.gate.submit,
    failed: en.learn.gate.failed,
    sent: { email: address, phone: '+31 6 12345678', videoId: 'video-1', watchTime: 120 },
    accepted: {},
  },
  {
    name: 'guide',
    call: 'POST /api/prompt-signup',
    draw: () => <GuideCard />,
    fields: { [en.guide.email]: address },
    submit: en.guide.submit,
    failed: en.guide.failed,
    sent: { email: address, language: 'ENG' },
    accepted: { id: 'one', documentUrl: 'about:blank' },
  },
];

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const trap = page.getByRole('textbox', { name: en.form.website, includeHidden: true });

function Pathname() {
  return <output>{useLocation().pathname}</output>;
}

/** The form's own message; a toast has the same words. */
const alert = () => document.querySelector('form [role=alert]');
const status = () => document.querySelector('form div[role=status], form p[role=status]:not(:empty)');

async function type(fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
}

describe.each(forms)('the form of the $name', ({ call, draw, fields, submit, failed, sent, accepted }) => {
  const [email = ''] = Object.keys(fields);
  const ok = { status: 202, body: accepted };

  it('sends what was typed, when, and how long it took', async () => {
    const signup = await answerCalls(call, ok);
    renderSite(draw());
    await type(fields);
    await button(submit).click();
    await expect.element(toast).toBeVisible();
    const [{ body } = { body: null }] = await signup.read();
    expect(body).toMatchObject({ ...sent, website: '' });
    const { timestamp, elapsedMs } = body as { timestamp: string; elapsedMs: number };
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(30_000);
    expect(elapsedMs).toBeGreaterThan(0);
  });

  it('is off and says so while it sends, so that it sends once', async () => {
    const signup = await answerCalls(call, { ...ok, held: true });
    renderSite(draw());
    await type(fields);
    await button(submit).dblClick();
    await expect.element(button(en.form.submitting)).toBeDisabled();
    await field(email).click();
    await userEvent.keyboard('{Enter}');
    await signup.release();
    await expect.element(toast).toBeVisible();
    expect(await signup.read()).toHaveLength(1);
  });

  it('sends once when it is submitted twice at once', async () => {
    const signup = await answerCalls(call, ok);
    renderSite(draw());
    await type(fields);
    const form = (field(email).element() as HTMLInputElement).form;
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.element(toast).toBeVisible();
    expect(await signup.read()).toHaveLength(1);
  });

  it('lets a link be followed while it sends', async () => {
    const signup = await answerCalls(call, { ...ok, held: true });
    renderSite(
      <>
        {draw()}
        <Link to="/elsewhere">Elsewhere</Link>
        <Pathname />
      </>,
    );
    await type(fields);
    await button(submit).click();
    await expect.element(button(en.form.submitting)).toBeDisabled();
    // By script: a dialog covers it, but not the browser's way back.
    [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Elsewhere')?.click();
    await expect.poll(() => document.querySelector('output')).toHaveTextContent('/elsewhere');
    expect(button(en.form.submitting).elements()).toHaveLength(1);
    await signup.release();
  });

  it.each([
    ['a limit', refusal(429, 'too-many-requests', { retryAfter: 1 })],
    ['a cut connection', 'cut off' as const],
  ])('after %s says so, keeps what was typed, and can be sent again', async (_what, answer) => {
    const signup = await answerCalls(call, answer, ok);
    renderSite(draw());
    await type(fields);
    await button(submit).click();
    await expect.poll(alert).toHaveTextContent(failed);
    await expect.poll(alert).toHaveFocus();
    await expect.element(toast).toHaveTextContent(failed);
    for (const [label, value] of Object.entries(fields))
      await expect.element(field(label)).toHaveValue(value);
    await button(submit).click();
    await expect.poll(() => signup.read()).toHaveLength(2);
    await expect.poll(alert).toBeNull();
    // Its answer begins the reminder's time, which ends with the test.
    await expect.element(button(en.form.submitting)).not.toBeInTheDocument();
    const keys = (await signup.read()).map(({ headers }) => headers['idempotency-key']);
    // A retry of the same form, which the api counts once.
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('gives up on an answer that never comes, and keeps what was typed', async () => {
    const endTimeLimits = holdTimeLimits();
    const signup = await answerCalls(call, { ...ok, held: true });
    renderSite(draw());
    await type(fields);
    await button(submit).click();
    await expect.element(button(en.form.submitting)).toBeDisabled();
    endTimeLimits();
    await expect.poll(alert).toHaveTextContent(failed);
    for (const [label, value] of Object.entries(fields))
      await expect.element(field(label)).toHaveValue(value);
    await signup.release();
  });

  it('takes a new key for another form, and where the api knows the old one', async () => {
    const away = refusal(503, 'unavailable');
    const signup = await answerCalls(call, away, refusal(422, 'idempotency-conflict'), away);
    renderSite(draw());
    await type(fields);
    await button(submit).click();
    await expect.poll(alert).toBeVisible();
    await field(email).fill('joe@example.org');
    for (const sendings of [2, 3]) {
      await button(submit).click();
      await expect.poll(() => signup.read()).toHaveLength(sendings);
      await expect.element(button(submit)).toBeEnabled();
    }
    const keys = (await signup.read()).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
  });

  it('has a trap that people neither see nor reach, and sends what a program puts into it', async () => {
    const signup = await answerCalls(call, ok);
    renderSite(draw());
    await expect.element(button(submit)).toBeVisible();
    expect(page.getByRole('textbox', { name: en.form.website }).elements()).toHaveLength(0);
    const input = trap.element() as HTMLInputElement;
    // Password managers fill fields named website, and skip those with these attributes.
    expect(`${input.name} ${input.id}`).not.toMatch(
      /web|site|url|mail|name|phone|company|address|user|pass/i,
    );
    expect(input.id).not.toBe('');
    for (const mark of ['data-1p-ignore', 'data-lpignore', 'data-bwignore'])
      expect(input.hasAttribute(mark)).toBe(true);
    expect(input.dataset).toMatchObject({ lpignore: 'true', formType: 'other' });
    expect(input.autocomplete).toBe('off');
    expect(input.tabIndex).toBe(-1);
    expect(input.closest('.trap')?.getBoundingClientRect()).toMatchObject({ width: 1, height: 1 });
    await type(fields);
    input.value = 'https://example.org';
    await button(submit).click();
    await expect.element(toast).toBeVisible();
    expect(await signup.read()).toMatchObject([{ body: { website: 'https://example.org' } }]);
  });
});

describe.each(forms.filter(({ name }) => name !== 'video gate'))(
  'a malformed address in the form of the $name',
  ({ call, draw, fields, submit }) => {
    it('is not sent, but pointed out at its field until it is changed', async () => {
      const signup = await answerCalls(call, {});
      const [email = ''] = Object.keys(fields);
      renderSite(draw());
      await type({ ...fields, [email]: 'jane@' });
      await button(submit).click();
      await expect.element(field(email)).toHaveAttribute('aria-invalid', 'true');
      await expect.element(field(email)).toHaveAccessibleDescription(en.form.emailHint);
      await expect.element(field(email)).toHaveFocus();
      await field(email).fill('jane@example.org');
      await expect.element(field(email)).not.toHaveAttribute('aria-invalid');
      expect(await signup.read()).toEqual([]);
    });
  },
);

describe.each(forms.filter(({ fields }) => Object.keys(fields).length === 2))(
  'the form of the $name while it is empty',
  ({ name, call, draw, fields, submit }) => {
    it('is off; Enter says what is missing until something is typed', async () => {
      const signup = await answerCalls(call, {});
      const [email = ''] = Object.keys(fields);
      const missing = name === 'video gate' ? en.learn.gate.missing : en.form.missing;
      renderSite(draw());
      await type(Object.fromEntries(Object.keys(fields).map((label) => [label, ''])));
      await expect.element(button(submit)).toBeDisabled();
      await field(email).click();
      await userEvent.keyboard('{Enter}');
      await expect.poll(alert).toHaveTextContent(missing);
      await expect.element(toast).toHaveTextContent(missing);
      await field(email).fill('j');
      await expect.poll(alert).toBeNull();
      expect(await signup.read()).toEqual([]);
    });
  },
);

describe.each([
  { name: 'letter', draw: () => <NewsletterForm />, words: en.newsletter, takesHost: false },
  { name: 'guide', draw: () => <GuideCard />, words: en.guide, takesHost: true },
])('a value that is no address in the form of the $name', ({ draw, words, takesHost }) => {
  const call = takesHost ? 'POST /api/prompt-signup' : 'POST /api/newsletter-signup';

  it.each(['', 'you', 'you and@company.com', ...(takesHost ? [] : ['you@company'])])(
    '"%s" is not sent',
    async (value) => {
      const signup = await answerCalls(call, {});
      renderSite(draw());
      await field(words.email).fill(value);
      await button(words.submit).click();
      await expect.element(toast).toHaveTextContent(words.invalid);
      await expect.element(field(words.email)).toHaveAttribute('aria-invalid', 'true');
      expect(await signup.read()).toEqual([]);
    },
  );
});

it('the guide takes what a browser takes for an address', async () => {
  const signup = await answerCalls('POST /api/prompt-signup', {
    status: 202,
    body: { id: 'one', documentUrl: 'about:blank' },
  });
  renderSite(<GuideCard />);
  await field(en.guide.email).fill('you@company');
  await button(en.guide.submit).click();
  await expect.element(toast).toBeVisible();
  expect(await signup.read()).toHaveLength(1);
});

it('the guide that comes without its document has failed', async () => {
  await answerCalls('POST /api/prompt-signup', { status: 202 });
  renderSite(<GuideCard />);
  await field(en.guide.email).fill(address);
  await button(en.guide.submit).click();
  await expect.poll(alert).toHaveTextContent(en.guide.failed);
  await expect.element(toast).toHaveTextContent(en.guide.failed);
});

describe('the newsletter', () => {
  const call = 'POST /api/newsletter-signup';

  it('empties itself once it counts, and says so in the form too', async () => {
    await answerCalls(call, { status: 202 });
    renderSite(<NewsletterForm />);
    await field(en.newsletter.email).fill(address);
    await button(en.newsletter.submit).click();
    await expect.poll(status).toHaveTextContent(en.newsletter.success);
    await expect.element(field(en.newsletter.email)).toHaveValue('');
    // Still there to read while the next address is typed.
    await field(en.newsletter.email).fill('j');
    expect(status()).toHaveTextContent(en.newsletter.success);
    // The reminder of the spam folder.
    expect(vi.mocked(setTimeout).mock.calls.map(([, delay]) => delay)).toContain(2_000);
  });

  it('keeps the address while a mail is to be confirmed, with a way to change it', async () => {
    await answerCalls(call, { status: 202, body: { needsConfirmation: true } });
    renderSite(<NewsletterForm />);
    await field(en.newsletter.email).fill(address);
    await button(en.newsletter.submit).click();
    await expect.poll(status).toHaveTextContent(en.newsletter.confirm);
    await expect.element(button(en.newsletter.submit)).toBeDisabled();
    await button(en.newsletter.change).click();
    await expect.element(field(en.newsletter.email)).toHaveFocus();
    await field(en.newsletter.email).fill('joe@example.org');
    await expect.element(button(en.newsletter.submit)).toBeEnabled();
  });

  it('can have a mail that is to be confirmed sent again after ten minutes', async () => {
    const signup = await answerCalls(call, { status: 202, body: { needsConfirmation: true } });
    renderSite(<NewsletterForm />);
    await field(en.newsletter.email).fill(address);
    await button(en.newsletter.submit).click();
    await expect.poll(status).toHaveTextContent(/Nothing there\? .* sent again from \d\d:\d\d\./);
    const again = button(en.newsletter.again);
    expect(again.elements()).toEqual([]);
    const wait = vi.mocked(setTimeout).mock.calls.find(([, ms]) => Number(ms) > 590_000);
    if (!wait) throw new Error('Nothing waits for ten minutes.');
    const [end, ms, ...given] = wait;
    expect(ms).toBeLessThanOrEqual(600_000);
    end(...given);
    await again.click();
    await expect.element(again).not.toBeInTheDocument();
    expect(await signup.read()).toMatchObject([{ body: { email: address } }, { body: { email: address } }]);
  });

  it('speaks Dutch, and tells the api so', async () => {
    const signup = await answerCalls(call, { status: 202 });
    renderSite(<NewsletterForm />, { language: 'nl' });
    await field(nl.newsletter.email).fill(address);
    await button(nl.newsletter.submit).click();
    await expect.element(toast).toHaveTextContent(nl.newsletter.success);
    expect(await signup.read()).toMatchObject([{ body: { language: 'NL', consent: nl.newsletter.consent } }]);
    await expect.element(page.getByText(nl.newsletter.consent)).toBeVisible();
  });
});

it('sends an inquiry in the language in which it was made', async () => {
  const signup = await answerCalls('POST /api/setups-inquiry', { status: 202 });
  const fields = { [nl.setups.email]: address, [nl.setups.idea]: 'An agent for quotes' };
  renderSite(<InquiryDialog kind="setups" onSent={nothing} onClose={nothing} />, { language: 'nl' });
  await type(fields);
  await button(nl.setups.submit).click();
  await expect.element(toast).toBeVisible();
  expect(await signup.read()).toMatchObject([{ body: { language: 'NL', kind: 'setups' } }]);
});

describe('the video gate', () => {
  const call = 'POST /api/video-signup';

  it.each([
    [en.learn.gate.phone, '+31 6 12345678', { phone: '+31 6 12345678', email: '' }],
    [en.learn.gate.email, 'no address at all', { phone: '', email: 'no address at all' }],
  ])('opens for either one, unchecked: %s', async (label, value, sent) => {
    const signup = await answerCalls(call, { status: 202 });
    const signedUp = vi.fn();
    renderSite(<GateDialog videoId="video-2" watchTime={121} onSignedUp={signedUp} onClose={nothing} />);
    await type({ [en.learn.gate.email]: '', [en.learn.gate.phone]: '', [label]: value });
    await button(en.learn.gate.submit).click();
    await expect.poll(() => signedUp).toHaveBeenCalledOnce();
    expect(await signup.read()).toMatchObject([{ body: sent }]);
  });

  it('stays shut when the sign-up was refused', async () => {
    await answerCalls(call, refusal(429, 'too-many-requests'));
    const signedUp = vi.fn();
    renderSite(<GateDialog videoId="video-2" watchTime={121} onSignedUp={signedUp} onClose={nothing} />);
    await field(en.learn.gate.phone).fill('1');
    await button(en.learn.gate.submit).click();
    await expect.poll(alert).toBeVisible();
    expect(signedUp).not.toHaveBeenCalled();
  });
});

describe('a question', () => {
  const draw = () => <InquiryDialog kind="question" onSent={nothing} onClose={nothing} />;

  it('is still there when its popup opens again, and gone once it was sent', async () => {
    await answerCalls('POST /api/setups-inquiry', { status: 202 });
    renderSite(draw());
    await type({ [en.question.email]: address, [en.question.question]: 'Half a thought' });
    renderSite(draw());
    await expect.element(field(en.question.question)).toHaveValue('Half a thought');
    // In this tab alone.
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    await button(en.question.submit).click();
    await expect.element(field(en.question.question)).toHaveValue('');
    renderSite(draw());
    await expect.element(field(en.question.email)).toHaveValue('');
  });

  it('is timed from its first letter, even if its popup was opened again', async () => {
    const sent = await answerCalls('POST /api/setups-inquiry', { status: 202 });
    renderSite(draw());
    await type({ [en.question.email]: address, [en.question.question]: 'A question' });
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    renderSite(draw());
    await button(en.question.submit).click();
    await expect.element(toast).toBeVisible();
    const [{ body } = { body: null }] = await sent.read();
    expect((body as { elapsedMs: number }).elapsedMs).toBeGreaterThan(60_000);
  });

  it('is sent without the spaces around its address', async () => {
    const sent = await answerCalls('POST /api/setups-inquiry', { status: 202 });
    renderSite(draw());
    // A field of type email takes them off itself, but not in all browsers.
    await type({ [en.question.email]: ` ${address} `, [en.question.question]: 'A question' });
    await button(en.question.submit).click();
    await expect.element(toast).toBeVisible();
    expect(await sent.read()).toMatchObject([{ body: { email: address } }]);
  });

  it('closes its popup a moment after it was sent, and leaves the line that says so', async () => {
    await answerCalls('POST /api/setups-inquiry', { status: 202 });
    const [sent, closed] = [vi.fn(), vi.fn()];
    renderSite(<InquiryDialog kind="question" onSent={sent} onClose={closed} />);
    await type({ [en.question.email]: address, [en.question.question]: 'A question' });
    await button(en.question.submit).click();
    await expect.poll(() => closed).toHaveBeenCalledOnce();
    expect(sent).toHaveBeenCalledWith({ line: 'question.success', promised: {} });
    expect(vi.mocked(setTimeout).mock.calls.map(([, delay]) => delay)).toContain(1_500);
  });
});

describe('the promise to the sender', () => {
  async function send(replyBy: string, language: 'en' | 'nl') {
    const words = messages[language].question;
    await answerCalls('POST /api/setups-inquiry', {
      status: 202,
      body: { id: 'one', replyBy, timeZone: 'America/New_York' },
    });
    renderSite(<InquiryDialog kind="question" onSent={nothing} onClose={nothing} />, { language });
    await type({ [words.email]: address, [words.question]: 'A question' });
    await button(words.submit).click();
  }
  const soon = (hour: string) => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T${hour}Z`;
  const weekday = (instant: string, language: string) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'America/New_York' }).format(
      Date.parse(instant),
    );
  const hourThere = (instant: string) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/New_York' }).format(
      Date.parse(instant),
    );

  it.each(['en', 'nl'] as const)('is said in the zone of the site, and names it (%s)', async (language) => {
    // Four minutes on: the time that is said is rounded down to five.
    const by = soon('18:09:00.000');
    await send(by, language);
    const { reply, whenThere } = messages[language].sent;
    const when = whenThere
      .replace('{day}', weekday(by, language))
      .replace('{time}', hourThere(soon('18:05:00.000')))
      .replace('{city}', 'New York');
    await expect.element(page.getByText(reply.replace('{when}', when))).toBeVisible();
  });

  it("names no zone where the visitor's clock shows the same time", async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const replyBy = soon('12:05:00.000');
    await answerCalls('POST /api/setups-inquiry', { status: 202, body: { id: 'one', replyBy, timeZone } });
    renderSite(<InquiryDialog kind="question" onSent={nothing} onClose={nothing} />);
    await type({ [en.question.email]: address, [en.question.question]: 'A question' });
    await button(en.question.submit).click();
    await expect.element(page.getByText(/You'll have my reply by \w+, \d\d:\d\d\./)).toBeVisible();
  });

  it('is the promise alone where the answer does not say when', async () => {
    await answerCalls('POST /api/setups-inquiry', { status: 202 });
    renderSite(<InquiryDialog kind="question" onSent={nothing} onClose={nothing} />);
    await type({ [en.question.email]: address, [en.question.question]: 'A question' });
    await button(en.question.submit).click();
    await expect.element(page.getByText("I'll reply within 24 hours.")).toBeVisible();
  });
});

it.each([
  ['question', forms[1]],
  [
    'agents',
    {
      call: 'POST /api/newsletter-signup',
      draw: () => <AgentsDialog onSent={nothing} onClose={nothing} />,
      fields: { [en.agents.email]: address },
      submit: en.agents.submit,
    },
  ],
] as const)('the popup of the %s stays open if its form is edited once it was sent', async (_kind, form) => {
  if (!form) throw new Error('There is no such form.');
  await answerCalls(form.call, { status: 202 });
  vi.spyOn(globalThis, 'clearTimeout');
  renderSite(form.draw());
  await type(form.fields);
  await button(form.submit).click();
  const scene = () => document.querySelector('.sent-scene');
  await expect.poll(scene).toBeVisible();
  const closing = vi.mocked(setTimeout).mock.calls.findIndex(([, delay]) => delay === 1_500);
  const [email = ''] = Object.keys(form.fields);
  await field(email).fill('j');
  await expect.poll(scene).toBeNull();
  expect(clearTimeout).toHaveBeenCalledWith(vi.mocked(setTimeout).mock.results[closing]?.value);
});

it('the agents’ popup closes by its Okay', async () => {
  const closed = vi.fn();
  renderSite(<AgentsDialog onSent={nothing} onClose={closed} />);
  await expect.element(page.getByText('within 24 hours')).toBeVisible();
  await button(en.agents.okay).click();
  expect(closed).toHaveBeenCalledOnce();
});

it('the agents’ popup signs up for the letter, says so to the api, and closes', async () => {
  const signup = await answerCalls('POST /api/newsletter-signup', {
    status: 202,
    body: { needsConfirmation: true },
  });
  const [sent, closed] = [vi.fn(), vi.fn()];
  renderSite(<AgentsDialog onSent={sent} onClose={closed} />);
  await field(en.agents.email).fill(address);
  await button(en.agents.submit).click();
  await expect.poll(() => closed).toHaveBeenCalledOnce();
  expect(sent).toHaveBeenCalledExactlyOnceWith({ line: 'newsletter.confirm' });
  expect(await signup.read()).toMatchObject([
    { body: { email: address, kind: 'agents', consent: en.agents.consent } },
  ]);
});

describe('a name', () => {
  const name = page.getByLabelText(en.form.name);
  const draw = () => renderSite(<InquiryDialog kind="question" onSent={nothing} onClose={nothing} />);
  async function sendQuestion() {
    await page.getByLabelText(en.question.email).fill(address);
    await page.getByLabelText(en.question.question).fill('Can you?');
    await page.getByRole('button', { name: en.question.submit }).click();
  }

  it('is asked for where the owner wants it, and may be left out', async () => {
    changeSite({ asksName: true });
    try {
      const calls = await answerCalls('POST /api/setups-inquiry', { status: 202, body: { id: 'one' } });
      draw();
      await name.fill(' Jane ');
      await sendQuestion();
      await expect.poll(() => calls.read()).toMatchObject([{ body: { name: 'Jane', idea: 'Can you?' } }]);
    } finally {
      changeSite({});
    }
  });

  it('is asked for nowhere else', async () => {
    const calls = await answerCalls('POST /api/setups-inquiry', { status: 202, body: { id: 'one' } });
    draw();
    await sendQuestion();
    await expect.poll(async () => (await calls.read()).length).toBe(1);
    expect(name.elements()).toEqual([]);
    expect((await calls.read())[0]?.body).not.toHaveProperty('name');
  });
});
