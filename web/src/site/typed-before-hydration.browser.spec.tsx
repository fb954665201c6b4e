import { messages } from '@voordeur/contracts/messages';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryRouter } from 'react-router-dom';
import { TextProvider } from '../i18n/text-provider';
import { loadTexts } from '../i18n/texts';
import { ProposeTimeForm } from './forms/propose-time-form';

const { en } = messages;

it('text typed into a form before it was hydrated stays, and can be sent', async () => {
  await loadTexts('en', 'site');
  const form = (
    <MemoryRouter>
      <TextProvider language="en" catalogue="site">
        <ProposeTimeForm />
      </TextProvider>
    </MemoryRouter>
  );
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(form);
  const email = page.getByLabelText(en.booking.proposeEmail);
  const time = page.getByLabelText(en.booking.proposeTime);
  await email.fill('jane@example.org');
  await time.fill('Tuesday after two');

  const root = hydrateRoot(place, form);
  await expect.element(page.getByRole('button', { name: en.booking.proposeSubmit })).toBeEnabled();
  await expect.element(email).toHaveValue('jane@example.org');
  await expect.element(time).toHaveValue('Tuesday after two');
  root.unmount();
  place.remove();
});
