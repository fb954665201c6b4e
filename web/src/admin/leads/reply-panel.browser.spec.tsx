import type { LeadReply, OneLeadAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { messages } from '@voordeur/contracts/messages';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { site } from '../../config/site';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { ReplyPanel } from './reply-panel';

const signature = `${site.person?.name}\n${site.product}`;
const words = messages.en.admin.reply;
const path = '/api/admin/leads/anna';
const reply: LeadReply = {
  ...{ id: 'r1', subject: 'Your question', text: 'Yes,\non Friday.', state: 'sent', error: null },
  ...{ createdAt: '2026-03-01T10:00:00Z', sentAt: '2026-03-01T10:00:01Z' },
};

let drafts = 0;
/** With an id of its own: text typed for a lead stays for as long as the tab is open. */
function leadOf(more: Partial<OneLeadAnswer> = {}): OneLeadAnswer {
  return {
    ...{ id: `anna${(drafts += 1)}`, revision: 1, email: 'anna@example.org', idea: 'Line one\nline two' },
    ...{ language: 'ENG', verdict: 'accepted', status: 'new', replies: [], canReply: true },
    ...more,
  } as OneLeadAnswer;
}

function Screen() {
  const { data } = useQuery<OneLeadAnswer>({ queryKey: [path] });
  return data ? <ReplyPanel lead={data} /> : null;
}

async function open(...leads: OneLeadAnswer[]): Promise<void> {
  await answerCalls(`GET ${path}`, ...leads.map((body) => ({ body })));
  renderAdmin(<Screen />);
}

/** As a link of the admin's home does. */
async function openToReply(lead: OneLeadAnswer): Promise<void> {
  await answerCalls(`GET ${path}`, { body: lead });
  renderAdmin(<Screen />, { path: '/admin/leads/anna#reply' });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = page.getByLabelText(words.text, { exact: true });
const subject = page.getByLabelText(words.subjectLabel);
const quoted = '> Line one\n> line two';

describe('the form', () => {
  it('starts in the language of the lead, with what it asks quoted', async () => {
    await open(leadOf({ language: 'NL' }));
    await expect.element(subject).toHaveValue(`Je bericht aan ${site.product}`);
    await expect
      .element(text)
      .toHaveValue(
        messages.nl.admin.reply.answerText.replace('{product}', signature).replace('{question}', quoted),
      );
  });

  it('has the focus in the gap of its template where a link asks for it', async () => {
    await openToReply(leadOf());
    await expect.element(text).toHaveFocus();
    const { value, selectionStart } = text.element() as HTMLTextAreaElement;
    expect(value.slice(0, selectionStart)).toMatch(/Thanks for your message\.\n\n$/);
    expect(value.slice(selectionStart)).toMatch(/^\n\nKind regards/);
  });

  it('sends what was written once, and shows it', async () => {
    const lead = leadOf();
    const sent = await answerCalls(`POST /api/admin/leads/${lead.id}/reply`, {
      ...{ status: 202, body: { id: 'r1' }, held: true },
    });
    await open(lead, { ...lead, replies: [{ ...reply, state: 'sending', sentAt: null }] });
    await text.fill('Yes,\non Friday.');
    await subject.fill('Your question');
    await button(words.send).dblClick();
    await expect.element(button(words.sending)).toBeDisabled();
    await sent.release();
    await expect.element(toast).toHaveTextContent(words.onItsWayTitle);
    await expect
      .element(page.getByRole('list', { name: words.earlier }))
      .toHaveTextContent(words.stateSending);
    await expect.element(text).toHaveValue('');
    expect((await sent.read()).map(({ body }) => body)).toEqual([
      { subject: 'Your question', text: 'Yes,\non Friday.' },
    ]);
  });

  it('is not sent by Enter in the subject', async () => {
    const lead = leadOf();
    const sent = await answerCalls(`POST /api/admin/leads/${lead.id}/reply`, {
      status: 202,
      body: { id: 'r1' },
    });
    await open(lead);
    await text.fill('Yes');
    await subject.fill('Your question');
    await userEvent.keyboard('{Enter}');
    await button(words.send).click();
    await expect.element(toast).toHaveTextContent(words.onItsWayTitle);
    expect(await sent.read()).toHaveLength(1);
  });

  it('refuses a reply whose gap is still empty, and puts the cursor into the gap', async () => {
    const lead = leadOf();
    const sent = await answerCalls(`POST /api/admin/leads/${lead.id}/reply`, {
      status: 202,
      body: { id: 'r1' },
    });
    await open(lead);
    await button(words.send).click();
    await expect.element(page.getByText(words.gapEmpty)).toBeVisible();
    await expect.element(text).toHaveFocus();
    await userEvent.keyboard('Yes, on Friday.');
    await expect.element(page.getByText(words.gapEmpty)).not.toBeInTheDocument();
    await button(words.send).click();
    await expect.element(toast).toHaveTextContent(words.onItsWayTitle);
    expect((await sent.read()).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(
          /Thanks for your message\.\n\nYes, on Friday\.\n\nKind regards/,
        ) as string,
      }),
    ]);
  });

  it('keeps what was written when it is not accepted', async () => {
    const lead = leadOf();
    await answerCalls(`POST /api/admin/leads/${lead.id}/reply`, refusal(503, 'unavailable'));
    await open(lead);
    await text.fill('Yes');
    await button(words.send).click();
    await expect.element(toast).toHaveTextContent(words.notSent);
    await expect.element(text).toHaveValue('Yes');
    await expect.element(button(words.send)).toBeEnabled();
  });

  it('fills in another template, and writes over nothing that was typed', async () => {
    await open(leadOf({ idea: null }));
    const template = page.getByLabelText(words.template);
    await template.selectOptions(words.callName);
    const call = messages.en.admin.reply.callText
      .replace('{link}', `${window.location.origin}/booking`)
      .replace('{product}', signature)
      .replace('{question}', '')
      .trimEnd();
    await expect.element(text).toHaveValue(call);
    await text.fill('Dear Anna,');
    await template.selectOptions(words.callName);
    await expect.element(text).toHaveValue(`Dear Anna,\n\n${call}`);
  });

  it('opens the mail program with the same words where there is no mail server, and writes to the address alone', async () => {
    const lead = leadOf({ canReply: false, email: 'anna+door@example.org?bcc=all@example.org' });
    await open(lead);
    await text.fill('Yes,\non Friday.');
    await expect.element(button(words.send)).not.toBeInTheDocument();
    const link = page.getByRole('link', { name: messages.en.admin.lead.reply });
    const [to, query] = (link.element() as HTMLAnchorElement).href.replace('mailto:', '').split('?');
    expect(decodeURIComponent(to ?? '')).toBe(lead.email);
    expect([...new URLSearchParams(query)]).toEqual([
      ['subject', `Your message to ${site.product}`],
      ['body', 'Yes,\r\non Friday.'],
    ]);
  });

  it.each([
    ['one who left a number alone', { email: null }],
    ['one in quarantine', { verdict: 'quarantined' }],
  ] as const)('is not there for %s', async (_, more) => {
    const lead = leadOf(more);
    await answerCalls(`GET ${path}`, { body: lead });
    renderAdmin(
      <>
        <Screen />
        <p>below</p>
      </>,
    );
    await expect.element(page.getByText('below')).toBeVisible();
    await expect.element(page.getByText(words.title, { exact: true })).not.toBeInTheDocument();
  });
});

describe('a reply that failed', () => {
  it('says why, and is tried again as the same words', async () => {
    const failed: LeadReply = { ...reply, state: 'failed', sentAt: null, error: '550' };
    const lead = leadOf({ replies: [failed] });
    const again = await answerCalls(`POST /api/admin/leads/${lead.id}/reply`, {
      ...{ status: 202, body: { id: 'r1' } },
    });
    await open(lead, { ...lead, replies: [{ ...failed, state: 'sending', error: null }] });
    await expect.element(page.getByText(words.failedText.replace('{reason}', '550'))).toBeVisible();
    await button(words.again).click();
    await expect.element(button(words.again)).not.toBeInTheDocument();
    expect((await again.read()).map(({ body }) => body)).toEqual([
      { subject: reply.subject, text: reply.text },
    ]);
  });
});
