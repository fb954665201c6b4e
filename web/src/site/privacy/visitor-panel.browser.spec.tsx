import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderSite } from '../../testing/render';
import { VisitorPanel } from './visitor-panel';

it('says that the visitor’s address is unknown where it cannot be looked up', async () => {
  await answerCalls('GET /api/ip', 'cut off');
  renderSite(<VisitorPanel />);
  await expect.element(page.getByText(messages.en.privacy.unknown, { exact: true })).toBeVisible();
});
