import type { RangeAnalytics } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, renderAdmin } from '../../testing/render';
import FilterBar from './filter-bar';

const range = {
  summary: { total: 99 },
  pageStats: { '/learn': 9, '/booking': 4, '(other)': 80 },
  countryStats: [
    { code: 'NL', country: 'Netherlands', visitors: 5 },
    { code: 'ZZ', country: 'Unknown', visitors: 1 },
  ],
} as unknown as RangeAnalytics;

function show(search = '', language: 'en' | 'nl' = 'en') {
  renderAdmin(<FilterBar range={range} sessions={undefined} />, {
    language,
    path: `/admin/analytics${search}`,
  });
  return messages[language].admin.analytics.filter;
}

const isAt = (search: string) =>
  expect.poll(() => address.element().textContent).toBe(`/admin/analytics${search}`);

it('a filter is added by keyboard alone, its value from a list of those there are', async () => {
  const words = show('?last=7d');
  await expect.element(page.getByRole('button', { name: words.add })).toBeVisible();
  // The period comes first.
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const form = page.getByRole('dialog', { name: words.add });
  await form.getByLabelText(words.dimension).selectOptions(messages.en.admin.analytics.country);
  const value = form.getByLabelText(words.value);
  await expect
    .poll(() => Array.from(value.element().children, ({ textContent }) => textContent))
    .toEqual(['Netherlands', words.unknown]);
  const operator = form.getByLabelText(words.operator);
  await operator.selectOptions(words.isNot);
  // Choosing an option may leave the focus where it was.
  (operator.element() as HTMLElement).focus();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(form.getByRole('button', { name: words.apply })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await isAt('?last=7d&filter=country:is-not:NL');
  await expect.element(page.getByRole('button', { name: 'Country is not Netherlands' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

it('the text to match a page with is typed, with suggestions, and required', async () => {
  const words = show();
  await page.getByRole('button', { name: words.add }).click();
  const form = page.getByRole('dialog', { name: words.add });
  const suggested = form.element().querySelectorAll('datalist option');
  expect(Array.from(suggested, (option) => option.getAttribute('value'))).toEqual(['/learn', '/booking']);
  await form.getByLabelText(words.operator).selectOptions(words.contains);
  await form.getByRole('button', { name: words.apply }).click();
  await expect.element(form.getByText(words.needed)).toBeVisible();
  await form.getByLabelText(words.value).fill('learn');
  await form.getByRole('button', { name: words.apply }).click();
  await isAt('?last=30d&filter=page:contains:learn');
});

it('a chip changes its filter in its place, or takes it away', async () => {
  const words = show('?last=7d&filter=page:is:/learn&filter=device:is:mobile&compare=none');
  await page.getByRole('button', { name: 'Page is /learn' }).click();
  const form = page.getByRole('dialog', { name: words.change });
  await form.getByLabelText(words.operator).selectOptions(words.contains);
  await form.getByRole('button', { name: words.apply }).click();
  await isAt('?last=7d&compare=none&filter=page:contains:/learn&filter=device:is:mobile');
  await page.getByRole('link', { name: 'Remove filter: Device is Phone' }).click();
  await isAt('?last=7d&compare=none&filter=page:contains:/learn');
  await expect.element(page.getByRole('button', { name: words.add })).toHaveFocus();
});

it('two filters or more are taken away at once, in a row that scrolls on a phone, to the last one', async () => {
  await page.viewport(375, 700);
  const words = show('?last=7d&filter=page:is:/learn&filter=country:is:NL&filter=device:is:mobile');
  const last = page.getByRole('link', { name: 'Remove filter: Device is Phone' });
  await expect.element(last).toBeVisible();
  const right = () => last.element().getBoundingClientRect().right;
  await expect.poll(right).toBeLessThanOrEqual(375);
  await page.getByRole('link', { name: words.clear }).click();
  await isAt('?last=7d');
  await expect.element(page.getByRole('link', { name: words.clear })).not.toBeInTheDocument();
});

it('one filter is taken away by its cross alone', async () => {
  const words = show('?last=7d&filter=page:is:/learn');
  await expect.element(page.getByRole('link', { name: 'Remove filter: Page is /learn' })).toBeVisible();
  expect(page.getByRole('link', { name: words.clear }).elements()).toEqual([]);
});

it.each(['en', 'nl'] as const)(
  'one press leaves suspected robots out, and another lets them in (%s)',
  async (language) => {
    const words = show('?last=7d', language);
    const leaveOut = page.getByRole('switch', { name: words.withoutSuspected });
    await leaveOut.click();
    await isAt('?last=7d&filter=suspected:is:no');
    await expect.element(leaveOut).toHaveAttribute('aria-checked', 'true');
    await leaveOut.click();
    await isAt('?last=7d');
  },
);

it('says that a filter of the address cannot be read', async () => {
  show('?filter=colour:is:red&filter=country:is:NL');
  await expect.element(page.getByRole('alert')).toHaveTextContent('A filter in the address can’t be read.');
});
