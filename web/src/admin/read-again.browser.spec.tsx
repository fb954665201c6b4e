import { useIsFetching } from '@tanstack/react-query';
import { messages } from '@voordeur/contracts/messages';
import { useState, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import AnalyticsScreen from './analytics/analytics-screen';
import DeliveriesScreen from './deliveries/deliveries-screen';
import { HealthLine } from './home/health-line';
import { LaunchChecklist } from './home/launch-checklist';
import LeadsScreen from './leads/leads-screen';
import SecurityScreen from './security/security-screen';
import SubscribersScreen from './subscribers/subscribers-screen';
import TranslationsScreen from './texts/translations-screen';
import { answerCalls } from '../testing/api';
import { analytics as figures } from '../testing/figures';
import { renderAdmin } from '../testing/render';
import { AdminDashboard } from './home/home-screen';

/** A screen that can be left, and opened again, once nothing is being fetched. */
function Opened({ children }: { children: ReactNode }) {
  const [isHere, setIsHere] = useState(true);
  return (
    <>
      <button type="button" disabled={useIsFetching() > 0} onClick={() => setIsHere(!isHere)}>
        {isHere ? 'Leave' : 'Return'}
      </button>
      {isHere && children}
    </>
  );
}

const counts = { toAnswer: 0, signUps: 0, answered: 0, archived: 0, quarantined: 0, late: 0 };
const home = {
  ...{ asOf: '2026-03-01T09:00:00Z', waiting: [], waitingCount: 0, days: [], quarantinedYesterday: 0 },
  ...{ meetings: [], leads: [], failedEndpoints: [], failedReplies: [], failedErasures: [] },
};

it.each([
  ['home', 2, 'GET /api/admin/home', home, AdminDashboard],
  ['the state of the server', 2, 'GET /api/admin/health', { problems: [], version: '1' }, HealthLine],
  ['what is left to do', 2, 'GET /api/admin/launch-checklist', { open: [] }, LaunchChecklist],
  ['leads', 2, 'GET /api/admin/leads', { leads: [] }, LeadsScreen],
  ['the counts of leads', 2, 'GET /api/admin/leads/counts', { ...counts, retention: null }, LeadsScreen],
  ['bookings', 2, 'GET /api/admin/bookings', { bookings: [] }, LeadsScreen],
  ['deliveries', 2, 'GET /api/admin/deliveries', { deliveries: [] }, DeliveriesScreen],
  ['subscribers', 1, 'POST /api/admin/subscribers/search', { subscribers: [] }, SubscribersScreen],
  ['sessions', 1, 'GET /api/admin/sessions', { sessions: [] }, SecurityScreen],
  ['figures', 1, 'GET /api/admin/analytics', figures, AnalyticsScreen],
  ['texts', 1, 'GET /api/admin/translations/manage', messages, TranslationsScreen],
  ['built-in texts', 1, 'GET /api/admin/translations/built-in', messages, TranslationsScreen],
  ['drafts', 1, 'GET /api/admin/translations/drafts', { version: '1', drafts: [] }, TranslationsScreen],
])(
  'data that waits for the owner is read again when its screen is opened, and nothing on focus: %s, %i×',
  async (_, times, call, body, Screen) => {
    await answerCalls('GET /api/admin/asked-last', {});
    await answerCalls('GET /api/admin/translations/manage', { body: messages });
    await answerCalls('GET /api/admin/translations/built-in', { body: messages });
    const asked = await answerCalls(call, { body });
    renderAdmin(
      <Opened>
        <Screen />
      </Opened>,
      // One text: all of them take seconds to render.
      { path: '/admin?key=bar.home' },
    );
    await expect.poll(asked.read).toHaveLength(1);
    for (const event of ['focus', 'visibilitychange', 'online']) dispatchEvent(new Event(event));
    for (const name of ['Leave', 'Return', 'Leave']) {
      await page.getByRole('button', { name, exact: true }).click();
      // Whatever was asked for by now is being fetched.
      await fetch('/api/admin/asked-last');
    }
    expect(await asked.read()).toHaveLength(times);
  },
);
